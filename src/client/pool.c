/*
 * pool.c
 *		Several sessions that work on a list of tasks in one snapshot.
 *
 * Each task is a transaction of its own that imports the snapshot. A task that
 * fails, or whose connection is lost, is tried again once. If it fails again,
 * if the session that keeps the snapshot is lost, or after Ctrl-C, the other
 * tasks are cancelled.
 */
#include "client/pool.h"

#include <stdio.h>
#include <string.h>

#include "client/interrupt.h"
#include "core/base/buffer.h"

#define MAX_ATTEMPTS	2
#define TICK			1000	/* milliseconds */

typedef struct Worker
{
	Session    *session;		/* NULL: none, or lost */
	char	   *pid;
	PoolTask   *task;			/* NULL: idle */
} Worker;

/* ---- one worker --------------------------------------------------------- */

static void
disconnect(Worker *worker)
{
	session_close(worker->session);
	free(worker->pid);
	worker->session = NULL;
	worker->pid = NULL;
}

/*
 * A session whose statement ends when this program is gone. The setting is
 * new in 14 and does not exist on every platform.
 */
static bool
connect_worker(const Pool *pool, Worker *worker)
{
	worker->session = session_connect(pool->arguments,
									  arguments_operand(pool->arguments, 0));
	if (worker->session == NULL)
		return false;
	session_expect_errors(worker->session, true);
	(void) session_run(worker->session,
					   "SET client_connection_check_interval = '2s'",
					   SQL_NONE);
	worker->pid = session_text(worker->session, "SELECT pg_backend_pid()",
							   SQL_NONE);
	return worker->pid != NULL;
}

/* Begin the transaction of a task and send its statement. */
static bool
start(const Pool *pool, Worker *worker, PoolTask *task)
{
	bool		ok;

	task->attempts++;
	if (worker->session == NULL && !connect_worker(pool, worker))
		return false;
	ok = session_run(worker->session, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					 SQL_NONE) &&
		session_run(worker->session, "SET TRANSACTION SNAPSHOT $1",
					SQL_ARGS(pool->snapshot)) &&
		(pool->take_row ? session_send_for_rows : session_send)(
			worker->session, task->sql, POOL_MAX_VALUES, task->values);
	if (!ok)
		return false;
	worker->task = task;
	task->running = true;
	return true;
}

/* Give up a task or leave it to be tried again; false: give up. */
static bool
failed(Worker *worker, PoolTask *task)
{
	const char *error = worker->session ? session_error(worker->session) :
										  NULL;
	bool		again = task->attempts < MAX_ATTEMPTS && !interrupt_pending();

	if (!interrupt_pending())
		message_error("%s: %s%s", task->label, error ? error : "no connection",
					  again ? "\npg2hbase: trying again" : "");
	task->running = false;
	worker->task = NULL;
	/* the transaction ends with the session */
	disconnect(worker);
	return again;
}

/* True if a task is done although its statement failed. */
static bool
accepts_error(const Pool *pool, Worker *worker)
{
	PoolTask   *task = worker->task;

	if (pool->take_error == NULL || interrupt_pending() ||
		!pool->take_error(task, session_sqlstate(worker->session),
						  session_error(worker->session), pool->context))
		return false;
	task->running = false;
	task->done = true;
	worker->task = NULL;
	if (!session_run(worker->session, "ROLLBACK", SQL_NONE))
		disconnect(worker);
	return true;
}

/* Take the result of the task of a worker; false ends the pool. */
static bool
finish(const Pool *pool, Worker *worker)
{
	PoolTask   *task = worker->task;
	PGresult   *result = session_receive(worker->session);
	bool		ok;

	if (result == NULL && accepts_error(pool, worker))
		return true;
	if (result == NULL || !session_run(worker->session, "COMMIT", SQL_NONE))
	{
		PQclear(result);
		return failed(worker, task);
	}
	task->running = false;
	task->done = true;
	worker->task = NULL;
	ok = pool->receive(task, result, pool->context);
	PQclear(result);
	return ok;
}

/* ---- all workers -------------------------------------------------------- */

static PoolTask *
next_task(const Pool *pool)
{
	for (int i = 0; i < pool->n; i++)
		if (!pool->tasks[i].done && !pool->tasks[i].running)
			return &pool->tasks[i];
	return NULL;
}

/* Give tasks to idle workers; *busy is the number of working ones. */
static bool
start_idle(const Pool *pool, Worker *workers, int *busy)
{
	*busy = 0;
	for (int i = 0; i < pool->jobs; i++)
	{
		PoolTask   *task;

		while (workers[i].task == NULL && (task = next_task(pool)) != NULL)
			if (!start(pool, &workers[i], task) && !failed(&workers[i], task))
				return false;
		*busy += workers[i].task != NULL;
	}
	return true;
}

/* True if the first session is still connected. */
static bool
first_lives(const Pool *pool)
{
	(void) session_busy(pool->first);
	return session_exit_code(pool->first) != EXIT_CONNECTION;
}

static void
tick(const Pool *pool, const Worker *workers)
{
	CoreBuf		pids;

	if (pool->tick == NULL)
		return;
	core_buf_init(&pids);
	core_buf_printf(&pids, "{");
	for (int i = 0; i < pool->jobs; i++)
		if (workers[i].task != NULL)
			core_buf_printf(&pids, "%s%s", pids.len > 1 ? "," : "",
							workers[i].pid);
	core_buf_add(&pids, "}", 2);
	pool->tick((char *) pids.data, pool->context);
	core_buf_free(&pids);
}

typedef struct TaskRow
{
	const Pool *pool;
	PoolTask   *task;
} TaskRow;

static bool
take_row(PGresult *row, void *context)
{
	const TaskRow *of = context;

	return of->pool->take_row(of->task, row, of->pool->context);
}

/* Take what has arrived for a worker. */
static bool
take(const Pool *pool, Worker *worker)
{
	TaskRow		context = {pool, worker->task};
	bool		more;

	if (pool->take_row == NULL)
		more = session_busy(worker->session);
	else if (!session_take_rows(worker->session, take_row, &context, &more))
		return false;
	return more || finish(pool, worker);
}

/* Wait for a result or the next tick, and take the results. */
static bool
wait_for_results(const Pool *pool, Worker *workers)
{
	struct pollfd *fds = memory_checked(
		calloc(pool->jobs + 1, sizeof(struct pollfd)));
	int			ready;
	bool		ok = true;

	for (int i = 0; i < pool->jobs; i++)
	{
		fds[i].fd = workers[i].task ? session_socket(workers[i].session) : -1;
		fds[i].events = POLLIN;
	}
	fds[pool->jobs].fd = session_socket(pool->first);
	fds[pool->jobs].events = POLLIN;
	ready = interrupt_wait(fds, pool->jobs + 1, TICK);
	if (ready < 0)
		ok = false;
	else if (ready > 0 && fds[pool->jobs].revents != 0 && !first_lives(pool))
	{
		message_error("the connection that keeps the snapshot was lost");
		ok = false;
	}
	for (int i = 0; i < pool->jobs && ok && ready > 0; i++)
	{
		if (workers[i].task && fds[i].revents != 0)
			ok = take(pool, &workers[i]);
	}
	free(fds);
	return ok;
}

/* Cancel all that runs, and close the sessions. */
static void
end_workers(const Pool *pool, Worker *workers)
{
	for (int i = 0; i < pool->jobs; i++)
		if (workers[i].session && workers[i].task)
			session_cancel(workers[i].session);
	for (int i = 0; i < pool->jobs; i++)
	{
		if (workers[i].session && workers[i].task)
			PQclear(session_receive(workers[i].session));
		disconnect(&workers[i]);
	}
}

/*
 * Run all tasks. False after a message if one of them could not be done; then
 * none is running any more.
 */
bool
pool_run(Pool *pool)
{
	Worker	   *workers = memory_checked(calloc(pool->jobs, sizeof(Worker)));
	int			busy;
	bool		ok = true;

	while (ok && (ok = start_idle(pool, workers, &busy)) && busy > 0)
	{
		ok = wait_for_results(pool, workers);
		if (ok)
			tick(pool, workers);
	}
	end_workers(pool, workers);
	free(workers);
	return ok;
}
