/*
 * file.c
 *		Files of the user: configuration files and reports.
 */
#include "client/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/message.h"

/* True if something has this name. */
bool
file_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

/*
 * The text of a regular file of at most this size, to free with free().
 * Returns NULL after a message; a missing file is not reported if "exists" is
 * given, which is then set.
 */
char *
file_read(const char *path, size_t max_size, bool *exists)
{
	int			fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	char	   *text;
	size_t		len = 0;
	ssize_t		n;

	if (exists)
		*exists = fd >= 0 || errno != ENOENT;
	if (fd < 0)
	{
		if (exists == NULL || *exists)
			message_error("could not open \"%s\": %s", path, strerror(errno));
		return NULL;
	}
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
	{
		message_error("\"%s\" is not a regular file", path);
		close(fd);
		return NULL;
	}
	text = memory_checked(malloc(max_size + 2));
	while (len <= max_size &&
		   (n = read(fd, text + len, max_size + 1 - len)) != 0)
	{
		if (n < 0)
		{
			message_error("could not read \"%s\": %s", path, strerror(errno));
			close(fd);
			free(text);
			return NULL;
		}
		len += n;
	}
	close(fd);
	text[len] = '\0';
	if (len > max_size || strlen(text) != len)
	{
		if (len > max_size)
			message_error("\"%s\" is larger than %zu bytes", path, max_size);
		else
			message_error("\"%s\" contains a zero byte", path);
		free(text);
		return NULL;
	}
	return text;
}

/*
 * Write a file as a whole: it has its old content, or the new one on disk,
 * even after a crash. Returns false after a message.
 */
bool
file_write(const char *path, const char *text)
{
	size_t		size = strlen(path) + sizeof(".XXXXXX");
	char	   *temporary = memory_checked(malloc(size));
	const char *failed = NULL;
	size_t		len = strlen(text);
	int			fd;

	snprintf(temporary, size, "%s.XXXXXX", path);
	fd = mkstemp(temporary);
	if (fd < 0)
	{
		message_error("could not create \"%s\": %s", temporary,
					  strerror(errno));
		free(temporary);
		return false;
	}
	while (len > 0 && failed == NULL)
	{
		ssize_t		n = write(fd, text, len);

		if (n < 0)
			failed = "write";
		else
		{
			text += n;
			len -= n;
		}
	}
	if (failed == NULL)
	{
		mode_t		mask = umask(0);

		umask(mask);
		if (fchmod(fd, 0666 & ~mask) != 0 || fsync(fd) != 0)
			failed = "write";
	}
	if (close(fd) != 0 && failed == NULL)
		failed = "write";
	if (failed == NULL && rename(temporary, path) != 0)
		failed = "rename";
	if (failed)
	{
		message_error("could not %s \"%s\": %s", failed, path,
					  strerror(errno));
		unlink(temporary);
	}
	free(temporary);
	return failed == NULL;
}
