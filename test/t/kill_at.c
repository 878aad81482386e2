/*
 * kill_at.c
 *		Preloaded into a server or a client: ends it amidst an export.
 *
 * The file named by KILL_AT holds two numbers, n and m.  A backend reads them
 * when it makes the hidden folder of an export or of its part, and when it
 * removes the description of a run.  It dies by SIGKILL before its
 * nth call after that which changes a file, or before the mth such call from
 * its first renameat() on, which is the first one after the commit.  0: it
 * does not.
 *
 * A client gets the signal KILL_WITH (SIGKILL by default) before its nth such
 * call, n being KILL_AFTER.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long left = 0;
static long from_rename = 0;
static int signal_sent = SIGKILL;

__attribute__((constructor)) static void
start(void)
{
	const char *n = getenv("KILL_AFTER");
	const char *number = getenv("KILL_WITH");

	if (n != NULL)
		left = atol(n);
	if (number != NULL)
		signal_sent = atoi(number);
}

static void
step(void)
{
	if (left > 0 && --left == 0)
		kill(getpid(), signal_sent);
}

static void
begin(const char *name)
{
	const char *path = getenv("KILL_AT");
	FILE	   *file;

	if ((strstr(name, ".part") == NULL && strcmp(name, "run") != 0) ||
		path == NULL || (file = fopen(path, "r")) == NULL)
		return;
	if (fscanf(file, "%ld %ld", &left, &from_rename) != 2)
		left = from_rename = 0;
	fclose(file);
}

#define NEXT(result, name, parameters, arguments) \
	static result (*next) parameters; \
	if (next == NULL) \
		*(void **) &next = dlsym(RTLD_NEXT, name); \
	step(); \
	return next arguments

int
mkdirat(int at, const char *name, mode_t mode)
{
	begin(name);
	NEXT(int, "mkdirat", (int, const char *, mode_t), (at, name, mode));
}

int
renameat(int from_at, const char *from, int to_at, const char *to)
{
	if (from_rename > 0)
		left = from_rename;
	from_rename = 0;
	NEXT(int, "renameat", (int, const char *, int, const char *),
		 (from_at, from, to_at, to));
}

int
unlinkat(int at, const char *name, int flags)
{
	if (strcmp(name, "run") == 0)
		begin(name);
	NEXT(int, "unlinkat", (int, const char *, int), (at, name, flags));
}

int
openat(int at, const char *name, int flags,...)
{
	mode_t		mode = 0;

	if (flags & O_CREAT)
	{
		va_list		args;

		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	else
	{
		static int	(*plain) (int, const char *, int,...);

		if (plain == NULL)
			*(void **) &plain = dlsym(RTLD_NEXT, "openat");
		return plain(at, name, flags);
	}
	NEXT(int, "openat", (int, const char *, int,...), (at, name, flags, mode));
}

int
fchmod(int fd, mode_t mode)
{
	NEXT(int, "fchmod", (int, mode_t), (fd, mode));
}

int
fsync(int fd)
{
	NEXT(int, "fsync", (int), (fd));
}

int
fdatasync(int fd)
{
	NEXT(int, "fdatasync", (int), (fd));
}

ssize_t
write(int fd, const void *data, size_t n)
{
	NEXT(ssize_t, "write", (int, const void *, size_t), (fd, data, n));
}

ssize_t
pwrite(int fd, const void *data, size_t n, off_t at)
{
	NEXT(ssize_t, "pwrite", (int, const void *, size_t, off_t),
		 (fd, data, n, at));
}

ssize_t
pwrite64(int fd, const void *data, size_t n, off64_t at)
{
	NEXT(ssize_t, "pwrite64", (int, const void *, size_t, off64_t),
		 (fd, data, n, at));
}
