/*
 * hfile_file.c
 *		A file of the server as a source for core. It is read in windows, so
 *		that a block and its header come with one read.
 */
#include "pg/base/compat.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/fd.h"

#include "core/base/crc32c.h"
#include "pg/file/dir_at.h"
#include "pg/hfile/hfile_file.h"

#define WINDOW_SIZE		(256 * 1024)

#define READ_FLAGS		(O_RDONLY | O_NONBLOCK | PG_BINARY)

struct HFileFile
{
	char	   *path;
	int			fd;
	bool		below;			/* opened below a folder */
	uint64		size;
	uint64		window_at;		/* offset of the bytes in the window */
	size_t		window_len;
	bool		has_crc;
	uint32		crc;			/* of the bytes before offset "summed" */
	uint64		summed;
	uint8	   *window;
};

/*
 * Set up an opened file; raises an error if fd is -1 (with errno) or not a
 * regular file.
 */
static HFileFile *
begin(int fd, bool below, const char *path, bool summed)
{
	HFileFile  *file;
	struct stat st;

	if (fd < 0 && errno == ELOOP)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is a symbolic link", path),
				 errhint("Give the path of the file itself.")));
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", path)));
	if (fstat(fd, &st) < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s\": %m", path)));
	if (!S_ISREG(st.st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a regular file", path)));
	file = palloc0(sizeof(HFileFile));
	file->path = pstrdup(path);
	file->fd = fd;
	file->below = below;
	file->size = st.st_size;
	file->window = palloc(WINDOW_SIZE);
	file->has_crc = summed;
	return file;
}

HFileFile *
hfile_file_open(const char *path, bool summed)
{
	return begin(OpenTransientFile(path, READ_FLAGS | O_NOFOLLOW), false,
				 path, summed);
}

HFileFile *
hfile_file_open_below(int folder, const char *name, const char *path,
					  bool summed)
{
	return begin(dir_at_open_owned(folder, name, READ_FLAGS, 0), true,
				 path, summed);
}

void
hfile_file_close(HFileFile *file)
{
	if (file->below)
		dir_at_close(file->fd);
	else
		CloseTransientFile(file->fd);
	pfree(file->window);
	pfree(file->path);
	pfree(file);
}

const char *
hfile_file_path(const HFileFile *file)
{
	return file->path;
}

uint64
hfile_file_size(const HFileFile *file)
{
	return file->size;
}

uint64
hfile_file_reached(const HFileFile *file)
{
	return file->window_at + file->window_len;
}

/* Read exactly n bytes at offset. */
static void
read_exactly(HFileFile *file, uint64 offset, uint8 *dst, size_t n)
{
	while (n > 0)
	{
		ssize_t		got;

		CHECK_FOR_INTERRUPTS();
		got = pread(file->fd, dst, Min(n, WINDOW_SIZE), (off_t) offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not read file \"%s\": %m", file->path)));
		if (got == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("file \"%s\" was truncated while it was read",
							file->path)));
		dst += got;
		offset += got;
		n -= got;
	}
}

/*
 * Add to the checksum those of n bytes at offset that follow the bytes summed.
 */
static void
sum(HFileFile *file, uint64 offset, const uint8 *p, size_t n)
{
	if (!file->has_crc || offset > file->summed || offset + n <= file->summed)
		return;
	p += file->summed - offset;
	n -= file->summed - offset;
	file->crc = crc32c(file->crc, p, n);
	file->summed += n;
}

/* Read the window from offset on. */
static void
move_window(HFileFile *file, uint64 offset)
{
	size_t		n = Min(file->size - offset, WINDOW_SIZE);

	file->window_len = 0;
	read_exactly(file, offset, file->window, n);
	file->window_at = offset;
	file->window_len = n;
	sum(file, offset, file->window, n);
}

static bool
read_file(void *context, uint64_t offset, void *dst, size_t n, CoreError *err)
{
	HFileFile  *file = context;

	if (n > WINDOW_SIZE)
	{
		read_exactly(file, offset, dst, n);
		sum(file, offset, dst, n);
		return true;
	}
	if (offset < file->window_at ||
		offset + n > file->window_at + file->window_len)
		move_window(file, offset);
	core_copy(dst, file->window + (offset - file->window_at), n);
	return true;
}

HFileSource
hfile_file_source(HFileFile *file)
{
	return (
		HFileSource) {.read = read_file, .context = file, .size = file->size};
}

uint32
hfile_file_crc(HFileFile *file)
{
	Assert(file->has_crc);
	while (file->summed < file->size)
	{
		CHECK_FOR_INTERRUPTS();
		move_window(file, file->summed);
	}
	return file->crc;
}
