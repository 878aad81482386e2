/*
 * test_heat.c
 *		Windows of time, the verdict on a heat map, and its picture.
 */
#include "core/base/host.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/region/heat_svg.h"

#define HOUR	INT64_C(3600000)
#define DECEMBER	INT64_C(1669852800000)	/* 2022-12-01, a Thursday */

/* ---- windows ---------------------------------------------------------- */

static void
test_windows(void)
{
	static const struct
	{
		HeatEvery	every;
		int64_t		ms;
		int64_t		start;
	}			cases[] = {
		{{HOUR, 0}, DECEMBER + 1, DECEMBER},
		{{HOUR, 0}, DECEMBER - 1, DECEMBER - HOUR},
		{{24 * HOUR, 0}, DECEMBER + 23 * HOUR, DECEMBER},
		/* Monday */
		{{7 * 24 * HOUR, 0}, DECEMBER, DECEMBER - 3 * 24 * HOUR},
		{{HOUR, 0}, -1, -HOUR},
		{{0, 1}, DECEMBER + 40 * 24 * HOUR, DECEMBER + 31 * 24 * HOUR},
		{{0, 3}, DECEMBER, DECEMBER - 61 * 24 * HOUR},	/* October */
		{{0, 12}, DECEMBER, INT64_C(1640995200000)},
		{{0, 1}, -1, -31 * 24 * HOUR},
	};
	char		text[HEAT_EVERY_TEXT];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECK_INT(heat_window_start(cases[i].every,
									heat_window(cases[i].every, cases[i].ms)),
				  cases[i].start);
	/* windows do not overlap and leave nothing out */
	for (int64_t w = -30; w < 30; w++)
	{
		HeatEvery	months = {0, 5};

		CHECK_INT(heat_window(months, heat_window_start(months, w)), w);
		CHECK_INT(heat_window(months, heat_window_start(months, w + 1) - 1),
				  w);
	}
	CHECK_STR(heat_every_text((HeatEvery) {HOUR, 0}, text), "1 hour");
	CHECK_STR(heat_every_text((HeatEvery) {15 * 60000, 0}, text),
			  "15 minutes");
	CHECK_STR(heat_every_text((HeatEvery) {1500, 0}, text),
			  "1500 milliseconds");
	CHECK_STR(heat_every_text((HeatEvery) {14 * 24 * HOUR, 0}, text),
			  "2 weeks");
	CHECK_STR(heat_every_text((HeatEvery) {0, 12}, text), "1 year");
	CHECK_STR(heat_every_text((HeatEvery) {0, 5}, text), "5 months");
}

/* ---- maps ------------------------------------------------------------- */

typedef uint64_t (*CellFunction) (int window, int region, uint64_t *state);

static HeatMap
make_map(int windows, int regions, CellFunction cells)
{
	HeatCount  *counts = malloc(sizeof(HeatCount) * windows * regions);
	HeatMap		map = {{HOUR, 0}, regions, counts, 0};
	uint64_t	state = 42;

	for (int w = 0; w < windows; w++)
		for (int r = 0; r < regions; r++)
		{
			uint64_t	n = cells(w, r, &state);

			if (n > 0)
				counts[map.n++] =
					(HeatCount) {heat_window(map.every, DECEMBER) + w, r, n};
		}
	return map;
}

static uint64_t
flat(int w, int r, uint64_t *state)
{
	return 100;
}

static uint64_t
sparse(int w, int r, uint64_t *state)
{
	return unit_random(state) % 4 == 0;
}

static uint64_t
rising(int w, int r, uint64_t *state)
{
	return w / 2 == r ? 500 : 0;
}

static uint64_t
falling(int w, int r, uint64_t *state)
{
	return 31 - w == 2 * r || 30 - w == 2 * r ? 500 : 0;
}

static uint64_t
one_hot(int w, int r, uint64_t *state)
{
	return r == 5 ? 900 : unit_random(state) % 10;
}

/* three writers in eight places: 12 cells of an hour's 36 go to one region */
static uint64_t
three(int w, int r, uint64_t *state)
{
	return r == w / 8 % 2 || r == 3 + w / 8 % 2 || r == 6 + w / 8 % 2 ? 12 : 0;
}

static uint64_t
single(int w, int r, uint64_t *state)
{
	return r == 0 ? 100 : 0;
}

static HeatJudgement
judge(int windows, int regions, CellFunction cells)
{
	HeatMap		map = make_map(windows, regions, cells);
	HeatJudgement j = heat_judge(&map);

	free((void *) map.counts);
	return j;
}

static bool
near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

static void
test_judgement(void)
{
	HeatMap		empty = {{HOUR, 0}, 16, NULL, 0};
	HeatJudgement j = judge(32, 16, flat);

	CHECK_STR(heat_verdict_name(j.verdict), "even");
	CHECK_INT(j.windows, 32);
	CHECK_INT(j.cells, 32 * 16 * 100);
	CHECK_INT(j.regions_hit, 16);
	CHECK(near(j.mean_peak, 1 / 16.0) && near(j.lowest_peak, j.highest_peak));
	CHECK(near(j.gini, 0) && near(j.trend, 0));

	/* few cells are uneven by chance alone */
	CHECK_STR(heat_verdict_name(judge(50, 16, sparse).verdict), "even");

	j = judge(32, 16, rising);
	CHECK_STR(heat_verdict_name(j.verdict), "monotonic");
	CHECK_INT(j.regions_hit, 1);
	CHECK(near(j.mean_peak, 1) && near(j.gini, 15 / 16.0) &&
		  near(j.trend, 1) == false && j.trend > 0.99);
	j = judge(32, 16, falling);
	CHECK_STR(heat_verdict_name(j.verdict), "monotonic");
	CHECK(j.trend < -0.99);

	CHECK_STR(heat_verdict_name(judge(48, 8, three).verdict), "skewed");
	CHECK_STR(heat_verdict_name(judge(32, 16, one_hot).verdict), "skewed");
	CHECK_STR(heat_verdict_name(judge(32, 16, single).verdict), "skewed");
	CHECK_STR(heat_verdict_name(judge(1, 16, single).verdict), "skewed");
	/* where there is one region, nothing can be uneven */
	CHECK_STR(heat_verdict_name(judge(32, 1, single).verdict), "even");
	CHECK_STR(heat_verdict_name(heat_judge(&empty).verdict), "even");
}

/* ---- picture ---------------------------------------------------------- */

static int
count(const char *text, const char *what)
{
	int			n = 0;

	for (text = strstr(text, what); text != NULL;
		 text = strstr(text + 1, what))
		n++;
	return n;
}

/* The picture of a map whose regions start with these keys, as a C string. */
static char *
draw(HeatMap map, const char *const *starts, const char *title)
{
	SplitPoints points;
	HeatPicture picture = {&map, &points, title, "1 hour"};
	CoreBuf		svg;

	splits_init(&points, map.regions);
	for (int i = 1; i < map.regions; i++)
	{
		char		number[16];
		const char *start = starts != NULL ? starts[i - 1] : number;

		snprintf(number, sizeof(number), "%05d", i);
		splits_add(&points, (const uint8_t *) start, strlen(start));
	}
	core_buf_init(&svg);
	heat_svg(&picture, &svg);
	core_buf_add_byte(&svg, '\0');
	splits_free(&points);
	return (char *) svg.data;
}

static void
test_picture(void)
{
	static const char *const keys[] = {"a<b&\"c\">", "b\x01\xff",
									   "cccccccccccccccccccccccccccccccccccc"};
	HeatMap		map = make_map(6, 4, flat);
	char	   *svg = draw(map, keys, "T & <t>\n");

	CHECK(strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39) == 0);
	CHECK_INT(count(svg, "<rect class=\"h"), 24 + 10);
	/* of the cells, the rows, and the bars of columns and rows */
	CHECK_INT(count(svg, "<title>"), 24 + 4 + 6 + 4);
	CHECK_INT(
		count(svg,
			  "2022-12-01 05:00 to 2022-12-01 06:00 UTC\nregion 3, from cccc"),
		1);
	CHECK_INT(count(svg,
					"100 cells, 25 % of the window, 1.0 times an even share"),
			  24);
	CHECK_INT(count(svg, "T &amp; &lt;t&gt; "), 2);
	CHECK_INT(count(svg, ">a&lt;b&amp;&quot;c&quot;&gt;</text>"), 1);
	CHECK_INT(count(svg, ">b\\x01\\xFF</text>"), 1);
	CHECK_INT(count(svg, ">cccccccccccccccccc&#8230;</text>"), 1);
	CHECK_INT(count(svg,
					"<title>region 1, from a&lt;b&amp;&quot;c&quot;&gt; to b\\x01\\xFF</title>"),
			  1);
	CHECK_INT(count(svg,
					"<title>region 3, from cccccccccccccccccccccccccccccccccccc to the end</title>"),
			  1);
	CHECK_INT(count(svg, "even: the hottest region gets 25 %"), 2);
	CHECK_INT(count(svg,
					">2022-12-01 00:00 to 2022-12-01 06:00 UTC, 6 windows of 1 hour, 4 regions</text>"),
			  1);
	CHECK(strstr(svg, "prefers-color-scheme:dark") != NULL &&
		  strstr(svg, "</svg>") != NULL);
	core_free(svg);
	free((void *) map.counts);

	/* the common prefix of all keys is left out if there is no room */
	{
		static const char *const long_keys[] = {"customer/0000000000000001",
												"customer/0000000000000002",
		"customer/0000000000000123"};

		map = make_map(6, 4, flat);
		svg = draw(map, long_keys, "long");
		CHECK_INT(count(svg, ">&#8230;001</text>"), 1);
		CHECK_INT(count(svg, ">&#8230;123</text>"), 1);
		CHECK_INT(count(svg, "from customer/0000000000000123\n"), 6);
		core_free(svg);
		free((void *) map.counts);
	}

	/* many windows and regions are merged, none is lost */
	map = make_map(400, 150, flat);
	svg = draw(map, NULL, "many");
	CHECK(count(svg, "<rect class=\"h") <=
		  HEAT_SVG_COLUMNS * HEAT_SVG_ROWS + 10);
	CHECK_INT(count(svg, "<title>"), 80 * 38 + 80 + 38 + 38);
	CHECK_INT(count(svg, "; a column is 5 windows; a row is 4 regions"), 1);
	CHECK_INT(count(svg, "regions 4 to 7, from 00004\n2,000 cells"), 80);
	/* the last row has two regions, and their even share is even */
	CHECK_INT(count(svg,
					"regions 148 to 149, from 00148\n1,000 cells, 1.3 % of the column, 1.0 times an even share"),
			  80);
	core_free(svg);
	free((void *) map.counts);

	/* a window far away does not make the picture larger */
	map = make_map(2, 2, flat);
	((HeatCount *) map.counts)[3].window += 1000000000;
	svg = draw(map, NULL, "far");
	CHECK_INT(count(svg, "<rect class=\"h"), 3 + 10);
	core_free(svg);
	free((void *) map.counts);

	/* one region; no cells at all */
	map = make_map(3, 1, flat);
	svg = draw(map, NULL, "one");
	CHECK_INT(count(svg, "<rect class=\"h"), 3 + 10);
	core_free(svg);
	map.n = 0;
	svg = draw(map, NULL, "none");
	CHECK_INT(count(svg, "<rect class=\"h"), 10);
	CHECK_INT(count(svg, ">no cells</text>"), 1);
	core_free(svg);
	free((void *) map.counts);
}

/* The levels of a region with the given numbers of cells in a window. */
static int
level(int regions, uint64_t hot, uint64_t others)
{
	HeatCount	counts[64];
	HeatMap		map = {{HOUR, 0}, regions, counts, (size_t) regions};
	char	   *svg;
	int			found;

	for (int r = 0; r < regions; r++)
		counts[r] = (HeatCount) {0, r, r == 0 ? hot : others};
	while (map.n > 1 && counts[map.n - 1].cells == 0)
		map.n--;
	svg = draw(map, NULL, "level");
	found = strstr(svg, "<g class=\"cells")[strlen(
				"<g class=\"cells gaps\">\n<rect class=\"h")] -
		'0';
	core_free(svg);
	return found;
}

/* A colour depends on the times of an even share alone. */
static void
test_levels(void)
{
	CHECK_INT(level(2, 1, 1), 3);
	CHECK_INT(level(4, 100, 100), 3);
	CHECK_INT(level(40, 1000, 1000), 3);
	/* half, and just below twice an even share */
	CHECK_INT(level(16, 500, 1000 + 500 / 15), 2);
	CHECK_INT(level(4, 199, 401), 2);
	CHECK_INT(level(4, 199, 67), 3);
	/* all cells in one of 2, 4, ... regions */
	CHECK_INT(level(2, 1, 0), 4);
	CHECK_INT(level(4, 1, 0), 5);
	CHECK_INT(level(8, 1, 0), 6);
	CHECK_INT(level(16, 1, 0), 7);
	CHECK_INT(level(32, 1, 0), 8);
	/* hardly any */
	CHECK_INT(level(4, 1, 1000), 0);
	CHECK_INT(level(4, 10, 35), 1);
}

/* ---- colours ---------------------------------------------------------- */

static double
linear(int byte)
{
	double		c = byte / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* OKLab's lightness of the n-th rule ".h<level>{fill:#rrggbb}". */
static double
lightness(const char *svg, int level, int n)
{
	char		rule[32];
	unsigned	r,
				g,
				b;
	const char *p = svg;

	snprintf(rule, sizeof(rule), ".h%d{fill:#", level);
	for (int i = 0; i <= n && p != NULL; i++)
		p = strstr(p + 1, rule);
	if (!CHECK(p != NULL &&
			   sscanf(p + strlen(rule), "%2x%2x%2x", &r, &g, &b) == 3))
		return 0;
	return 0.2104542553 *
		cbrt(0.4122214708 * linear(r) + 0.5363325363 * linear(g) +
			 0.0514459929 * linear(b)) +
		0.7936177850 *
		cbrt(0.2119034982 * linear(r) + 0.6806995451 * linear(g) +
			 0.1073969566 * linear(b)) -
		0.0040720468 *
		cbrt(0.0883024619 * linear(r) + 0.2817188376 * linear(g) +
			 0.6299787005 * linear(b));
}

/* Steps of equal lightness: readable for colour-blind readers, and in grey. */
static void
test_ramps(void)
{
	HeatMap		map = make_map(2, 2, flat);
	char	   *svg = draw(map, NULL, "ramp");

	for (int i = 1; i < 10; i++)
	{
		CHECK(fabs(lightness(svg, i - 1, 0) - lightness(svg, i, 0) - 0.0756) <
			  0.01);
		CHECK(fabs(lightness(svg, i, 1) - lightness(svg, i - 1, 1) - 0.0711) <
			  0.01);
	}
	core_free(svg);
	free((void *) map.counts);
}

int
main(void)
{
	test_windows();
	test_judgement();
	test_picture();
	test_levels();
	test_ramps();
	return unit_done();
}
