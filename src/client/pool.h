/*
 * pool.h
 *		Several sessions that work on a list of tasks in one snapshot.
 */
#ifndef POOL_H
#define POOL_H

#include "client/session.h"

#define POOL_MAX_VALUES		4

/* A statement that returns rows. */
typedef struct PoolTask
{
	const char *label;			/* for messages */
	const char *sql;
	const char *values[POOL_MAX_VALUES];
	int			owner;			/* numbers for the caller */
	int			number;
	int			attempts;		/* so far */
	bool		running;
	bool		done;
} PoolTask;

typedef struct Pool
{
	const Arguments *arguments;
	Session    *first;			/* keeps the snapshot; if it is lost, all
								 * ends */
	const char *snapshot;
	int			jobs;
	PoolTask   *tasks;			/* in this order */
	int			n;

	/* Called with the result of a task; false ends the pool. */
	bool		(*receive) (PoolTask *task, PGresult *result, void *context);

	/*
	 * Called with each row, with binary values, as soon as it arrives; then
	 * "receive" gets no rows. NULL: it gets all. False ends the pool.
	 */
	bool		(*take_row) (PoolTask *task, PGresult *row, void *context);

	/*
	 * Called with an error of the server: true if the task is done all the
	 * same. NULL: none is.
	 */
	bool		(*take_error) (PoolTask *task, const char *sqlstate,
							   const char *message, void *context);

	/* Called about every second with the processes of the sessions. */
	void		(*tick) (const char *pids, void *context);
	void	   *context;
} Pool;

extern bool pool_run(Pool *pool);

#endif							/* POOL_H */
