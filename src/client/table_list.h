/*
 * table_list.h
 *		The tables of a mapping.
 */
#ifndef TABLE_LIST_H
#define TABLE_LIST_H

#include "client/session.h"

typedef struct TableList
{
	int			n;
	char	  **relations;		/* names with their schema, quoted as in SQL */
} TableList;

extern TableList *table_list_read(Session *session, const char *mapping);
extern void table_list_free(TableList *list);

#endif							/* TABLE_LIST_H */
