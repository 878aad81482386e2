/*
 * connection.h
 *		Connect to a database.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stdbool.h>

#include "libpq-fe.h"

#include "client/arguments.h"

extern PGconn *connection_open(const Arguments *arguments, const char *dbname,
							   bool replication);

#endif							/* CONNECTION_H */
