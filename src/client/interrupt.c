/*
 * interrupt.c
 *		Ctrl-C and other requests to end.
 *
 * The signals are blocked except in interrupt_wait(). So a signal cannot
 * arrive between a test and the wait that follows it, and no other code needs
 * to be safe against it.
 */
#include "client/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

/*
 * The only static variable of the program: a signal handler has no other place
 * to store what it saw.
 */
static volatile sig_atomic_t requested = 0;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

#define N_SIGNALS	(sizeof(signals) / sizeof(signals[0]))

static void
request_end(int number)
{
	requested = number;
}

static void
signal_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < N_SIGNALS; i++)
		sigaddset(set, signals[i]);
}

/* Call this once, before anything else. */
void
interrupt_setup(void)
{
	struct sigaction action = {.sa_handler = request_end};
	sigset_t	set;

	signal_set(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < N_SIGNALS; i++)
	{
		struct sigaction before;

		/* nohup has ignored SIGHUP */
		if (sigaction(signals[i], NULL, &before) == 0 &&
			before.sa_handler == SIG_IGN)
			continue;
		sigaction(signals[i], &action, NULL);
	}
}

/* After fork(), before exec(): the new program gets signals as usual. */
void
interrupt_reset_child(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t	set;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < N_SIGNALS; i++)
	{
		struct sigaction before;

		if (sigaction(signals[i], NULL, &before) == 0 &&
			before.sa_handler == request_end)
			sigaction(signals[i], &action, NULL);
	}
	signal_set(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* True if a wait was interrupted, and the program should end. */
bool
interrupt_pending(void)
{
	return requested != 0;
}

/*
 * Like poll(), with a negative time for no limit. Returns -1 if a signal
 * interrupted it, then or during an earlier call: further calls return at once
 * only if a new signal arrives, so the caller can wait for what it cancelled.
 */
int
interrupt_wait(struct pollfd *fds, int n, int milliseconds)
{
	struct timespec limit = {
		.tv_sec = milliseconds / 1000,
		.tv_nsec = milliseconds % 1000 * 1000000L
	};
	sigset_t	all;
	int			ready;

	if (sigprocmask(SIG_SETMASK, NULL, &all) != 0)
		return -1;
	for (size_t i = 0; i < N_SIGNALS; i++)
		sigdelset(&all, signals[i]);
	ready = ppoll(fds, n, milliseconds < 0 ? NULL : &limit, &all);
	return ready < 0 && errno != EINTR ? 0 : ready;
}
