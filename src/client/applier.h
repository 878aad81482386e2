/*
 * applier.h
 *		The program that applies the change stream to HBase.
 */
#ifndef APPLIER_H
#define APPLIER_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Applier Applier;

/* How to start it. */
typedef struct ApplierOptions
{
	const char *program;		/* "hbase" */
	const char *directory;		/* private: for its files and its log */
	const char *slot;
	bool		skip_rejects;

	/* Called with a row that HBase rejects; false ends the stream. */
	bool		(*reject) (const char *text, void *context);
	void	   *context;
} ApplierOptions;

typedef enum ApplierStatus
{
	APPLIER_RUNS,
	APPLIER_REFUSES,			/* a person must decide; it was reported */
	APPLIER_IS_GONE				/* it can be started again */
} ApplierStatus;

#define APPLIER_FDS		2

extern Applier *applier_start(const ApplierOptions *options);
extern void applier_end(Applier *applier);
extern bool applier_wait_ready(Applier *applier);

extern const char *applier_state(const Applier *applier, const char *name);
extern bool applier_call(Applier *applier, char type,
						 const char *const *fields);

extern void applier_put(Applier *applier, const void *data, size_t n);
extern void applier_flush(Applier *applier, uint64_t lsn);
extern void applier_reset(Applier *applier);
extern size_t applier_backlog(const Applier *applier);
extern void applier_poll(const Applier *applier, struct pollfd *fds);
extern ApplierStatus applier_work(Applier *applier, const struct pollfd *fds);
extern ApplierStatus applier_status(const Applier *applier);
extern uint64_t applier_position(const Applier *applier, int64_t *stamp);
extern double applier_silence(const Applier *applier);

#endif							/* APPLIER_H */
