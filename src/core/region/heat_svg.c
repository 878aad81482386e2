/*
 * heat_svg.c
 *		Draw a heat map: time from left to right, regions from top to bottom,
 *		like Cloud Bigtable's Key Visualizer.
 *
 * A colour is the number of cells of a region in a window, divided by an even
 * share of the window.  The steps of the scale are factors of two and do not
 * depend on the data, so that all pictures can be compared: an even share is
 * blue, and colours are warm from twice of it, the limit of heat_judge().
 * Lightness varies evenly, so the scale works for colour-blind readers.
 *
 * The picture has three columns: row keys, the plot, and the totals of the
 * regions.  Each is an SVG element of a fixed height without a viewBox, so
 * that a page can give it any width: texts keep their size, only the plot is
 * stretched.
 */
#include "core/base/host.h"
#include "core/region/heat_svg.h"

#include <math.h>
#include <stdio.h>

#include "core/base/notation.h"
#include "core/value/datetime.h"

#define WIDTH		800			/* of the picture in one piece */
#define MARGIN		20
#define KEYS_WIDTH	196			/* of the columns */
#define TIME_WIDTH	496
#define TOTALS_WIDTH	76
#define COLUMNS_TOP	86			/* top edge of the columns */
#define LEGEND_WIDTH	440
#define LEGEND_HEIGHT	64
#define STRIP_TOP	20			/* bars of the windows, from COLUMNS_TOP */
#define STRIP_HEIGHT	32
#define TOP			60			/* top edge of the plot, from COLUMNS_TOP */
#define PLOT_HEIGHT	352			/* largest height */
#define ROW_HEIGHT	24			/* largest height */
#define AXIS_HEIGHT	38
#define LABEL_CHARS	19			/* characters of a row key beside the plot */
#define TITLE_CHARS	80
#define TOOLTIP_CHARS	60
#define GAPS		40			/* columns with gaps between them */
#define LEVELS		10
#define LOWEST_LIMIT	0.25		/* between the first two levels */

/*
 * Ten colours at even steps of OKLab lightness: 0.955 down to 0.275 on a light
 * background, 0.30 up to 0.94 on a dark one.  Up to twice an even share they
 * are blue.
 */
static const char *const light_ramp[LEVELS] = {
	"#e4f3fe", "#badcf6", "#93c6eb", "#6cafe1", "#d87006",
	"#da2e02", "#ba0235", "#8d035c", "#600467", "#321058"
};
static const char *const dark_ramp[LEVELS] = {
	"#242f3d", "#2c425a", "#31567b", "#326b9d", "#ba4b9b",
	"#f24680", "#ff7769", "#ffa464", "#ffcb70", "#feed8c"
};

/* The limits between the levels, as times an even share. */
static const char *const limit_names[LEVELS - 1] = {
	"1/4", "1/2", "1", "2", "4", "8", "16", "32", "64"
};

#define EVEN_LIMIT	2			/* the place of "1" */

typedef struct Plot
{
	const HeatPicture *picture;
	CoreBuf    *out;
	int64_t		first;			/* first window */
	int64_t		windows;
	int64_t		per_column;		/* number of windows */
	int			columns;
	int			per_row;		/* number of regions */
	int			rows;
	uint64_t   *cells;			/* by column, then row */
	uint64_t   *by_column;
	uint64_t   *by_row;
	double		row_height;
	double		height;			/* of the plot */
} Plot;

/* ---- text ------------------------------------------------------------- */

/* Append text with XML's special characters escaped. */
static void
put_escaped(CoreBuf *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
	{
		unsigned char c = (unsigned char) text[i];

		if (c == '&')
			core_buf_printf(out, "&amp;");
		else if (c == '<')
			core_buf_printf(out, "&lt;");
		else if (c == '>')
			core_buf_printf(out, "&gt;");
		else if (c == '"')
			core_buf_printf(out, "&quot;");
		else
			core_buf_add_byte(out, c < 0x20 || c == 0x7f ? ' ' : c);
	}
}

/* The length of the common prefix of all split points. */
static size_t
common_start(const SplitPoints *points)
{
	size_t		first = points->starts[1];
	size_t		last = points->starts[points->count] -
		points->starts[points->count - 1];
	const uint8_t *p = points->bytes.data + points->starts[points->count - 1];
	size_t		n = 0;

	while (n < first && n < last && points->bytes.data[n] == p[n])
		n++;
	return n;
}

/*
 * Append the start key of a region without the common prefix, truncated to a
 * number of characters.
 */
static void
put_start(const Plot *plot, int region, size_t most)
{
	const SplitPoints *points = plot->picture->points;
	const uint8_t *p;
	size_t		n,
				used = 0,
				length,
				common;
	char		text[4 * TOOLTIP_CHARS];

	if (region == 0)
	{
		core_buf_printf(plot->out, "the beginning");
		return;
	}
	p = points->bytes.data + points->starts[region - 1];
	n = points->starts[region] - points->starts[region - 1];
	length = notation_length(p, n);
	common = common_start(points);
	if (length > most && points->count > 1 && common > 1)
	{
		core_buf_printf(plot->out, "&#8230;");
		p += common;
		n -= common;
		most--;
		length = notation_length(p, n);
	}
	while (used < n && (length <= most ||
						notation_length(p, used + 1) + 1 <= most))
		used++;
	put_escaped(plot->out, text,
				(size_t) (notation_write(p, used, text) - text));
	if (used < n)
		core_buf_printf(plot->out, "&#8230;");
}

/*
 * Append a split point in full, the first one being 1; the text of an open
 * end for those before and after them.
 */
static void
put_whole_key(const Plot *plot, int region, const char *open_end)
{
	const SplitPoints *points = plot->picture->points;
	char		text[8];

	if (region == 0 || region > (int) points->count)
	{
		core_buf_printf(plot->out, "%s", open_end);
		return;
	}
	for (size_t i = points->starts[region - 1]; i < points->starts[region];
		 i++)
		put_escaped(plot->out, text,
					(size_t) (notation_write(points->bytes.data + i, 1, text) -
							  text));
}

/* Format 1234567 as 1,234,567. dst has room for 32 bytes and is returned. */
static const char *
grouped(uint64_t n, char *dst)
{
	char		digits[24];
	int			len = snprintf(digits, sizeof(digits), "%llu",
							   (unsigned long long) n);
	char	   *p = dst;

	for (int i = 0; i < len; i++)
	{
		if (i > 0 && (len - i) % 3 == 0)
			*p++ = ',';
		*p++ = digits[i];
	}
	*p = '\0';
	return dst;
}

/* Format a number for a caption, large ones in millions. */
static const char *
short_number(uint64_t n, char *dst)
{
	if (n < 10000000)
		return grouped(n, dst);
	snprintf(dst, 32, "%.1f M", (double) n / 1e6);
	return dst;
}

/*
 * Format a share in percent with two or three digits. dst has room for 16
 * bytes.
 */
static const char *
percent(double share, char *dst)
{
	snprintf(dst, 16,
			 share >= 0.1995 || share == 0 ? "%.0f %%" :
				 share >= 0.00095		   ? "%.1f %%" :
											 "%.2g %%",
			 share * 100);
	return dst;
}

/* ---- times ------------------------------------------------------------ */

static const char *const month_names[] = {"Jan", "Feb", "Mar", "Apr",
										  "May", "Jun", "Jul", "Aug",
										  "Sep", "Oct", "Nov", "Dec"};

typedef struct Civil
{
	int64_t		year;
	int			month,
				day,
				hour,
				minute,
				second,
				ms;
} Civil;

static Civil
civil(int64_t ms)
{
	int64_t		days = datetime_floor_div(ms, 86400000);
	int			rest = (int) (ms - days * 86400000);
	Civil		c;

	datetime_date(days, &c.year, &c.month, &c.day);
	c.hour = rest / 3600000;
	c.minute = rest / 60000 % 60;
	c.second = rest / 1000 % 60;
	c.ms = rest % 1000;
	return c;
}

/* Format a time with the necessary precision. dst has room for 64 bytes. */
static const char *
time_text(int64_t ms, char *dst)
{
	Civil		c = civil(ms);
	int			n = snprintf(dst, 64, "%04lld-%02d-%02d %02d:%02d",
							 (long long) c.year, c.month, c.day, c.hour,
							 c.minute);

	if (c.second != 0 || c.ms != 0)
		n += snprintf(dst + n, 64 - n, ":%02d", c.second);
	if (c.ms != 0)
		snprintf(dst + n, 64 - n, ".%03d", c.ms);
	return dst;
}

/* The start of a window; the first one of the plot is 0. */
static int64_t
window_start(const Plot *plot, int64_t window)
{
	return heat_window_start(plot->picture->map->every, plot->first + window);
}

static int64_t
column_start(const Plot *plot, int64_t column)
{
	return window_start(plot, column * plot->per_column);
}

/* ---- the plot --------------------------------------------------------- */

static void
fill_plot(Plot *plot)
{
	const HeatMap *map = plot->picture->map;

	plot->windows = 1;
	if (map->n > 0)
	{
		plot->first = map->counts[0].window;
		plot->windows = map->counts[map->n - 1].window - plot->first + 1;
	}
	plot->per_column = (plot->windows + HEAT_SVG_COLUMNS - 1) /
		HEAT_SVG_COLUMNS;
	plot->columns = (int) ((plot->windows + plot->per_column - 1) /
						   plot->per_column);
	plot->per_row = (map->regions + HEAT_SVG_ROWS - 1) / HEAT_SVG_ROWS;
	plot->rows = (map->regions + plot->per_row - 1) / plot->per_row;
	plot->row_height = (double) PLOT_HEIGHT / plot->rows;
	if (plot->row_height > ROW_HEIGHT)
		plot->row_height = ROW_HEIGHT;
	plot->height = plot->row_height * plot->rows;

	plot->cells = core_alloc(sizeof(uint64_t) * (size_t) plot->columns *
							 (size_t) plot->rows);
	plot->by_column = core_alloc(sizeof(uint64_t) * (size_t) plot->columns);
	plot->by_row = core_alloc(sizeof(uint64_t) * (size_t) plot->rows);
	memset(plot->cells, 0,
		   sizeof(uint64_t) * (size_t) plot->columns * (size_t) plot->rows);
	memset(plot->by_column, 0, sizeof(uint64_t) * (size_t) plot->columns);
	memset(plot->by_row, 0, sizeof(uint64_t) * (size_t) plot->rows);
	for (size_t i = 0; i < map->n; i++)
	{
		const HeatCount *count = &map->counts[i];
		int64_t		column = (count->window - plot->first) / plot->per_column;
		int			row = count->region / plot->per_row;

		core_check_interrupts();
		plot->cells[column * plot->rows + row] += count->cells;
		plot->by_column[column] += count->cells;
		plot->by_row[row] += count->cells;
	}
}

static void
free_plot(Plot *plot)
{
	core_free(plot->cells);
	core_free(plot->by_column);
	core_free(plot->by_row);
}

static uint64_t
largest(const uint64_t *numbers, int n)
{
	uint64_t	most = 0;

	for (int i = 0; i < n; i++)
		most = numbers[i] > most ? numbers[i] : most;
	return most;
}

/* The last region of a row; the last row may have fewer than the others. */
static int
last_region(const Plot *plot, int row)
{
	int			last = (row + 1) * plot->per_row - 1;

	return last < plot->picture->map->regions ?
		last :
		plot->picture->map->regions - 1;
}

/* A share of a window as times the even share of the regions of a row. */
static double
times_even(const Plot *plot, int row, double share)
{
	int			regions = last_region(plot, row) - row * plot->per_row + 1;

	return share * plot->picture->map->regions / regions;
}

/* The level of a number of times an even share. */
static int
level_of(double times)
{
	int			level = 0;

	for (double limit = LOWEST_LIMIT; level < LEVELS - 1 && times >= limit;
		 limit *= 2)
		level++;
	return level;
}

/* ---- texts about it ----------------------------------------------------- */

/* The verdict, without markup. */
static void
put_verdict(const Plot *plot)
{
	const HeatMap *map = plot->picture->map;
	HeatJudgement j = heat_judge(map);
	char		mean[16],
				least[16],
				most[16];

	if (map->n == 0)
	{
		core_buf_printf(plot->out, "no cells");
		return;
	}
	core_buf_printf(
		plot->out,
		"%s: the hottest region gets %s of a window's cells on average (%s to %s), %.1f times an even share",
		heat_verdict_name(j.verdict), percent(j.mean_peak, mean),
		percent(j.lowest_peak, least), percent(j.highest_peak, most),
		j.mean_peak * map->regions);
}

/* What the columns and rows are. */
static void
put_units(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	char		from[64],
				to[64],
				windows[32],
				regions[32],
				number[32];

	if (plot->picture->map->n > 0)
		core_buf_printf(out, "%s to %s UTC, ",
						time_text(column_start(plot, 0), from),
						time_text(window_start(plot, plot->windows), to));
	core_buf_printf(out, "%s %s of %s, %s %s",
					grouped((uint64_t) plot->windows, windows),
					plot->windows == 1 ? "window" : "windows",
					plot->picture->every,
					grouped((uint64_t) plot->picture->map->regions, regions),
					plot->picture->map->regions == 1 ? "region" : "regions");
	if (plot->per_column > 1)
		core_buf_printf(out, "; a column is %s windows",
						grouped((uint64_t) plot->per_column, number));
	if (plot->per_row > 1)
		core_buf_printf(out, "; a row is %d regions", plot->per_row);
}

/* The name of a row: "region 3", "regions 4 to 7". */
static void
put_row_name(const Plot *plot, int row)
{
	int			first = row * plot->per_row;
	int			last = last_region(plot, row);

	if (last > first)
		core_buf_printf(plot->out, "regions %d to %d", first, last);
	else
		core_buf_printf(plot->out, "region %d", first);
}

/* The window of a column: "2022-12-01 05:00 to 2022-12-01 06:00 UTC". */
static void
put_column_name(const Plot *plot, int column)
{
	char		from[64],
				to[64];

	core_buf_printf(plot->out, "%s to %s UTC",
					time_text(column_start(plot, column), from),
					time_text(column_start(plot, column + 1), to));
}

/* ---- parts of the picture --------------------------------------------- */

void
heat_style(CoreBuf *out)
{
	core_buf_printf(out,
					".heat{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:12px}\n"
					".heat .key{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:11px}\n"
					".heat rect{shape-rendering:crispEdges}.heat .gaps rect{stroke:#fff;vector-effect:non-scaling-stroke}\n"
					".heat .ground{fill:#fff}.heat text{fill:#1c212b}.heat .muted{fill:#565d6b}\n"
					".heat .none{fill:#f3f4f6}.heat .bar{fill:#8d96a8}.heat .line{stroke:#aab1bf}\n");
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(out, ".heat .h%d{fill:%s}", i, light_ramp[i]);
	core_buf_printf(out, "\n@media screen and (prefers-color-scheme:dark){\n"
					".heat .gaps rect{stroke:#11141b}\n"
					".heat .ground{fill:#11141b}.heat text{fill:#e9ebf1}.heat .muted{fill:#a7aebd}\n"
					".heat .none{fill:#1a1e27}.heat .bar{fill:#717c92}.heat .line{stroke:#4b5363}\n");
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(out, ".heat .h%d{fill:%s}", i, dark_ramp[i]);
	core_buf_printf(out, "\n}\n");
}

/* Begin a column; x and width are those of the picture in one piece. */
static void
begin_column(const Plot *plot, const char *name, int x, int width)
{
	core_buf_printf(
		plot->out,
		"<svg class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.0f\">\n",
		name, x, COLUMNS_TOP, width, TOP + plot->height + AXIS_HEIGHT);
}

/* Begin a part of a column that is stretched to the width of the column. */
static void
begin_stretched(CoreBuf *out, const char *name, double y, double height,
				int wide, int high)
{
	core_buf_printf(out,
					"<svg class=\"%s\" y=\"%.2f\" width=\"100%%\" height=\"%.2f\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\">\n",
					name, y, height, wide, high);
}

/*
 * The column of the row keys: for each row a title with the whole keys, and a
 * label with the number of its first region and its first key, if there is
 * room.
 */
static void
put_keys(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	int			each = (int) ceil(13 / plot->row_height);
	int			digits = 1;

	for (int n = plot->picture->map->regions - 1; n >= 10; n /= 10)
		digits++;
	begin_column(plot, "keys", MARGIN, KEYS_WIDTH);
	core_buf_printf(out,
					"<text class=\"muted wide\" x=\"100%%\" dx=\"-8\" y=\"%d\" text-anchor=\"end\">from row key, region</text>\n"
					"<text class=\"muted narrow\" x=\"100%%\" dx=\"-8\" y=\"%d\" text-anchor=\"end\" display=\"none\">region</text>\n",
					TOP - 7, TOP - 7);
	for (int row = 0; row < plot->rows; row++)
	{
		double		y = TOP + (row + 0.5) * plot->row_height + 4;

		core_buf_printf(out, "<g class=\"row\"><title>");
		put_row_name(plot, row);
		core_buf_printf(out, ", from ");
		put_whole_key(plot, row * plot->per_row, "the beginning");
		core_buf_printf(out, " to ");
		put_whole_key(plot, last_region(plot, row) + 1, "the end");
		core_buf_printf(out, "</title>");
		if (row % each == 0)
		{
			core_buf_printf(out,
							"<text class=\"key wide\" x=\"100%%\" dx=\"-%d\" y=\"%.2f\" text-anchor=\"end\">",
							20 + 7 * digits, y);
			put_start(plot, row * plot->per_row, LABEL_CHARS);
			core_buf_printf(out,
							"</text><text x=\"100%%\" dx=\"-8\" y=\"%.2f\" text-anchor=\"end\">%d</text>",
							y, row * plot->per_row);
		}
		core_buf_printf(out, "</g>\n");
	}
	core_buf_printf(out,
					"<text class=\"muted\" x=\"100%%\" dx=\"-8\" y=\"%.2f\" text-anchor=\"end\">UTC</text>\n</svg>\n",
					TOP + plot->height + 18);
}

/* The bars above the plot: cells of each window. */
static void
put_windows(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	uint64_t	most = largest(plot->by_column, plot->columns);
	char		number[32];

	core_buf_printf(out,
					"<text class=\"muted\" x=\"0\" y=\"12\">cells per %s, up to %s</text>\n",
					plot->per_column > 1 ? "column" : "window",
					short_number(most, number));
	begin_stretched(out, plot->columns > GAPS ? "windows" : "windows gaps",
					STRIP_TOP, STRIP_HEIGHT, plot->columns, STRIP_HEIGHT);
	for (int i = 0; i < plot->columns; i++)
	{
		double		height = most == 0 ? 0 :
			STRIP_HEIGHT * (double) plot->by_column[i] / (double) most;

		core_buf_printf(
			out,
			"<rect class=\"bar\" x=\"%d\" y=\"%.2f\" width=\"1\" height=\"%.2f\"><title>",
			i, STRIP_HEIGHT - height, height);
		put_column_name(plot, i);
		core_buf_printf(out, "\n%s cells</title></rect>\n",
						grouped(plot->by_column[i], number));
	}
	core_buf_printf(out,
					"</svg>\n<line class=\"line\" x1=\"0\" x2=\"100%%\" y1=\"%d.5\" y2=\"%d.5\"/>\n",
					STRIP_TOP + STRIP_HEIGHT, STRIP_TOP + STRIP_HEIGHT);
}

/* One cell of the plot with its tooltip. */
static void
put_cell(const Plot *plot, int column, int row)
{
	CoreBuf    *out = plot->out;
	uint64_t	cells = plot->cells[column * plot->rows + row];
	double		share = (double) cells / (double) plot->by_column[column];
	double		times = times_even(plot, row, share);
	char		number[32],
				part[16];

	core_buf_printf(out,
					"<rect class=\"h%d\" x=\"%d\" y=\"%d\" width=\"1\" height=\"1\"><title>",
					level_of(times), column, row);
	put_column_name(plot, column);
	core_buf_add_byte(out, '\n');
	put_row_name(plot, row);
	core_buf_printf(out, ", from ");
	put_start(plot, row * plot->per_row, TOOLTIP_CHARS);
	core_buf_printf(
		out,
		"\n%s %s, %s of the %s, %.1f times an even share</title></rect>\n",
		grouped(cells, number), cells == 1 ? "cell" : "cells",
		percent(share, part), plot->per_column > 1 ? "column" : "window",
		times);
}

static void
put_cells(const Plot *plot)
{
	begin_stretched(plot->out, "plot", TOP, plot->height, plot->columns,
					plot->rows);
	core_buf_printf(plot->out,
					"<rect class=\"none\" width=\"%d\" height=\"%d\"/>\n<g class=\"cells%s\">\n",
					plot->columns, plot->rows,
					plot->columns > GAPS ? "" : " gaps");
	for (int column = 0; column < plot->columns; column++)
	{
		core_check_interrupts();
		for (int row = 0; row < plot->rows; row++)
			if (plot->cells[column * plot->rows + row] > 0)
				put_cell(plot, column, row);
	}
	core_buf_printf(plot->out, "</g>\n</svg>\n");
}

/* Possible steps of the time axis. */
static const HeatEvery axis_steps[] = {
	{1, 0}, {2, 0}, {5, 0}, {10, 0}, {20, 0}, {50, 0}, {100, 0}, {200, 0},
	{500, 0},
	{1000, 0}, {2000, 0}, {5000, 0}, {10000, 0}, {30000, 0},
	{60000, 0}, {120000, 0}, {300000, 0}, {600000, 0}, {1800000, 0},
	{3600000, 0}, {7200000, 0}, {10800000, 0}, {21600000, 0}, {43200000, 0},
	{86400000, 0}, {172800000, 0}, {604800000, 0}, {1209600000, 0},
	{0, 1}, {0, 2}, {0, 3}, {0, 6}, {0, 12}, {0, 24}, {0, 60}, {0, 120},
	{0, 240}, {0, 600}, {0, 1200}, {0, 6000}, {0, 12000}, {0, 120000}
};

#define AXIS_TICKS	8			/* largest number of ticks */
#define DATE_SHARE	0.16		/* of the width that a date under a tick
								 * needs */

static HeatEvery
axis_step(int64_t from, int64_t to)
{
	size_t		last = sizeof(axis_steps) / sizeof(axis_steps[0]) - 1;

	for (size_t i = 0; i < last; i++)
		if (heat_window(axis_steps[i], to) -
				heat_window(axis_steps[i], from) <=
			AXIS_TICKS)
			return axis_steps[i];
	return axis_steps[last];
}

/* Format a tick label for a step. dst has room for 64 bytes. */
static const char *
tick_text(HeatEvery step, int64_t ms, char *dst)
{
	Civil		c = civil(ms);

	if (step.months >= 12)
		snprintf(dst, 64, "%lld", (long long) c.year);
	else if (step.months > 0)
		snprintf(dst, 64, "%s %lld", month_names[c.month - 1],
				 (long long) c.year);
	else if (step.ms >= 86400000)
		snprintf(dst, 64, "%s %d", month_names[c.month - 1], c.day);
	else if (step.ms >= 60000)
		snprintf(dst, 64, "%02d:%02d", c.hour, c.minute);
	else if (step.ms >= 1000)
		snprintf(dst, 64, "%02d:%02d:%02d", c.hour, c.minute, c.second);
	else
		snprintf(dst, 64, "%02d:%02d.%03d", c.minute, c.second, c.ms);
	return dst;
}


/*
 * A tick at a place between 0 and 1.  Labels at the ends do not leave the
 * column.  Every second one is left out where there is little room.
 */
static void
put_tick(const Plot *plot, double place, int number, const char *label,
		 const char *date)
{
	CoreBuf    *out = plot->out;
	const char *anchor = place < 0.04 ? "start" :
		place > 0.96				  ? "end" :
										"middle";
	const char *wide = number % 2 == 1 ? " wide" : "";

	core_buf_printf(
		out,
		"<line class=\"line\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%.2f\" y2=\"%.2f\"/>",
		100 * place, 100 * place, TOP + plot->height, TOP + plot->height + 5);
	core_buf_printf(out,
					"<text class=\"tick%s\" x=\"%.2f%%\" y=\"%.2f\" text-anchor=\"%s\">%s</text>\n",
					wide, 100 * place, TOP + plot->height + 18, anchor, label);
	if (date[0] != '\0')
		core_buf_printf(
			out,
			"<text class=\"muted\" x=\"%.2f%%\" y=\"%.2f\" text-anchor=\"%s\">%s</text>\n",
			100 * place, TOP + plot->height + 33, anchor, date);
}

static void
put_axis(const Plot *plot)
{
	const HeatEvery a_day = {86400000, 0};
	int64_t		from = column_start(plot, 0);
	int64_t		to = column_start(plot, plot->columns);
	HeatEvery	step = axis_step(from, to);
	int64_t		day = INT64_MIN;
	int			number = 0;

	for (int64_t k = heat_window(step, from);
		 plot->picture->map->n > 0 && heat_window_start(step, k) <= to; k++)
	{
		int64_t		ms = heat_window_start(step, k);
		int64_t		this_day = datetime_floor_div(ms, a_day.ms);
		char		label[64],
					date[64] = "";

		if (ms < from)
			continue;
		/* leave out the first date if the next one needs its place */
		if (day == INT64_MIN &&
			(double) ((this_day + 1) * a_day.ms - ms) <
				DATE_SHARE * (double) (to - from))
			day = this_day;
		if (step.months == 0 && step.ms < a_day.ms && this_day != day)
		{
			tick_text(a_day, ms, date);
			day = this_day;
		}
		put_tick(plot, (double) (ms - from) / (double) (to - from), number++,
				 tick_text(step, ms, label), date);
	}
}

/* The column of the time: bars of the windows, plot, axis. */
static void
put_time(const Plot *plot)
{
	begin_column(plot, "time", MARGIN + KEYS_WIDTH, TIME_WIDTH);
	put_windows(plot);
	put_cells(plot);
	put_axis(plot);
	core_buf_printf(plot->out, "</svg>\n");
}

/* The column of the totals: a bar for each row. */
static void
put_totals(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	uint64_t	most = largest(plot->by_row, plot->rows);
	char		number[32];

	begin_column(plot, "totals", MARGIN + KEYS_WIDTH + TIME_WIDTH + 8,
				 TOTALS_WIDTH);
	core_buf_printf(out,
					"<text class=\"muted\" x=\"0\" y=\"%d\">per %s,</text><text class=\"muted\" x=\"0\" y=\"%d\">up to %s</text>\n",
					TOP - 22, plot->per_row > 1 ? "row" : "region", TOP - 7,
					short_number(most, number));
	begin_stretched(out, "regions gaps", TOP, plot->height, 100, plot->rows);
	for (int row = 0; row < plot->rows && most > 0; row++)
	{
		core_buf_printf(out,
						"<rect class=\"bar\" x=\"0\" y=\"%d\" width=\"%.2f\" height=\"1\"><title>",
						row, 100 * (double) plot->by_row[row] / (double) most);
		put_row_name(plot, row);
		core_buf_printf(out, "\n%s cells</title></rect>\n",
						grouped(plot->by_row[row], number));
	}
	core_buf_printf(out, "</svg>\n</svg>\n");
}

/* The scale: no cells, then the levels. */
static void
put_legend(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	double		step = 100.0 / (LEVELS + 1);

	core_buf_printf(out,
					"<svg class=\"legend\" x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\">\n"
					"<text class=\"muted\" x=\"0\" y=\"12\">cells, as times an even share of the %s</text>\n",
					MARGIN + KEYS_WIDTH,
					COLUMNS_TOP + TOP + plot->height + AXIS_HEIGHT + 12,
					LEGEND_WIDTH, LEGEND_HEIGHT,
					plot->per_column > 1 ? "column" : "window");
	begin_stretched(out, "scale", 20, 14, LEVELS + 1, 1);
	core_buf_printf(out, "<rect class=\"none\" width=\"1\" height=\"1\"/>");
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(
			out,
			"<rect class=\"h%d\" x=\"%d\" width=\"1\" height=\"1\"/>", i,
			i + 1);
	core_buf_printf(out,
					"\n</svg>\n<text class=\"muted\" x=\"%.2f%%\" y=\"48\" text-anchor=\"middle\">none</text>",
					step / 2);
	for (int i = 0; i < LEVELS - 1; i++)
		core_buf_printf(
			out,
			"<text%s x=\"%.2f%%\" y=\"48\" text-anchor=\"middle\">%s</text>",
			i == EVEN_LIMIT ? "" : " class=\"muted\"", (i + 2) * step,
			limit_names[i]);
	core_buf_printf(out,
					"<text x=\"%.2f%%\" y=\"62\" text-anchor=\"middle\">even</text>\n</svg>\n",
					(EVEN_LIMIT + 2) * step);
}

static void
put_columns(const Plot *plot)
{
	put_keys(plot);
	put_time(plot);
	put_totals(plot);
}

/* ---- the two forms ------------------------------------------------------ */

void
heat_svg(const HeatPicture *picture, CoreBuf *out)
{
	Plot		plot = {.picture = picture, .out = out};
	const char *title = picture->title;
	size_t		length = 0;
	int			height;

	fill_plot(&plot);
	/* cut at the start of a character */
	for (int n = 0; title[length] != '\0'; length++)
		if (((unsigned char) title[length] & 0xC0) != 0x80 &&
			n++ == TITLE_CHARS)
			break;
	height = COLUMNS_TOP + TOP + (int) plot.height + AXIS_HEIGHT + 12 +
		LEGEND_HEIGHT + 14;
	core_buf_printf(out,
					"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heat\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"",
					WIDTH, height, WIDTH, height);
	put_escaped(out, title, strlen(title));
	core_buf_printf(out, ": ");
	put_verdict(&plot);
	core_buf_printf(out, "\">\n<style>\n");
	heat_style(out);
	core_buf_printf(
		out,
		"</style>\n<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n"
		"<text x=\"%d\" y=\"30\" style=\"font-size:17px;font-weight:600\">",
		WIDTH, height, MARGIN);
	put_escaped(out, title, length);
	core_buf_printf(out,
					"%s</text>\n<text class=\"verdict\" x=\"%d\" y=\"51\">",
					title[length] == '\0' ? "" : "&#8230;", MARGIN);
	put_verdict(&plot);
	core_buf_printf(
		out, "</text>\n<text class=\"muted units\" x=\"%d\" y=\"69\">",
		MARGIN);
	put_units(&plot);
	core_buf_printf(out, "</text>\n");
	put_columns(&plot);
	put_legend(&plot);
	core_buf_printf(out, "</svg>");
	free_plot(&plot);
}

void
heat_figure(const HeatPicture *picture, CoreBuf *out)
{
	Plot		plot = {.picture = picture, .out = out};

	fill_plot(&plot);
	core_buf_printf(out, "<figure class=\"heat\">\n<figcaption><b>");
	put_escaped(out, picture->title, strlen(picture->title));
	core_buf_printf(out, "</b> <span class=\"verdict\">");
	put_verdict(&plot);
	core_buf_printf(out, "</span> <span class=\"units\">");
	put_units(&plot);
	core_buf_printf(out, "</span></figcaption>\n");
	if (picture->map->n > 0)
	{
		core_buf_printf(out, "<div class=\"map\">\n");
		put_columns(&plot);
		core_buf_printf(out, "</div>\n");
		put_legend(&plot);
	}
	core_buf_printf(out, "</figure>");
	free_plot(&plot);
}
