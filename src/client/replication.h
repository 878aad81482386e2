/*
 * replication.h
 *		A connection that speaks the streaming replication protocol.
 */
#ifndef REPLICATION_H
#define REPLICATION_H

#include <stdbool.h>
#include <stdint.h>

#include "client/arguments.h"

typedef struct Replication Replication;

/* What a message of the stream has. */
typedef struct ReplicationMessage
{
	bool		is_data;		/* otherwise a keepalive */
	const uint8_t *data;		/* valid until the next call */
	size_t		len;
	uint64_t	end;			/* keepalive: end of what was sent */
	int64_t		sent_at;		/* microseconds since 1970 */
	bool		reply;			/* keepalive: answer at once */
} ReplicationMessage;

typedef enum ReplicationResult
{
	REPLICATION_MESSAGE,
	REPLICATION_NOTHING,		/* nothing has arrived */
	REPLICATION_ENDED			/* see replication_is_fatal() */
} ReplicationResult;

extern Replication *replication_connect(const Arguments *arguments,
										const char *dbname);
extern void replication_close(Replication *replication);

extern const char *replication_system(const Replication *replication);
extern uint32_t replication_timeline(const Replication *replication);
extern uint64_t replication_position(const Replication *replication);
extern bool replication_left_at(Replication *replication, uint32_t timeline,
								uint64_t *lsn);

extern char *replication_create_slot(Replication *replication,
									 const char *slot, bool failover,
									 uint64_t *lsn);
extern bool replication_drop_slot(Replication *replication, const char *slot);

extern bool replication_start(Replication *replication, const char *slot,
							  uint64_t lsn, const char *const *options);
extern ReplicationResult replication_receive(Replication *replication,
											 ReplicationMessage *message);
extern bool replication_feedback(Replication *replication, uint64_t received,
								 uint64_t applied, bool reply);
extern void replication_finish(Replication *replication);
extern int	replication_socket(const Replication *replication);
extern bool replication_is_fatal(const Replication *replication);

extern bool replication_read_lsn(const char *text, uint64_t *lsn);

#define LSN_FORMAT		"%X/%X"
#define LSN_ARGS(lsn)	(unsigned int) ((lsn) >> 32), (unsigned int) (lsn)

#endif							/* REPLICATION_H */
