/*
 * export_dir.c
 *		A folder of files that is published as a whole or not at all.
 *
 * The files are written to "<parent>/.<name>.partial-<random>" and flushed,
 * and the folder is renamed. A lock on the hidden folder is held as long as
 * its process runs: it distinguishes a folder being written from one left by a
 * crash.
 *
 * Other users may own the parent and move or replace any name in it at any
 * time. So the parent and the hidden folder are opened once, all work uses
 * these two descriptors (dir_at.h), and nobody else can enter the hidden
 * folder until it is complete. A name in the parent is accepted only if device
 * and inode show that it is our folder.
 */
#include "pg/base/compat.h"

#include <sys/file.h>
#include <unistd.h>

#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "replication/message.h"
#include "storage/fd.h"
#include "utils/memutils.h"

#include "core/base/crc32c.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_run.h"
#include "pg/file/dir_at.h"
#include "pg/file/server_path.h"

/* Writes of at least this size bypass the buffer. */
#define DIRECT_SIZE		(48 * 1024)

/* Begin to flush a file each time when this many bytes have been written. */
#define FLUSH_SIZE		(64 * 1024 * 1024)

/* Hexadecimal digits at the end of a hidden folder's name. */
#define RANDOM_DIGITS	16

/* Beginning of the names of the folders of a run's parts. */
#define PART_PREFIX		".part-"

struct ExportDir
{
	char		path[MAXPGPATH];	/* after publication */
	char		parent_path[MAXPGPATH];	/* for messages */
	char		hidden[MAXPGPATH];	/* names of the hidden folder and its
									 * mark; "": not created yet */
	const char *name;			/* in the parent, after publication */
	ExportModes modes;
	int			parent;			/* descriptors; -1: not open yet */
	int			fd;				/* locked while the folder is written */
	DirAtId		id;				/* of the folder */
	SubTransactionId subid;		/* the subtransaction that began it */
	bool		at_commit;		/* complete; the commit publishes it */
	const char *pending;		/* name of a file before the commit */
	const char *committed;		/* and after it */
	bool		published;
	bool		keep;			/* do not remove it: published, committed,
								 * or of another session */
	ExportTake	take;			/* gets the bytes; NULL: there is a folder */
	void	   *take_context;
	struct ExportDir *next;		/* list of all open in this session */
};

struct ExportFile
{
	const ExportDir *dir;
	char		path[MAXPGPATH];	/* for messages; of a stream: within it */
	mode_t		mode;
	int			fd;
	uint32		crc;
	off_t		written;
	off_t		flushed;		/* of this: on its way to the disk */
	size_t		buffered;
	uint8_t		buffer[256 * 1024];
};

static ExportDir *open_dirs = NULL;

static void check_before_commit(const ExportDir *dir);

/* ---- removal ------------------------------------------------------------ */

/* Remove the folder wherever it is now, if it still has one of its names. */
static void
remove_all(const ExportDir *dir)
{
	const char *name = dir->published ? dir->name : dir->hidden;
	struct stat st;

	errno = dir_at_remove(dir->parent, name, dir->fd, dir->hidden);
	/* the end of a run removes its parts */
	if (errno == ESTALE && fstat(dir->fd, &st) == 0 && st.st_nlink == 0)
		return;
	if (errno == ESTALE)
		ereport(WARNING,
			(errmsg("could not remove directory \"%s/%s\"", dir->parent_path,
					name),
			 errdetail(
				 "Another process moved or replaced it. It is empty now.")));
	else if (errno != 0)
		ereport(WARNING,
				(errcode_for_file_access(),
				 errmsg("could not remove directory \"%s/%s\": %m",
						dir->parent_path, name)));
}

/*
 * Forget a folder and remove its files. Raises no error, because it runs at
 * the end of a transaction.
 */
static void
discard(ExportDir *dir)
{
	for (ExportDir **p = &open_dirs; *p != NULL; p = &(*p)->next)
	{
		if (*p == dir)
		{
			*p = dir->next;
			break;
		}
	}
	if (dir->fd >= 0)
	{
		if (!dir->keep)
			remove_all(dir);
		dir_at_close(dir->fd);
	}
	else if (dir->hidden[0] != '\0' && !dir->keep)
		unlinkat(dir->parent, dir->hidden, AT_REMOVEDIR);	/* now empty */
	if (dir->parent >= 0)
		dir_at_close(dir->parent);
	pfree(dir);
}

/* Check that the folders that wait for the commit can get their names. */
static void
before_commit(bool prepare)
{
	for (ExportDir *dir = open_dirs; dir != NULL; dir = dir->next)
	{
		if (!dir->at_commit)
			continue;
		if (prepare)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot PREPARE a transaction that has exported a delta"),
					 errhint("Use COMMIT, which publishes the folder.")));
		check_before_commit(dir);
	}
}

/*
 * The commit record is on disk, so errors are no longer possible: a folder
 * that cannot be renamed stays hidden, and export_dir_resume() can publish it
 * later. Older folders come first.
 */
static void
after_commit(ExportDir *dir)
{
	int			error;

	if (dir == NULL)
		return;
	after_commit(dir->next);
	if (!dir->at_commit)
		return;
	dir->keep = true;
	error = export_dir_publish_quietly(dir);
	if (error == 0)
		return;
	errno = error;
	ereport(WARNING,
			(errcode_for_file_access(),
			 errmsg("could not publish directory \"%s/%s\" as \"%s\": %m",
					dir->parent_path, dir->hidden, dir->path),
			 errdetail("Its transaction has committed."),
			 errhint("Remove the cause and call hbase.finish_deltas('%s').",
					 dir->parent_path)));
}

static void
at_transaction_end(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE)
		before_commit(event == XACT_EVENT_PRE_PREPARE);
	if (event == XACT_EVENT_COMMIT)
		after_commit(open_dirs);
	if (event == XACT_EVENT_ABORT || event == XACT_EVENT_PARALLEL_ABORT ||
		event == XACT_EVENT_COMMIT)
	{
		while (open_dirs != NULL)
			discard(open_dirs);
	}
}

static void
at_subtransaction_end(SubXactEvent event, SubTransactionId subid,
					  SubTransactionId parent, void *arg)
{
	ExportDir  *next;

	for (ExportDir *dir = open_dirs; dir != NULL; dir = next)
	{
		next = dir->next;
		if (dir->subid != subid)
			continue;
		if (event == SUBXACT_EVENT_ABORT_SUB)
			discard(dir);
		else if (event == SUBXACT_EVENT_COMMIT_SUB)
			dir->subid = parent;
	}
}

/* ---- creation ----------------------------------------------------------- */

static void raise_replaced(const ExportDir *dir,
						   const char *name) pg_attribute_noreturn();

/* Raise the error that somebody replaced the name in the parent. */
static void
raise_replaced(const ExportDir *dir, const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("another process moved or replaced \"%s/%s\" during the export",
					dir->parent_path, name),
			 errhint("Choose a folder in which only the operating system user of the server can rename files.")));
}

/*
 * The target must be missing or an empty folder; it must not be a symbolic
 * link.
 */
static void
check_target(const ExportDir *dir)
{
	int			fd;
	int			empty;

	fd = dir_at_open_owned(dir->parent, dir->name, DIR_AT_FOLDER, 0);
	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0 && (errno == ENOTDIR || errno == ELOOP))
		ereport(ERROR,
			(errcode(ERRCODE_DUPLICATE_FILE),
			 errmsg("\"%s\" already exists and is not a directory", dir->path),
			 errhint("Name a folder that is missing or empty; symbolic links are not followed.")));
	empty = fd < 0 ? -1 : dir_at_is_empty(fd);
	if (empty < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", dir->path)));
	dir_at_close(fd);
	if (empty == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_FILE),
				 errmsg("folder \"%s\" is not empty", dir->path),
				 errhint("Remove its contents, or choose another folder.")));
}

/* Raise an error if the name of a file to be published exists. */
static void
check_missing(const ExportDir *dir)
{
	struct stat st;

	if (fstatat(dir->parent, dir->name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_FILE),
				 errmsg("\"%s\" already exists", dir->path),
				 errhint("Remove it, or choose another name.")));
	if (errno != ENOENT)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s\": %m", dir->path)));
}

/*
 * Until it is published, a hidden folder holds an empty file with the folder's
 * own name, the mark. The owner of the parent can rename any folder in it to a
 * hidden name, but cannot create this file in a folder of ours.
 */
static bool
has_mark(int fd, const char *hidden)
{
	struct stat st;

	return fstatat(fd, hidden, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		S_ISREG(st.st_mode) && st.st_uid == geteuid();
}

static int
make_mark(int fd, const char *hidden)
{
	int			mark = dir_at_open(fd, hidden, O_WRONLY | O_CREAT | O_EXCL,
								   S_IRUSR | S_IWUSR);

	return mark < 0 ? errno : dir_at_close(mark) != 0 ? errno : 0;
}

/* True if the name is a hidden folder's: the prefix and a random number. */
static bool
is_hidden_name(const char *name, const char *prefix)
{
	size_t		len = strlen(prefix);

	return strncmp(name, prefix, len) == 0 &&
		strlen(name + len) == RANDOM_DIGITS &&
		strspn(name + len, "0123456789abcdef") == RANDOM_DIGITS;
}

/*
 * Remove a hidden folder if it is ours and its process has ended; keep it if
 * its transaction may have committed.
 */
static bool
remove_leftover(int parent, const char *name)
{
	int			fd = dir_at_open(parent, name, DIR_AT_FOLDER, 0);
	struct stat st;
	ExportRunHead head;
	bool		removed = false;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
		flock(fd, LOCK_EX | LOCK_NB) == 0 &&
		!export_run_read_pending(fd, &head))
	{
		/* without a mark, it is ours only if it is empty */
		if (has_mark(fd, name))
			removed = dir_at_remove(parent, name, fd, name) == 0;
		else
			removed = unlinkat(parent, name, AT_REMOVEDIR) == 0;
	}
	dir_at_close(fd);
	return removed;
}

/* Remove the hidden folders of earlier attempts whose process has ended. */
static void
remove_leftovers(const ExportDir *dir, const char *prefix)
{
	List	   *names = dir_at_list(dir->parent, dir->parent_path);
	ListCell   *lc;

	foreach(lc, names)
	{
		const char *name = lfirst(lc);

		if (is_hidden_name(name, prefix) && remove_leftover(dir->parent, name))
			ereport(NOTICE,
					(errmsg("removed \"%s/%s\", left by an interrupted export",
							dir->parent_path, name)));
	}
	list_free_deep(names);
}

/*
 * Create and open the hidden folder. Others may replace the name in between:
 * the opened folder is accepted only if it is empty and ours.
 */
static void
make_hidden(ExportDir *dir)
{
	struct stat st;
	int			fd;
	int			error;

	if (mkdirat(dir->parent, dir->hidden, S_IRWXU) != 0)
	{
		bool		denied = errno == EACCES;

		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create directory \"%s/%s\": %m",
						dir->parent_path, dir->hidden),
				 denied ?
					 errhint("The operating system user of the server must be able to write in its parent directory.") :
					 0));
	}
	fd = dir_at_open_owned(dir->parent, dir->hidden, DIR_AT_FOLDER, 0);
	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP ||
				   errno == EACCES))
		raise_replaced(dir, dir->hidden);
	if (fd < 0 || fstat(fd, &st) != 0 || flock(fd, LOCK_EX | LOCK_NB) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not lock directory \"%s/%s\": %m",
						dir->parent_path, dir->hidden)));
	if (st.st_uid != geteuid() ||
		(st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) != S_IRWXU ||
		dir_at_is_empty(fd) != 1)
		raise_replaced(dir, dir->hidden);
	error = make_mark(fd, dir->hidden);
	if (error != 0)
	{
		errno = error;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s/%s/%s\": %m",
						dir->parent_path, dir->hidden, dir->hidden)));
	}
	dir_at_disown(fd);
	dir->id = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
	dir->fd = fd;
}

/* A folder of this path; neither it nor its parent is open. */
static ExportDir *
new_dir(const char *path)
{
	static bool registered = false;
	ExportDir  *dir;

	if (!registered)
	{
		RegisterXactCallback(at_transaction_end, NULL);
		RegisterSubXactCallback(at_subtransaction_end, NULL);
		registered = true;
	}
	dir = MemoryContextAllocZero(TopMemoryContext, sizeof(ExportDir));
	dir->parent = dir->fd = -1;
	dir->subid = GetCurrentSubTransactionId();
	dir->next = open_dirs;
	open_dirs = dir;

	strlcpy(dir->path, path, MAXPGPATH);
	strlcpy(dir->parent_path, path, MAXPGPATH);
	get_parent_directory(dir->parent_path);
	dir->name = strrchr(dir->path, '/') + 1;
	return dir;
}

/* The digits at the end of a hidden name: the first ones of a run. */
static void
run_digits(const char *run, char digits[RANDOM_DIGITS + 1])
{
	int			n = 0;

	for (const char *p = run; *p != '\0' && n < RANDOM_DIGITS; p++)
		if (*p != '-')
			digits[n++] = *p;
	digits[n] = '\0';
}

/* Random digits. */
static void
random_digits(char digits[RANDOM_DIGITS + 1])
{
	uint64		random;

	if (!pg_strong_random(&random, sizeof(random)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate a random name")));
	snprintf(digits, RANDOM_DIGITS + 1, "%0*llx", RANDOM_DIGITS,
			 (unsigned long long) random);
}

/*
 * Begin a folder; "check" verifies the present state of its name. The digits
 * are for the end of the hidden name.
 */
static ExportDir *
begin(const char *path, ExportModes modes,
	  void (*check) (const ExportDir *dir), const char *digits)
{
	ExportDir  *dir;
	char		clean[MAXPGPATH];
	char		prefix[MAXPGPATH + 16];

	server_path_check_write(path, clean);
	dir = new_dir(clean);
	dir->modes = modes;
	dir->parent = server_path_open_parent(
		dir->parent_path[0] == '\0' ? "/" : dir->parent_path);
	check(dir);
	snprintf(prefix, sizeof(prefix), ".%s.partial-", dir->name);
	remove_leftovers(dir, prefix);

	snprintf(dir->hidden, sizeof(dir->hidden), "%s%s", prefix, digits);
	make_hidden(dir);
	return dir;
}

ExportDir *
export_dir_begin(const char *path, ExportModes modes)
{
	char		digits[RANDOM_DIGITS + 1];

	random_digits(digits);
	return begin(path, modes, check_target, digits);
}

ExportDir *
export_dir_begin_file(const char *path, mode_t mode)
{
	ExportModes modes = {.file = mode, .dir = S_IRWXU};
	char		digits[RANDOM_DIGITS + 1];

	random_digits(digits);
	return begin(path, modes, check_missing, digits);
}

ExportDir *
export_dir_begin_stream(ExportTake take, void *context)
{
	ExportDir  *dir = palloc0(sizeof(ExportDir));

	dir->parent = dir->fd = -1;
	dir->take = take;
	dir->take_context = context;
	return dir;
}

const char *
export_dir_path(const ExportDir *dir)
{
	return dir->path;
}

DirAtId
export_dir_id(const ExportDir *dir)
{
	return dir->id;
}

/* ---- folders that several processes of one call write ------------------- */

void
export_dir_place(const ExportDir *dir, ExportDirPlace *place)
{
	strlcpy(place->path, dir->path, MAXPGPATH);
	strlcpy(place->parent_path, dir->parent_path, MAXPGPATH);
	strlcpy(place->hidden, dir->hidden, MAXPGPATH);
	place->id = dir->id;
	place->modes = dir->modes;
}

ExportDir *
export_dir_join(const ExportDirPlace *place)
{
	ExportDir  *dir = new_dir(place->path);
	struct stat st;

	dir->keep = true;
	dir->modes = place->modes;
	dir->id = place->id;
	strlcpy(dir->parent_path, place->parent_path, MAXPGPATH);
	dir->parent = server_path_open_parent(
		dir->parent_path[0] == '\0' ? "/" : dir->parent_path);
	dir->fd = dir_at_open(dir->parent, place->hidden, DIR_AT_FOLDER, 0);
	strlcpy(dir->hidden, place->hidden, MAXPGPATH);
	if (dir->fd < 0 || fstat(dir->fd, &st) != 0 ||
		st.st_dev != place->id.dev || st.st_ino != place->id.ino)
		raise_replaced(dir, dir->hidden);
	return dir;
}

/* ---- folders that several sessions write -------------------------------- */

ExportDir *
export_dir_begin_run(const char *path, ExportModes modes, const char *run)
{
	char		digits[RANDOM_DIGITS + 1];

	run_digits(run, digits);
	return begin(path, modes, check_target, digits);
}

ExportDir *
export_dir_find_run(const char *run)
{
	char		digits[RANDOM_DIGITS + 1];

	run_digits(run, digits);
	for (ExportDir *dir = open_dirs; dir != NULL; dir = dir->next)
	{
		size_t		len = strlen(dir->hidden);

		if (len > RANDOM_DIGITS && !dir->at_commit &&
			strcmp(dir->hidden + len - RANDOM_DIGITS, digits) == 0)
			return dir;
	}
	return NULL;
}

/* True if another session holds the lock of the folder. */
static bool
is_locked(int fd)
{
	if (flock(fd, LOCK_SH | LOCK_NB) != 0)
		return errno == EWOULDBLOCK;
	flock(fd, LOCK_UN);
	return false;
}

ExportDir *
export_dir_begin_part(const char *path, const char *run)
{
	ExportDir  *dir;
	char		clean[MAXPGPATH];
	char		hidden[MAXPGPATH];
	char		digits[RANDOM_DIGITS + 1];
	struct stat st;
	int			parent;

	server_path_check_write(path, clean);
	dir = new_dir(clean);
	parent = server_path_open_parent(
		dir->parent_path[0] == '\0' ? "/" : dir->parent_path);
	run_digits(run, digits);
	snprintf(hidden, sizeof(hidden), ".%s.partial-%s", dir->name, digits);
	dir->parent = dir_at_open(parent, hidden, DIR_AT_FOLDER, 0);
	dir_at_close(parent);
	/* nobody else can make a folder of ours with the mark */
	if (dir->parent < 0 || fstat(dir->parent, &st) != 0 ||
		st.st_uid != geteuid() || !has_mark(dir->parent, hidden) ||
		!is_locked(dir->parent))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("run %s of \"%s\" has ended, or does not exist", run,
						dir->path),
				 errhint("A run ends with the transaction that called hbase.export_begin().")));
	strlcat(dir->parent_path, "/", MAXPGPATH);
	strlcat(dir->parent_path, hidden, MAXPGPATH);
	random_digits(digits);
	snprintf(dir->hidden, sizeof(dir->hidden), PART_PREFIX "%s", digits);
	make_hidden(dir);
	return dir;
}

void
export_dir_set_modes(ExportDir *dir, ExportModes modes)
{
	dir->modes = modes;
}

void
export_dir_end_part(ExportDir *dir)
{
	if (!is_locked(dir->parent))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the run of \"%s\" has ended", dir->path)));
	dir->keep = true;
	discard(dir);
}

bool
export_dir_is_part(const char *name)
{
	return is_hidden_name(name, PART_PREFIX);
}

/* ---- within the folder -------------------------------------------------- */

void
export_dir_make(ExportDir *dir, const char *name)
{
	int			error = dir->take != NULL ? 0 :
		dir_at_make(dir->fd, name, dir->modes.dir);

	if (error != 0 && error != EEXIST)
	{
		errno = error;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create directory \"%s/%s/%s\": %m",
						dir->parent_path, dir->hidden, name)));
	}
}

void
export_dir_remove(ExportDir *dir, const char *name)
{
	int			fd = dir_at_open(dir->fd, name, DIR_AT_FOLDER, 0);

	if (fd < 0 && errno == ENOENT)
		return;
	if (fd >= 0)
	{
		int			error = dir_at_remove(dir->fd, name, fd, NULL);

		dir_at_close(fd);
		if (error == 0)
			return;
		errno = error;
	}
	ereport(ERROR,
			(errcode_for_file_access(),
			 errmsg("could not remove directory \"%s/%s/%s\": %m",
					dir->parent_path, dir->hidden, name)));
}

/* ---- publishing --------------------------------------------------------- */

void
export_dir_complete(ExportDir *dir)
{
	int			error;

	/* others can enter the folder from here on */
	error = fchmod(dir->fd, dir->modes.dir) != 0 ? errno :
		dir_at_flush_all(dir->fd);
	if (error == 0)
		return;
	errno = error;
	ereport(ERROR,
			(errcode_for_file_access(),
			 errmsg("could not fsync directory \"%s/%s\": %m",
					dir->parent_path, dir->hidden)));
}

int
export_dir_publish_quietly(ExportDir *dir)
{
	int			error;

	if (!dir_at_is(dir->parent, dir->hidden, &dir->id))
		return ESTALE;
	if (dir->pending != NULL)
	{
		/* a crash may have followed the first rename */
		if (renameat(dir->fd, dir->pending, dir->fd, dir->committed) != 0 &&
			errno != ENOENT)
			return errno;
		error = dir_at_flush(dir->fd);
		if (error != 0)
			return error;
	}
	/* of existing names, rename replaces only an empty folder */
	if (renameat(dir->parent, dir->hidden, dir->parent, dir->name) != 0)
		return errno;
	if (!dir_at_is(dir->parent, dir->name, &dir->id))
		return ESTALE;
	dir->published = true;
	unlinkat(dir->fd, dir->hidden, 0);
	error = dir_at_flush(dir->fd);
	return error != 0 ? error : dir_at_flush(dir->parent);
}

/* Publish, raising errors; the folder is removed on an error. */
static void
publish(ExportDir *dir)
{
	int			error = export_dir_publish_quietly(dir);

	if (error == ESTALE)
		raise_replaced(dir, dir->hidden);
	if (error == 0)
		return;
	errno = error;
	ereport(ERROR,
			(errcode_for_file_access(),
			 errmsg("could not publish directory \"%s/%s\" as \"%s\": %m",
					dir->parent_path, dir->hidden, dir->path)));
}

/*
 * Commits of other sessions can be visible before they are on disk. Flush the
 * WAL up to here, so that a crash cannot undo what this session has seen. On a
 * standby, the WAL is on disk already.
 */
static void
flush_commits(void)
{
	if (!RecoveryInProgress())
		XLogFlush(compat_log_message("hbase_schema"));
}

void
export_dir_publish(ExportDir *dir)
{
	export_dir_complete(dir);
	flush_commits();
	publish(dir);
	dir->keep = true;
	discard(dir);
}

/* Check for whatever would prevent the rename of the folder. */
static void
check_before_commit(const ExportDir *dir)
{
	if (!dir_at_is(dir->parent, dir->hidden, &dir->id))
		raise_replaced(dir, dir->hidden);
	check_target(dir);
	for (ExportDir *other = dir->next; other != NULL; other = other->next)
		if (other->at_commit && strcmp(other->path, dir->path) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_FILE),
					 errmsg("two deltas of this transaction have the same folder \"%s\"",
							dir->path)));
}

void
export_dir_publish_at_commit(ExportDir *dir, const char *pending,
							 const char *committed)
{
	int			error;

	export_dir_complete(dir);
	error = dir_at_flush(dir->parent);
	if (error != 0)
	{
		errno = error;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not fsync directory \"%s\": %m",
						dir->parent_path)));
	}
	ForceSyncCommit();
	dir->pending = pending;
	dir->committed = committed;
	dir->at_commit = true;
}

/* ---- after a crash ----------------------------------------------------- */

bool
export_dir_is_hidden(const char *name)
{
	const char *prefix = strstr(name, ".partial-");

	/* the last match */
	for (const char *p = prefix; p != NULL; p = strstr(p + 1, ".partial-"))
		prefix = p;
	return name[0] == '.' && prefix != NULL && prefix > name + 1 &&
		is_hidden_name(prefix, ".partial-");
}

ExportDir *
export_dir_resume(int parent, const char *parent_path, const char *hidden,
				  bool *running)
{
	ExportDir  *dir;
	struct stat st;
	char		path[MAXPGPATH];
	int			len = strlen(hidden) - strlen("..partial-") - RANDOM_DIGITS;

	*running = false;
	if (snprintf(path, sizeof(path), "%s/%.*s", parent_path, len,
				 hidden + 1) >= sizeof(path))
		return NULL;
	dir = new_dir(path);
	dir->keep = true;
	dir->parent = dir_at_again(parent);
	dir->fd = dir_at_open(parent, hidden, DIR_AT_FOLDER, 0);
	strlcpy(dir->hidden, hidden, MAXPGPATH);
	/* the writer locks the folder before it creates the mark */
	if (dir->parent >= 0 && dir->fd >= 0 && fstat(dir->fd, &st) == 0 &&
		st.st_uid == geteuid() && has_mark(dir->fd, hidden))
	{
		dir->id = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
		/* the session that held the lock may have published it */
		if (flock(dir->fd, LOCK_EX | LOCK_NB) != 0)
			*running = errno == EWOULDBLOCK;
		else if (dir_at_is(parent, hidden, &dir->id))
			return dir;
	}
	dir->hidden[0] = '\0';
	discard(dir);
	return NULL;
}

int
export_dir_fd(const ExportDir *dir)
{
	return dir->fd;
}

int
export_dir_parent_fd(const ExportDir *dir)
{
	return dir->parent;
}

void
export_dir_resume_publish(ExportDir *dir, const char *pending,
						  const char *committed)
{
	dir->pending = pending;
	dir->committed = committed;
	publish(dir);
	discard(dir);
}

void
export_dir_leave(ExportDir *dir, bool remove)
{
	dir->keep = !remove;
	discard(dir);
}

void
export_dir_publish_file(ExportDir *dir, const char *name)
{
	struct stat st;
	DirAtId		id;
	int			error;

	check_missing(dir);
	flush_commits();
	if (fstatat(dir->fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		error = errno;
	else
		error = dir_at_rename_new(dir->fd, name, dir->parent, dir->name);
	if (error == 0)
	{
		id = (DirAtId) {.dev = st.st_dev, .ino = st.st_ino};
		if (!dir_at_is(dir->parent, dir->name, &id))
			raise_replaced(dir, dir->name);
		error = dir_at_flush(dir->parent);
	}
	if (error != 0)
	{
		errno = error;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not publish file \"%s\": %m", dir->path)));
	}
	discard(dir);
}

/* ---- files -------------------------------------------------------------- */

ExportFile *
export_file_begin(ExportDir *dir, const char *name)
{
	ExportFile *file = palloc(sizeof(ExportFile));

	file->dir = dir;
	file->mode = dir->modes.file;
	file->buffered = 0;
	file->written = file->flushed = 0;
	file->crc = 0;
	file->fd = -1;
	if (dir->take != NULL)
	{
		strlcpy(file->path, name, MAXPGPATH);
		return file;
	}
	if (snprintf(file->path, MAXPGPATH, "%s/%s/%s", dir->parent_path,
				 dir->hidden, name) >= MAXPGPATH)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("path \"%s/%s\" is too long", dir->path, name),
				 errhint("Choose a shorter path.")));
	file->fd = dir_at_open_owned(dir->fd, name,
								 O_WRONLY | O_CREAT | O_EXCL | PG_BINARY,
								 S_IRUSR | S_IWUSR);
	if (file->fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not create file \"%s\": %m", file->path)));
	return file;
}

/*
 * Have the system write what is not yet on its way to the disk, so that the
 * fsync at the end, which cannot be canceled, is short.
 */
static void
begin_flush(ExportFile *file)
{
#ifdef HAVE_SYNC_FILE_RANGE
	if (!enableFsync || file->written - file->flushed < FLUSH_SIZE)
		return;
	/* errors are reported by the fsync */
	(void) sync_file_range(file->fd, file->flushed,
						   file->written - file->flushed,
						   SYNC_FILE_RANGE_WRITE);
	file->flushed = file->written;
#endif
}

/* Write bytes to the file. */
static void
write_out(ExportFile *file, const uint8_t *p, size_t n)
{
	if (file->dir->take != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		if (n > 0)
			file->dir->take(file->dir->take_context, file->path, p, n);
		return;
	}
	while (n > 0)
	{
		ssize_t		done;

		CHECK_FOR_INTERRUPTS();
		errno = 0;
		done = write(file->fd, p, Min(n, 1024 * 1024));
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
		{
			if (errno == 0)
				errno = ENOSPC;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not write file \"%s\": %m", file->path)));
		}
		p += done;
		n -= done;
		file->written += done;
		begin_flush(file);
	}
}

void
export_file_write(ExportFile *file, const void *data, size_t n)
{
	file->crc = crc32c(file->crc, data, n);
	if (n > sizeof(file->buffer) - file->buffered || n >= DIRECT_SIZE)
	{
		write_out(file, file->buffer, file->buffered);
		file->buffered = 0;
	}
	if (n >= DIRECT_SIZE)
	{
		write_out(file, data, n);
		return;
	}
	memcpy(file->buffer + file->buffered, data, n);
	file->buffered += n;
}

static bool
write_to_file(void *context, const void *data, size_t n, CoreError *err)
{
	export_file_write(context, data, n);
	return true;
}

HFileSink
export_file_sink(ExportFile *file)
{
	return (HFileSink) {.write = write_to_file, .context = file};
}

void
export_file_end(ExportFile *file, uint32 *crc)
{
	write_out(file, file->buffer, file->buffered);
	if (crc != NULL)
		*crc = file->crc;
	if (file->dir->take != NULL)
	{
		pfree(file);
		return;
	}
	if (fchmod(file->fd, file->mode) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not set the mode of file \"%s\": %m",
						file->path)));
	if (pg_fsync(file->fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not fsync file \"%s\": %m", file->path)));
	if (dir_at_close(file->fd) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", file->path)));
	pfree(file);
}

void
export_dir_write_text(ExportDir *dir, const char *name, const char *text,
					  bool executable)
{
	ExportFile *file = export_file_begin(dir, name);

	/* executable by everyone who can read it */
	if (executable)
		file->mode |= (file->mode & (S_IRUSR | S_IRGRP | S_IROTH)) >> 2;
	export_file_write(file, text, strlen(text));
	export_file_end(file, NULL);
}
