/*
 * interrupt.h
 *		Ctrl-C and other requests to end: they are seen only while the program
 *		waits, so nothing else is ever interrupted.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <poll.h>
#include <stdbool.h>

extern void interrupt_setup(void);
extern void interrupt_reset_child(void);
extern bool interrupt_pending(void);
extern int	interrupt_wait(struct pollfd *fds, int n, int milliseconds);

#endif							/* INTERRUPT_H */
