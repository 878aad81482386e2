/*
 * check_rules.c
 *		Rules of hbase.check() for keys: one function for each rule, in the
 *		order in which the findings are shown.
 */
#include "pg/base/compat.h"

#include "lib/stringinfo.h"

#include "core/check/check_keys.h"
#include "core/check/check_layout.h"
#include "core/layout/layout_print.h"
#include "core/layout/record_types.h"
#include "pg/advice/check_findings.h"
#include "pg/advice/check_rules.h"

/* Key lengths in bytes: short; long; too long for an index; too long. */
#define SHORT_KEY		16
#define LONG_KEY		100
#define INDEXED_KEY		2692
#define LARGEST_KEY		32000

/* Fewer rows than this show no pattern. */
#define FEW_ROWS		30

/*
 * Shares from which writes go to one end of the table: in order of time, and
 * in the order in which the rows arrive.
 */
#define MONOTONIC_IN_TIME	0.5
#define MONOTONIC_ARRIVAL	0.9

/*
 * A bucket is skewed if it has this many times its share, given enough rows.
 */
#define SKEW			2
#define SKEW_KEYS		20

static char *
count(uint64 n, const char *what)
{
	return psprintf("%llu %s%s", (unsigned long long) n, what,
					n == 1 ? "" : "s");
}

static char *
label_of(const Layout *layout, int component)
{
	char	   *label = palloc(LAYOUT_LABEL_SIZE);

	layout_label(layout, component, label, LAYOUT_LABEL_SIZE);
	return label;
}

/* ---- rows without a key ------------------------------------------------- */

static void
rejected_rows(Check *check)
{
	check_find_examples(check, &check->rejects, CHECK_ERROR, "rejected",
						"hbase.rejects(relation) lists them all.");
}

static void
null_keys(Check *check)
{
	if (check->null_keys > 0)
		check_find(check, CHECK_ERROR, "null key", "key",
				   count(check->null_keys, "row"),
				   "A row without a key has no place in HBase.",
				   "Leave such rows out with WHERE, or give them a key.");
}

static void
empty_keys(Check *check)
{
	if (check->empty_keys > 0)
		check_find(check, CHECK_ERROR, "empty key", "key",
				   count(check->empty_keys, "row"),
				   "HBase takes keys of 1 to 32767 bytes; the empty one is a scan bound.",
				   "Leave such rows out with WHERE, or give them a key.");
}

/* ---- content of keys ---------------------------------------------------- */

static void
collisions(Check *check)
{
	check_find_examples(check, &check->collisions, CHECK_ERROR, "collision",
						"GROUP BY key HAVING count(*) > 1 lists them all.");
}

static void
misfits(Check *check)
{
	check_find_examples(check, &check->misfits, CHECK_ERROR, "layout",
						"NOT rowkey_conforms(layout, key) lists them all.");
}

static void
negative_numbers(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
		if (check->layouts[i].negatives > 0)
			check_find(check, CHECK_ERROR, "negative number",
					   layout_text(check->layouts[i].layout),
					   count(check->layouts[i].negatives, "key"),
					   "Under bytes a negative number sorts after all others.",
					   "Use the encoding phoenix or ordered.");
}

static void
order_of_values(Check *check)
{
	check_find_examples(check, &check->disorders, CHECK_ERROR, "order",
						"Encode the field with phoenix or ordered.");
}

/* A layout that all keys fit says whether the bytes are hexadecimal digits. */
static void
hex_as_key(Check *check)
{
	if (check_keys_look_hex(&check->keys) &&
		(check->nlayouts == 0 || check->misfits.n > 0))
		check_find(check, CHECK_WARNING, "hex as key", "key",
				   count(check->keys.hexed, "key"),
				   "All are one byte and hex digits: so reads bytea's text form, \\x6b6579, in HBase's notation.",
				   "Bind bytes as bytea, as in $1::bytea; if the keys are meant so, define their layout.");
}

static void
key_length(Check *check)
{
	const CheckKeys *keys = &check->keys;
	double		mean = keys->keys > 0 ? keys->sum / keys->keys : 0;
	char	   *measured = keys->shortest == keys->longest ?
		psprintf("%zu bytes", keys->longest) :
		psprintf("%zu to %zu bytes, average %.1f, deviation %.1f",
				 keys->shortest, keys->longest, mean,
				 check_keys_deviation(keys));

	if (keys->longest > LARGEST_KEY)
		check_find(check, CHECK_WARNING, "key length", "key", measured,
				   "The longest keys are close to HBase's limit of 32767 bytes.",
				   "Put a digest in place of the longest part, and the part into a cell.");
	else if (keys->longest > INDEXED_KEY)
		check_find(check, CHECK_WARNING, "key length", "key", measured,
				   psprintf("Keys over %d bytes fit into no index of PostgreSQL, and every cell repeats its key.",
							INDEXED_KEY),
				   "Put a digest in place of the longest part, and the part into a cell.");
	else if (keys->longest > LONG_KEY)
		check_find(check, CHECK_WARNING, "key length", "key", measured,
				   psprintf("Every cell repeats its key, and keys of 10 to %d bytes are usual.",
							LONG_KEY),
				   "Shorten names to ids or digests.");
	else if (keys->longest > SHORT_KEY)
		check_find(
			check, CHECK_ADVICE, "key length", "key", measured,
			psprintf("Every cell repeats its key; %d bytes or less are short.",
					 SHORT_KEY),
			"Shorten names to ids or digests, if cells are small.");
}

static void
key_width(Check *check)
{
	const char *subject = "key";
	bool		variable = check->keys.shortest < check->keys.longest;

	for (int i = 0; i < check->nlayouts; i++)
		if (!check->layouts[i].layout->fixed)
		{
			subject = layout_text(check->layouts[i].layout);
			variable = true;
		}
	if (variable && check->keys.keys > 0)
		check_find(check, CHECK_ADVICE, "key width", subject, "variable",
				   "Keys vary in width; parts of fixed width are found without reading the ones before.",
				   "char(n), digits and digests have a fixed width.");
}

static void
ambiguous_key(Check *check)
{
	if (check->view.open_part != NULL)
		check_find(
			check, CHECK_WARNING, "ambiguous key", check->view.open_part, "",
			"Another text follows, and nothing marks where this one ends: ('a', 'bc') and ('ab', 'c') get one key.",
			"Compose the key by a layout, or put a separator between.");
}

static void
one_way_parts(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
	{
		const Layout *layout = check->layouts[i].layout;

		for (int c = 0; c < layout->ncomponents; c++)
		{
			const LayoutField *field = layout_field_of(layout,
													   &layout->components[c]);

			if (layout->components[c].kind == LAYOUT_DIGEST &&
				field->read_from < 0)
				check_find(
					check, CHECK_ADVICE, "one way", label_of(layout, c), "",
					psprintf("The key does not give \"%s\" back, and takes no ranges of it.",
							 field->name),
					"Keep the value in a cell if it is to be read.");
		}
	}
}

/* Record types of one table: a parent must sort before its children. */
static void
order_of_records(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
		for (int k = 0; k < check->nlayouts; k++)
			if (i != k &&
				layout_parent_order(check->layouts[i].layout,
									check->layouts[k].layout) > 0)
				check_find(
					check, CHECK_WARNING, "record order",
					layout_text(check->layouts[k].layout), "",
					psprintf("Its rows come before those of the parent, %s.",
							 layout_text(check->layouts[i].layout)),
					"Give the parent the smallest literal of the group.");
}

/* ---- numbers as text ---------------------------------------------------- */

static void
find_digits(Check *check, const char *subject, const CheckDigits *digits)
{
	if (check_digits_sort_wrong(digits))
		check_find(
			check, CHECK_WARNING, "number as text", subject,
			psprintf("%zu to %zu digits", digits->shortest, digits->longest),
			"As text, 10 sorts before 9.",
			"Give the field a number's type, or a fixed width with digits(field, n).");
}

static void
numbers_as_text(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
		for (int c = 0; c < check->layouts[i].layout->ncomponents; c++)
			find_digits(check, label_of(check->layouts[i].layout, c),
						&check->layouts[i].digits[c]);
	for (int i = 0;
		 check->nlayouts == 0 && check->keys.joined && i < check->keys.nparts;
		 i++)
		find_digits(check,
					check->keys.nparts == 1 ?
						"key" :
						psprintf("part %d of the key", i + 1),
					&check->keys.parts[i]);
}

/* ---- the region that takes the writes ----------------------------------- */

static void
monotonic_writes(Check *check)
{
	double		ahead;
	double		behind;
	double		arrival = check->keys.keys > 0 ?
		check->keys.highest / (double) check->keys.keys :
		0;
	uint32		timed = check_writes_ends(&check->writes, &ahead, &behind);

	if (timed >= FEW_ROWS && Max(ahead, behind) >= MONOTONIC_IN_TIME)
		check_find(
			check, CHECK_WARNING, "monotonic", "key",
			psprintf("%.0f %% of writes at the %s", 100 * Max(ahead, behind),
					 ahead >= behind ? "end" : "start"),
			"In the order of time, writes go to one region after the other.",
			"Lead with a salt, a bucket, or a field that spreads.");
	else if (timed == 0 && check->keys.keys >= FEW_ROWS &&
			 arrival >= MONOTONIC_ARRIVAL)
		check_find(
			check, CHECK_ADVICE, "monotonic", "key",
			psprintf("%.0f %% of rows come in key order", 100 * arrival),
			"If rows are written in this order, all go to the last region.",
			"Name the column of their time with at => to be sure.");
}

static void
find_bucket(Check *check, const CheckLayout *layout, int c)
{
	const LayoutComponent *component = &layout->layout->components[c];
	uint64		most;
	uint32		occur = check_layout_spread(layout, c, &most);
	const char *kind = component->kind == LAYOUT_SALT ? "salt" : "bucket";
	double		share = 100.0 * most / layout->keys;

	if (component->number < 2 || layout->keys < FEW_ROWS)
		return;
	if (occur == 1)
		check_find(
			check, CHECK_WARNING, "constant bucket",
			label_of(layout->layout, c),
			psprintf("1 of %lld values, %s", (long long) component->number,
					 count(most, "row")),
			psprintf("The %s has one value: all rows go to one place, and scans ask for all.",
					 kind),
			"Take it of a field that varies, or of all of the key with salt(n).");
	else if (layout->keys >= SKEW_KEYS * component->number &&
			 most > SKEW * (layout->keys / (double) component->number))
		check_find(
			check, CHECK_WARNING, "skewed bucket", label_of(layout->layout, c),
			psprintf("%u of %lld values, the fullest has %.1f %%", occur,
					 (long long) component->number, share),
			psprintf("An even %s would have %.1f %% of the rows.", kind,
					 100.0 / component->number),
			"Take it of a field that varies more, or of all of the key with salt(n).");
}

static void
buckets(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
		for (int c = 0; c < check->layouts[i].layout->ncomponents; c++)
			if (check->layouts[i].buckets[c] != NULL)
				find_bucket(check, &check->layouts[i], c);
}

/*
 * Salts that differ from the layout's: another number of buckets, or random.
 */
static void
salts(Check *check)
{
	for (int i = 0; i < check->nlayouts; i++)
	{
		const CheckLayout *layout = &check->layouts[i];
		char	   *measured =
			psprintf("%llu of %s", (unsigned long long) layout->wrong_salts,
					 count(layout->keys, "key"));
		double		by_chance;
		uint32		number;

		if (layout->wrong_salts == 0)
			continue;
		number = check_layout_salts(layout);
		by_chance = layout->keys *
			(1 - 1.0 / layout->layout->components[0].number);
		if (number > 0)
			check_find(
				check, CHECK_ERROR, "salt", label_of(layout->layout, 0),
				measured,
				psprintf("The keys are salted with %u: a get by this layout finds nothing.",
						 number),
				psprintf("Write salt(%u), or salt the keys anew.", number));
		else if (layout->keys >= FEW_ROWS &&
				 layout->wrong_salts >= 0.8 * by_chance)
			check_find(check, CHECK_WARNING, "random salt",
					   label_of(layout->layout, 0), measured,
					   "The keys do not tell their salts: no get is possible.",
					   "Use a salt that the key determines, as salt(n) or rowkey_salt do.");
		else
			check_find(check, CHECK_ERROR, "salt", label_of(layout->layout, 0),
					   measured,
					   "These keys have another salt than the layout gives them: a get does not find them.",
					   "Salt the keys anew.");
	}
}

static void
random_salt(Check *check)
{
	if (check->view.random_salt)
		check_find(
			check, CHECK_WARNING, "random salt", "rowkey_salt_random", "",
			"The key does not tell its salt: no get is possible, and every read makes other keys.",
			"Use rowkey_salt, whose salt the key determines.");
}

/* ---- all rules ---------------------------------------------------------- */

static void (*const rules[]) (Check *check) = {
	rejected_rows,
	null_keys,
	empty_keys,
	collisions,
	misfits,
	salts,
	negative_numbers,
	order_of_values,
	monotonic_writes,
	buckets,
	random_salt,
	ambiguous_key,
	hex_as_key,
	numbers_as_text,
	key_length,
	key_width,
	order_of_records,
	one_way_parts
};

void
check_key_rules(Check *check)
{
	for (int i = 0; i < lengthof(rules); i++)
		rules[i] (check);
}
