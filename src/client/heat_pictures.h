/*
 * heat_pictures.h
 *		Where the writes of a table would go, with and without a salt.
 */
#ifndef HEAT_PICTURES_H
#define HEAT_PICTURES_H

#include "client/session.h"

extern char *heat_pictures(Session *session, const char *table,
						   const char *mapping, const char *designs,
						   const char *at);

#endif							/* HEAT_PICTURES_H */
