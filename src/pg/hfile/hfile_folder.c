/*
 * hfile_folder.c
 *		A folder of the server with one folder of HFiles for each column
 *		family.
 */
#include "pg/base/compat.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/fd.h"

#include "core/hfile/hfile_reader.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/file/dir_at.h"
#include "pg/hfile/hfile_file.h"
#include "pg/hfile/hfile_folder.h"

/* A file, and its descriptor while it is open. */
typedef struct OpenFile
{
	FolderFile	known;
	HFileFile  *file;
} OpenFile;

struct HFileFolder
{
	int			fd;				/* of the directory */
	int			nfiles;
	OpenFile   *files;
	HFileMerge *merge;
	HFileMergeStart *starts;
	FolderFailed failed;
	void	   *context;
	uint64		closed_bytes;	/* size of the files read to their end */
	CellTagCounts *tag_counts;	/* NULL: tags are skipped */
	int64		now;
};

/* ---- file names --------------------------------------------------------- */

/*
 * True if a bulk load skips a file of this name: hidden files, references (hex
 * digits and a dot) and links (table=region-file). Compared with
 * LoadIncrementalHFiles.visitBulkHFiles, StoreFileInfo.isReference and
 * HFileLink.isHFileLink of HBase 2.6.1.
 */
static bool
is_passed_over(const char *name)
{
	size_t		digits = strspn(name, "0123456789abcdef");
	const char *equals = strchr(name, '=');

	return name[0] == '.' || name[0] == '_' ||
		(digits > 0 && name[digits] == '.') ||
		(equals != NULL && strchr(equals, '-') != NULL);
}

static int
open_directory(const char *directory)
{
	int			fd = OpenTransientFile(directory, DIR_AT_FOLDER);

	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", directory)));
	return fd;
}

/* Get the kind of a name in a folder; a symbolic link is an error. */
static void
look_at(int folder, const char *folder_path, const char *name, struct stat *st)
{
	if (fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s/%s\": %m", folder_path,
						name)));
	if (S_ISLNK(st->st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s/%s\" is a symbolic link", folder_path, name),
				 errhint("Give the path of the file itself.")));
}

/*
 * Raise an error for a name that cannot be printed; HBase's own are hex
 * digits.
 */
static void
check_name(const char *path, const char *name)
{
	int			len = strlen(name);

	if (pg_encoding_verifymbstr(PG_UTF8, name, len) != len)
		ereport(ERROR,
				(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
				 errmsg("folder \"%s\" contains a name that is not UTF-8",
						path)));
}

static List *
list_family(List *paths, int directory, const char *directory_path,
			const char *family)
{
	char	   *path = psprintf("%s/%s", directory_path, family);
	int			folder;
	ListCell   *lc;

	folder = dir_at_open_owned(directory, family, DIR_AT_FOLDER, 0);
	if (folder < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", path)));
	foreach(lc, dir_at_list(folder, path))
	{
		const char *name = lfirst(lc);
		struct stat st;

		if (is_passed_over(name))
			continue;
		check_name(path, name);
		look_at(folder, path, name, &st);
		if (S_ISREG(st.st_mode))
			paths = lappend(paths, psprintf("%s/%s", family, name));
	}
	dir_at_close(folder);
	return paths;
}

static int
compare_paths(const ListCell *a, const ListCell *b)
{
	return strcmp(lfirst(a), lfirst(b));
}

List *
hfile_folder_list(const char *directory)
{
	int			folder = open_directory(directory);
	List	   *paths = NIL;
	ListCell   *lc;

	foreach(lc, dir_at_list(folder, directory))
	{
		const char *name = lfirst(lc);
		struct stat st;
		CoreError	err;

		/* a bulk load skips folders whose name is not a family's */
		if (!cell_check_family((const uint8_t *) name, strlen(name), &err))
			continue;
		check_name(directory, name);
		look_at(folder, directory, name, &st);
		if (S_ISDIR(st.st_mode))
			paths = list_family(paths, folder, directory, name);
	}
	CloseTransientFile(folder);
	list_sort(paths, compare_paths);
	return paths;
}

/* ---- reading them ------------------------------------------------------- */

void
hfile_folder_raise(const HFileFolder *folder, int file, const CoreError *err)
{
	ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("%s", err->message),
			 err->detail[0] ? errdetail("%s", err->detail) : 0,
			 err->hint[0] ? errhint("%s", err->hint) : 0,
			 errcontext("HFile \"%s\"", folder->files[file].known.full_path)));
}

static void
fail(HFileFolder *folder, OpenFile *file, const CoreError *err)
{
	file->known.failed = true;
	folder->failed(folder->context, folder, file - folder->files, err);
}

static HFileReader *
open_reader(const HFileFolder *folder, OpenFile *file, CoreError *err)
{
	HFileSource source;

	file->file = hfile_file_open_below(folder->fd, file->known.path,
									   file->known.full_path, true);
	source = hfile_file_source(file->file);
	return hfile_reader_new(&source, false, err);
}

static void
close_file(OpenFile *file)
{
	hfile_file_close(file->file);
	file->file = NULL;
}

/* Read the file's first row. */
static void
look_into(HFileFolder *folder, OpenFile *file)
{
	const uint8_t *row;
	uint32_t	len;
	CoreError	err;
	HFileReader *reader = open_reader(folder, file, &err);

	file->known.size = hfile_file_size(file->file);
	if (reader == NULL)
		fail(folder, file, &err);
	else
	{
		if (!hfile_reader_first_row(reader, &row, &len, &err))
			fail(folder, file, &err);
		else
			file->known.first_row = rowkey_from_bytes(row, len);
		hfile_reader_free(reader);
	}
	close_file(file);
}

static HFileReader *
open_for_merge(void *context, int number, CoreError *err)
{
	HFileFolder *folder = context;
	HFileReader *reader = open_reader(folder, &folder->files[number], err);

	if (reader != NULL)
		hfile_reader_count_tags(reader, folder->now, folder->tag_counts);
	return reader;
}

static void
close_for_merge(void *context, int number)
{
	HFileFolder *folder = context;
	OpenFile   *file = &folder->files[number];

	if (!file->known.failed)
	{
		file->known.crc = hfile_file_crc(file->file);
		file->known.read = true;
		folder->closed_bytes += file->known.size;
	}
	close_file(file);
}

static void
failed_in_merge(void *context, int number, const CoreError *err)
{
	HFileFolder *folder = context;

	fail(folder, &folder->files[number], err);
}

HFileFolder *
hfile_folder_open(const char *directory, List *paths, FolderFailed failed,
				  void *context)
{
	HFileFolder *folder = palloc0(sizeof(HFileFolder));
	HFileMergeHost host = {.open = open_for_merge, .close = close_for_merge,
		.failed = failed_in_merge, .context = folder};
	ListCell   *lc;

	folder->fd = open_directory(directory);
	folder->files = palloc0(sizeof(OpenFile) * (list_length(paths) + 1));
	folder->starts = palloc0(sizeof(HFileMergeStart) *
							 (list_length(paths) + 1));
	folder->failed = failed;
	folder->context = context;
	foreach(lc, paths)
	{
		OpenFile   *file = &folder->files[folder->nfiles];
		HFileMergeStart *start = &folder->starts[folder->nfiles++];

		CHECK_FOR_INTERRUPTS();
		file->known.path = lfirst(lc);
		file->known.full_path = psprintf("%s/%s", directory, file->known.path);
		look_into(folder, file);
		if (file->known.failed)
			continue;
		start->row = (const uint8_t *) VARDATA_ANY(file->known.first_row);
		start->len = VARSIZE_ANY_EXHDR(file->known.first_row);
	}
	folder->merge = hfile_merge_new(&host, folder->starts, folder->nfiles);
	return folder;
}

void
hfile_folder_count_tags(HFileFolder *folder, int64 now, CellTagCounts *counts)
{
	folder->now = now;
	folder->tag_counts = counts;
}

int
hfile_folder_count(const HFileFolder *folder)
{
	return folder->nfiles;
}

const FolderFile *
hfile_folder_file(const HFileFolder *folder, int file)
{
	return &folder->files[file].known;
}

bool
hfile_folder_next(HFileFolder *folder, HFileMergeRow *row)
{
	return hfile_merge_next(folder->merge, row);
}

uint64
hfile_folder_bytes(const HFileFolder *folder)
{
	uint64		bytes = folder->closed_bytes;

	for (int i = 0; i < folder->nfiles; i++)
		if (folder->files[i].file != NULL)
			bytes += hfile_file_reached(folder->files[i].file);
	return bytes;
}

uint64
hfile_folder_size(const HFileFolder *folder)
{
	uint64		bytes = 0;

	for (int i = 0; i < folder->nfiles; i++)
		bytes += folder->files[i].known.size;
	return bytes;
}

void
hfile_folder_close(HFileFolder *folder)
{
	hfile_merge_free(folder->merge);
	CloseTransientFile(folder->fd);
	pfree(folder->starts);
	pfree(folder->files);
	pfree(folder);
}
