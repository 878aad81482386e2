/*
 * relation_list.h
 *		The HBase-shaped relations of a database: what can be exported.
 */
#ifndef RELATION_LIST_H
#define RELATION_LIST_H

#include "client/session.h"

/* Options of the verbs that work on some of the relations. */
#define RELATION_OPTIONS \
	{"schema", 'n', "SCHEMA", \
	"only relations of this schema; can be given several times"}, \
	{"table", 't', "RELATION", \
	"only this relation, with or without its schema; can be repeated"}, \
	{"exclude", 'T', "RELATION", \
	"not this relation; can be given several times"}

extern PGresult *relation_list_read(Session *session,
									const Arguments *arguments);

#endif							/* RELATION_LIST_H */
