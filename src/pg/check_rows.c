/*
 * check_rows.c
 *		The rows of an HBase-shaped relation as they come, bad ones too.
 */
#include "compat.h"

#include "access/relation.h"
#include "utils/rel.h"

#include "check_rows.h"
#include "relation_rows.h"

/* A table with more rows is read by sample, of about SAMPLE_ROWS. */
#define LARGE_TABLE		5000000
#define SAMPLE_ROWS		1000000

/* ---- samples -------------------------------------------------------------- */

double
check_percent(const Definition *def, bool missing, double given)
{
	if (missing)
	{
		Relation	rel = relation_open(def->relid, AccessShareLock);
		double		rows = rel->rd_rel->reltuples;

		relation_close(rel, NoLock);
		return rows > LARGE_TABLE ? 100.0 * SAMPLE_ROWS / rows : 100;
	}
	if (!(given > 0 && given <= 100))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("percentage %g is not between 0 and 100", given)));
	return given;
}

/* ---- rows ------------------------------------------------------------------ */

typedef struct Checking
{
	const Definition *def;
	CheckRowFunction row;
	CollectFunction note;
	void	   *context;
	uint64		of_keys;		/* refusals that no row was seen of yet: of keys, */
	uint64		of_cells;		/* and of cells */
} Checking;

static bool
claim(uint64 *refusals)
{
	if (*refusals == 0)
		return false;
	--*refusals;
	return true;
}

static void
see_row(void *context, const RelationRow *row)
{
	Checking   *checking = context;
	CheckRow	seen = {.key = row->key, .families = row->families,
	.has_time = row->has_time, .time = row->time};

	/* a row without a key may have none for another reason */
	seen.refused = seen.key_refused = row->key == NULL && claim(&checking->of_keys);
	for (int i = 0; i < checking->def->nfamilies; i++)
		if (row->families[i].cells > 0 && collect_is_refused(&row->families[i]))
		{
			seen.refused = true;
			/* a cell may hold what a function of keys makes */
			if (!claim(&checking->of_cells))
				claim(&checking->of_keys);
		}
	checking->row(checking->context, &seen);
}

static void
see_note(void *context, const CollectNote *note)
{
	Checking   *checking = context;

	if (note->of_key)
		checking->of_keys++;
	else
		checking->of_cells++;
	checking->note(checking->context, note);
}

void
check_rows(const CheckQuery *query, CheckRowFunction row, CollectFunction note, void *context)
{
	Checking	checking = {.def = query->def, .row = row, .note = note, .context = context};
	RelationQuery rows = {.def = query->def, .note = see_note,
	.time_column = query->time_column, .from = relation_sample_from(query->def, query->percent)};

	relation_rows(&rows, see_row, &checking);
}
