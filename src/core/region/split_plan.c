/*
 * split_plan.c
 *		Choose split points from the data: regions of equal rows or bytes, with
 *		borders between components of the key.
 *
 * The keys are read twice: first to count the groups that must stay in one
 * region, then to split.  Between two neighbours a and b every point p with a
 * < p <= b gives the same regions.  The shortest prefix of b that ends with a
 * component is used.
 */
#include "core/base/host.h"
#include "core/region/split_plan.h"

#include <math.h>

#include "core/base/bytes.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/region/splits.h"

/* ---- keys and their components ---------------------------------------- */

/*
 * The lengths of the prefixes of b that end with a component, up to the whole
 * key; 0 if no layout fits.  The end mark of a component, also a literal,
 * belongs to it: "a_" is not a prefix of "ab".
 */
static int
component_ends(const SplitWish *wish, const uint8_t *b, size_t n, size_t *ends)
{
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	CoreError	ignored;

	for (int i = 0; i < wish->nlayouts; i++)
	{
		const Layout *layout = wish->layouts[i];

		if (!layout_split(layout, b, n, parts, &ignored))
			continue;
		for (int c = 0; c < layout->ncomponents; c++)
		{
			int			next = c + 1 +
				(layout->components[c].end == LAYOUT_END_LITERAL);

			ends[c] = next < layout->ncomponents ? parts[next].offset : n;
		}
		return layout->ncomponents;
	}
	if (!wish->bucket_byte)
		return 0;
	ends[0] = n > 0;
	ends[1] = n;
	return 2;
}

/*
 * The length of the prefix that identifies the group of a key: all of it
 * without a layout.
 */
static size_t
group_length(const SplitWish *wish, const uint8_t *p, size_t n)
{
	size_t		ends[LAYOUT_MAX_COMPONENTS];
	int			count = component_ends(wish, p, n, ends);

	return wish->align < count ? ends[wish->align - 1] : n;
}

size_t
split_plan_between(const SplitWish *wish, const uint8_t *a, size_t alen,
				   const uint8_t *b, size_t blen)
{
	size_t		ends[LAYOUT_MAX_COMPONENTS];
	int			count = component_ends(wish, b, blen, ends);

	for (int i = 0; i < count; i++)
		if (bytes_compare(b, ends[i], a, alen) > 0)
			return ends[i];
	return blen;
}

/* Add the split point between two neighbours. */
static void
add_point_between(const SplitWish *wish, const CoreBuf *a, const CoreBuf *b,
				  SplitPoints *points)
{
	splits_add(points, b->data,
			   split_plan_between(wish, a->data, a->len, b->data, b->len));
}

static double
weight(const SplitWish *wish, const SizedKey *key)
{
	return wish->by_bytes ? key->bytes : key->rows;
}

static void
set_bytes(CoreBuf *buf, const uint8_t *p, size_t n)
{
	buf->len = 0;
	core_buf_add(buf, p, n);
}

/* ---- sections ----------------------------------------------------------- */

/*
 * A unit that is split independently: all keys, or a group with several
 * regions.
 */
typedef struct Section
{
	double		weight;
	uint64_t	borders;		/* number of possible split points */
	int			regions;
} Section;

/* The groups of the keys, as long as they are not more than the regions. */
typedef struct Groups
{
	Section		all;			/* all groups; borders are between groups */
	Section    *each;
	uint64_t	n;
} Groups;

/* Whether a key belongs to the previous group. */
static bool
in_group(const SplitWish *wish, const CoreBuf *group, const SizedKey *key)
{
	return wish->align > 0 && group->len > 0 &&
		bytes_has_prefix(key->p, key->len, group->data, group->len);
}

static void
count_groups(const SplitWish *wish, const SizedKeys *keys, Groups *groups)
{
	CoreBuf		group;
	SizedKey	key;

	memset(groups, 0, sizeof(*groups));
	groups->each = core_alloc(sizeof(Section) * (size_t) wish->regions);
	core_buf_init(&group);
	keys->rewind(keys->context);
	while (keys->next(keys->context, &key))
	{
		bool		same = in_group(wish, &group, &key);
		double		w = weight(wish, &key);

		core_check_interrupts();
		if (!same)
		{
			if (wish->align > 0)
				set_bytes(&group, key.p, group_length(wish, key.p, key.len));
			groups->all.borders += groups->n > 0;
			if (groups->n < (uint64_t) wish->regions)
				groups->each[groups->n] = (Section) {0, 0, 1};
			groups->n++;
		}
		groups->all.weight += w;
		if (groups->n <= (uint64_t) wish->regions)
		{
			groups->each[groups->n - 1].weight += w;
			groups->each[groups->n - 1].borders += same;
		}
	}
	core_buf_free(&group);
}

/*
 * The number of regions of a group if no region holds more than this; at least
 * one.
 */
static double
regions_of(const Section *group, double most)
{
	double		n = ceil(group->weight / most);

	if (n > (double) group->borders + 1)
		n = (double) group->borders + 1;
	return n < 1 ? 1 : n;
}

static double
regions_of_all(const Groups *groups, double most)
{
	double		n = 0;

	for (uint64_t i = 0; i < groups->n; i++)
		n += regions_of(&groups->each[i], most);
	return n;
}

/*
 * Distribute the regions over the groups so that the largest region is
 * smallest.  There are fewer groups than regions.
 */
static void
share_regions(Groups *groups, int regions)
{
	double		low = 0,		/* lower limit: too many regions */
				high = groups->all.weight + 1;
	int			left = regions;

	for (int i = 0; i < 100; i++)
	{
		double		middle = (low + high) / 2;

		if (regions_of_all(groups, middle) > regions)
			low = middle;
		else
			high = middle;
	}
	for (uint64_t i = 0; i < groups->n; i++)
	{
		groups->each[i].regions = (int) regions_of(&groups->each[i], high);
		left -= groups->each[i].regions;
	}
	/* give the remaining regions to groups of equal size */
	for (uint64_t i = 0; i < groups->n && left > 0 && low > 0; i++)
	{
		if (regions_of(&groups->each[i], low) > groups->each[i].regions)
		{
			groups->each[i].regions++;
			left--;
		}
	}
}

/* ---- cutting ------------------------------------------------------------ */

/* A possible split point between two neighbours, and the weight before it. */
typedef struct Border
{
	CoreBuf		before;
	CoreBuf		after;
	double		at;
	bool		known;			/* and not yet used */
} Border;

typedef struct Cutter
{
	const SplitWish *wish;
	SplitPoints *points;
	Border		last;			/* the previous possible split point */
	Border		here;
	double		start;			/* weight before the current region */
	double		end;			/* weight at the end of the section */
	uint64_t	borders;		/* possible split points left in the section */
	int			regions;		/* regions left, with the current one */
} Cutter;

static void
cut(Cutter *cutter, Border *border)
{
	add_point_between(cutter->wish, &border->before, &border->after,
					  cutter->points);
	cutter->start = border->at;
	cutter->regions--;
	border->known = false;
}

/* The best weight for the end of the current region. */
static double
target(const Cutter *cutter)
{
	return cutter->start + (cutter->end - cutter->start) / cutter->regions;
}

/* Split here, at the previous border, or not yet. */
static void
offer(Cutter *cutter)
{
	Border		swap;

	cutter->here.known = true;
	if (cutter->regions > 1 && cutter->last.known &&
		cutter->here.at >= target(cutter) &&
		target(cutter) - cutter->last.at < cutter->here.at - target(cutter))
		cut(cutter, &cutter->last);
	if (cutter->regions > 1 &&
		(cutter->here.at >= target(cutter) ||
		 cutter->borders <= (uint64_t) cutter->regions - 1))
		cut(cutter, &cutter->here);
	cutter->borders--;
	swap = cutter->last;
	cutter->last = cutter->here;
	cutter->here = swap;
}

static void
begin_section(Cutter *cutter, const Section *section, double at)
{
	/* the previous border belongs to another section now */
	cutter->last.known = false;
	cutter->start = at;
	cutter->end = at + section->weight;
	cutter->borders = section->borders;
	cutter->regions = section->regions;
}

/*
 * Split all sections. torn: each group is a section.  Otherwise all keys are
 * one, and borders are between groups.
 */
static void
cut_keys(Cutter *cutter, const SizedKeys *keys, const Groups *groups,
		 bool torn)
{
	const SplitWish *wish = cutter->wish;
	CoreBuf		group,
				previous;
	uint64_t	n = 0;
	double		at = 0;
	SizedKey	key;

	core_buf_init(&group);
	core_buf_init(&previous);
	keys->rewind(keys->context);
	while (keys->next(keys->context, &key))
	{
		bool		same = in_group(wish, &group, &key);

		core_check_interrupts();
		if (!same && wish->align > 0)
			set_bytes(&group, key.p, group_length(wish, key.p, key.len));
		if (n > 0 && same == torn)
		{
			set_bytes(&cutter->here.before, previous.data, previous.len);
			set_bytes(&cutter->here.after, key.p, key.len);
			cutter->here.at = at;
			offer(cutter);
		}
		if (n == 0)
			begin_section(cutter, torn ? &groups->each[0] : &groups->all, at);
		else if (torn && !same)
		{
			set_bytes(&cutter->here.before, previous.data, previous.len);
			set_bytes(&cutter->here.after, key.p, key.len);
			cut(cutter, &cutter->here);
			begin_section(cutter, &groups->each[n], at);
		}
		n += !same;
		at += weight(wish, &key);
		set_bytes(&previous, key.p, key.len);
	}
	core_buf_free(&group);
	core_buf_free(&previous);
}

bool
split_plan(const SplitWish *wish, const SizedKeys *keys, SplitPoints *points,
		   CoreError *err)
{
	Cutter		cutter = {.wish = wish, .points = points};
	Groups		groups;
	bool		torn;

	*points = (SplitPoints) {0};
	if (wish->regions < 1 || wish->regions > SPLITS_MAX_REGIONS)
		return core_error(err, CORE_ERR_PARAMETER,
						  "number of regions must be between 1 and %d, not %d",
						  SPLITS_MAX_REGIONS, wish->regions);
	if (wish->align > 0 && wish->nlayouts == 0 && !wish->bucket_byte)
	{
		core_error(
			err, CORE_ERR_PARAMETER,
			"regions can be aligned to components only if the relation has a layout");
		return core_error_hint(
			err, "Declare the layout with hbase.define, or use align => 0.");
	}
	splits_init(points, wish->regions - 1);
	count_groups(wish, keys, &groups);
	groups.all.regions = wish->regions;
	torn = wish->align > 0 && groups.n < (uint64_t) wish->regions;
	if (torn)
		share_regions(&groups, wish->regions);
	cut_keys(&cutter, keys, &groups, torn);
	core_free(groups.each);
	core_buf_free(&cutter.last.before);
	core_buf_free(&cutter.last.after);
	core_buf_free(&cutter.here.before);
	core_buf_free(&cutter.here.after);
	return true;
}

/* ---- buckets ------------------------------------------------------------ */

bool
split_plan_buckets(const Layout *layout, SplitPoints *points)
{
	const LayoutComponent *first = &layout->components[0];
	int64_t		n = layout_salts(layout);
	uint8_t		bytes[32];

	if (n < 1 || n > SPLITS_MAX_REGIONS || first->width > (int) sizeof(bytes))
		return false;
	splits_init(points, (int) n - 1);
	for (int64_t i = 1; i < n; i++)
	{
		layout_write_salt(first, (uint32_t) i, bytes);
		splits_add(points, bytes, (size_t) first->width);
	}
	return true;
}

int
split_plan_find_buckets(const SizedKeys *keys)
{
	double		rows[256] = {0};
	double		least,
				most;
	int			n = 0;
	SizedKey	key;

	keys->rewind(keys->context);
	while (keys->next(keys->context, &key))
		if (key.len > 0)		/* the empty key has no first byte */
			rows[key.p[0]] += key.rows;
	while (n < 256 && rows[n] > 0)
		n++;
	if (n < 2 || n == 256)
		return 0;
	least = most = rows[0];
	for (int i = 1; i < 256; i++)
	{
		if (i >= n && rows[i] > 0)
			return 0;
		if (i < n)
		{
			least = rows[i] < least ? rows[i] : least;
			most = rows[i] > most ? rows[i] : most;
		}
	}
	return most <= 2 * least ? n : 0;
}

/* ---- forecast ----------------------------------------------------------- */

void
split_forecast(const SizedKeys *keys, const SplitPoints *points,
			   RegionSize *sizes)
{
	int			region = 0;
	SizedKey	key;

	memset(sizes, 0, sizeof(RegionSize) * ((size_t) points->count + 1));
	keys->rewind(keys->context);
	while (keys->next(keys->context, &key))
	{
		core_check_interrupts();
		while (region < points->count)
		{
			size_t		start = points->starts[region];

			if (bytes_compare(points->bytes.data + start,
							  points->starts[region + 1] - start, key.p,
							  key.len) > 0)
				break;
			region++;
		}
		sizes[region].rows += key.rows;
		sizes[region].bytes += key.bytes;
	}
}
