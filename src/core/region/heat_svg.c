/*
 * heat_svg.c
 *		Draw a heat map as SVG: time from left to right, regions from top to
 *		bottom, like Cloud Bigtable's Key Visualizer.
 *
 * A colour is the share of a window's cells that is in a region.  The scale
 * has steps of a factor of two, from 0 through an even share to 1, so that
 * designs with the same number of regions can be compared.  The bars above
 * show the cells of each window, the bars on the right those of each region.
 * The palette varies evenly in lightness, so it works for colour-blind
 * readers.
 */
#include "core/base/host.h"
#include "core/region/heat_svg.h"

#include <math.h>
#include <stdio.h>

#include "core/base/notation.h"
#include "core/value/datetime.h"

#define WIDTH		800
#define LEFT		158			/* left edge of the plot */
#define RIGHT		704
#define TOTALS		712			/* bars of the regions, 64 wide */
#define TOTALS_WIDTH	64
#define STRIP_TOP	70			/* bars of the windows */
#define STRIP_BOTTOM	104
#define TOP			116			/* top edge of the plot */
#define PLOT_HEIGHT	352			/* largest height */
#define LABEL_CHARS	19			/* characters of a row key beside the plot */
#define TOOLTIP_CHARS	120
#define LEVELS		10

/*
 * Ten colours at even steps of OKLab lightness: 0.955 down to 0.275 on a light
 * background, 0.30 up to 0.94 on a dark one.
 */
static const char *const light_ramp[LEVELS] = {
	"#fff2a5", "#ffcf79", "#ffa956", "#ff7c40", "#fe3a42",
	"#db1066", "#af017b", "#800e81", "#521675", "#2a1759"
};
static const char *const dark_ramp[LEVELS] = {
	"#2b1e65", "#531e80", "#811a8b", "#b01685", "#da2270",
	"#fa434f", "#ff7a44", "#ffa652", "#ffcb6d", "#feed8d"
};

typedef struct Plot
{
	const HeatPicture *picture;
	CoreBuf    *out;
	int64_t		first;			/* first window */
	int64_t		per_column;		/* number of windows */
	int			columns;
	int			per_row;		/* number of regions */
	int			rows;
	uint64_t   *cells;			/* by column, then row */
	uint64_t   *by_column;
	uint64_t   *by_row;
	double		width;			/* width of a column */
	double		height;			/* height of a row */
	double		bottom;
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

static int64_t
column_start(const Plot *plot, int64_t column)
{
	return heat_window_start(plot->picture->map->every,
							 plot->first + column * plot->per_column);
}

/* ---- the plot --------------------------------------------------------- */

static void
fill_plot(Plot *plot)
{
	const HeatMap *map = plot->picture->map;
	int64_t		windows = 1;

	plot->first = 0;
	if (map->n > 0)
	{
		plot->first = map->counts[0].window;
		windows = map->counts[map->n - 1].window - plot->first + 1;
	}
	plot->per_column = (windows + HEAT_SVG_COLUMNS - 1) / HEAT_SVG_COLUMNS;
	plot->columns = (int) ((windows + plot->per_column - 1) /
						   plot->per_column);
	plot->per_row = (map->regions + HEAT_SVG_ROWS - 1) / HEAT_SVG_ROWS;
	plot->rows = (map->regions + plot->per_row - 1) / plot->per_row;
	plot->width = (double) (RIGHT - LEFT) / plot->columns;
	plot->height = (double) PLOT_HEIGHT / plot->rows;
	if (plot->height > 24)
		plot->height = 24;
	plot->bottom = TOP + plot->height * plot->rows;

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

/* The share at a position of the scale, 0 to 1. */
static double
share_at(const Plot *plot, double place)
{
	return (exp2(place * log2(1.0 + plot->rows)) - 1) / plot->rows;
}

static int
level_of(const Plot *plot, double share)
{
	int			level = (int) (LEVELS * log2(1 + share * plot->rows) /
							   log2(1.0 + plot->rows));

	return level < LEVELS ? level : LEVELS - 1;
}

/* ---- parts of the picture --------------------------------------------- */

static void
put_style(CoreBuf *out)
{
	core_buf_printf(out, "<style>\n"
					".heat{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:12px}\n"
					".heat .key{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:11px}\n"
					".heat .ground{fill:#ffffff}.heat .plain,.heat text{fill:#1c212b}.heat .muted{fill:#565d6b}\n"
					".heat .none{fill:#eef0f4}.heat .bar{fill:#8d96a8}.heat .line{stroke:#aab1bf;stroke-width:1}\n");
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(out, ".heat .h%d{fill:%s}", i, light_ramp[i]);
	core_buf_printf(out, "\n@media (prefers-color-scheme:dark){\n"
					".heat .ground{fill:#11141b}.heat .plain,.heat text{fill:#e9ebf1}.heat .muted{fill:#a7aebd}\n"
					".heat .none{fill:#1d222d}.heat .bar{fill:#717c92}.heat .line{stroke:#4b5363}\n");
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(out, ".heat .h%d{fill:%s}", i, dark_ramp[i]);
	core_buf_printf(out, "\n}\n</style>\n");
}

/* The summary line above the picture. */
static void
put_verdict(const Plot *plot)
{
	const HeatMap *map = plot->picture->map;
	HeatJudgement j = heat_judge(map);
	char		mean[16],
				least[16],
				most[16],
				even[16];

	if (map->n == 0)
	{
		core_buf_printf(plot->out, "no cells");
		return;
	}
	core_buf_printf(
		plot->out,
		"%s: the hottest region takes %s of a window's cells on average, %s to %s; an even share is %s",
		heat_verdict_name(j.verdict), percent(j.mean_peak, mean),
		percent(j.lowest_peak, least), percent(j.highest_peak, most),
		percent(1.0 / map->regions, even));
}

static void
put_head(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	const HeatPicture *picture = plot->picture;
	int			height = (int) plot->bottom + 118;

	core_buf_printf(out,
					"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heat\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"",
					WIDTH, height, WIDTH, height);
	put_escaped(out, picture->title, strlen(picture->title));
	core_buf_printf(out, ": ");
	put_verdict(plot);
	core_buf_printf(out, "\">\n");
	put_style(out);
	core_buf_printf(out,
					"<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n",
					WIDTH, height);
	core_buf_printf(
		out,
		"<text x=\"20\" y=\"30\" style=\"font-size:17px;font-weight:600\">");
	put_escaped(out, picture->title, strlen(picture->title));
	core_buf_printf(out,
					"</text>\n<text class=\"verdict\" x=\"20\" y=\"51\">");
	put_verdict(plot);
	core_buf_printf(out, "</text>\n");
}

/* The bars above the plot: cells of each window. */
static void
put_windows(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	uint64_t	most = largest(plot->by_column, plot->columns);
	char		number[32];

	core_buf_printf(out,
					"<text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"end\">cells a window,</text><text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"end\">to %s</text>\n",
					LEFT - 8, STRIP_TOP + 9, LEFT - 8, STRIP_TOP + 23,
					grouped(most, number));
	core_buf_printf(out, "<g class=\"windows\">");
	for (int i = 0; i < plot->columns && most > 0; i++)
	{
		double		height = (double) (STRIP_BOTTOM - STRIP_TOP) *
			(double) plot->by_column[i] / (double) most;

		if (plot->by_column[i] > 0)
			core_buf_printf(
				out,
				"<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
				LEFT + i * plot->width, STRIP_BOTTOM - height,
				plot->width > 4 ? plot->width - 1 : plot->width, height);
	}
	core_buf_printf(out,
					"</g>\n<line class=\"line\" x1=\"%d\" x2=\"%d\" y1=\"%d.5\" y2=\"%d.5\"/>\n",
					LEFT, RIGHT, STRIP_BOTTOM, STRIP_BOTTOM);
}

/* The row keys on the left, and the bars of the regions on the right. */
static void
put_regions(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	uint64_t	most = largest(plot->by_row, plot->rows);
	int			each = (int) ceil(13 / plot->height);
	char		number[32];

	core_buf_printf(out,
					"<text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"end\">regions from row key</text>\n",
					LEFT - 8, TOP - 7);
	core_buf_printf(out,
					"<text class=\"muted\" x=\"%d\" y=\"%d\">cells, to</text><text class=\"muted\" x=\"%d\" y=\"%d\">%s</text>\n",
					TOTALS, TOP - 22, TOTALS, TOP - 7, grouped(most, number));
	for (int i = 0; i < plot->rows; i++)
	{
		double		y = TOP + i * plot->height;

		if (i % each == 0)
		{
			core_buf_printf(
				out,
				"<text class=\"key\" x=\"%d\" y=\"%.2f\" text-anchor=\"end\">",
				LEFT - 8, y + plot->height / 2 + 4);
			put_start(plot, i * plot->per_row, LABEL_CHARS);
			core_buf_printf(out, "</text>\n");
		}
		if (plot->by_row[i] > 0)
			core_buf_printf(
				out,
				"<rect class=\"bar\" x=\"%d\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n",
				TOTALS, y,
				(double) TOTALS_WIDTH * (double) plot->by_row[i] /
					(double) most,
				plot->height > 4 ? plot->height - 1 : plot->height);
	}
}

/* One cell of the plot with its tooltip. */
static void
put_cell(const Plot *plot, int column, int row)
{
	CoreBuf    *out = plot->out;
	const HeatMap *map = plot->picture->map;
	uint64_t	cells = plot->cells[column * plot->rows + row];
	double		share = (double) cells / (double) plot->by_column[column];
	int			region = row * plot->per_row;
	int			last = region + plot->per_row - 1 < map->regions ?
		region + plot->per_row - 1 :
		map->regions - 1;
	char		from[64],
				to[64],
				number[32],
				part[16];

	core_buf_printf(out,
					"<rect class=\"h%d\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>%s to %s UTC\n",
					level_of(plot, share), LEFT + column * plot->width,
					TOP + row * plot->height,
					plot->width > 4 ? plot->width - 1 : plot->width,
					plot->height > 4 ? plot->height - 1 : plot->height,
					time_text(column_start(plot, column), from),
					time_text(column_start(plot, column + 1), to));
	if (last > region)
		core_buf_printf(out, "regions %d to %d, from ", region, last);
	else
		core_buf_printf(out, "region %d, from ", region);
	put_start(plot, region, TOOLTIP_CHARS);
	core_buf_printf(
		out,
		"\n%s cells, %s of the window, %.1f times an even share</title></rect>\n",
		grouped(cells, number), percent(share, part), share * plot->rows);
}

static void
put_plot(const Plot *plot)
{
	core_buf_printf(plot->out,
					"<rect class=\"none\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.2f\"/>\n<g class=\"cells\">\n",
					LEFT, TOP, RIGHT - LEFT, plot->bottom - TOP);
	for (int column = 0; column < plot->columns; column++)
	{
		core_check_interrupts();
		for (int row = 0; row < plot->rows; row++)
			if (plot->cells[column * plot->rows + row] > 0)
				put_cell(plot, column, row);
	}
	core_buf_printf(plot->out, "</g>\n");
}

/* Possible steps of the time axis. */
static const HeatEvery axis_steps[] = {
	{1, 0}, {2, 0}, {5, 0}, {10, 0}, {20, 0}, {50, 0}, {100, 0}, {200, 0},
	{500, 0},
	{1000, 0}, {2000, 0}, {5000, 0}, {10000, 0}, {30000, 0},
	{60000, 0}, {120000, 0}, {300000, 0}, {600000, 0}, {1800000, 0},
	{3600000, 0}, {7200000, 0}, {10800000, 0}, {21600000, 0}, {43200000, 0},
	{86400000, 0}, {172800000, 0}, {604800000, 0}, {1209600000, 0},
	{0, 1}, {0, 2}, {0, 3}, {0, 6}, {0, 12}, {0, 24}, {0, 60}, {0, 120}, {0,
																		  240},
	{0, 600},
	{0, 1200}, {0, 6000}, {0, 12000}, {0, 120000}
};

#define AXIS_TICKS	8			/* largest number of ticks */
#define DATE_WIDTH	80			/* width of a date under a tick, with its
								 * margin */

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

static void
put_axis(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	int64_t		from = column_start(plot, 0);
	int64_t		to = column_start(plot, plot->columns);
	HeatEvery	step = axis_step(from, to);
	int64_t		day = INT64_MIN;
	char		text[64];

	for (int64_t k = heat_window(step, from);
		 plot->picture->map->n > 0 && heat_window_start(step, k) <= to; k++)
	{
		int64_t		ms = heat_window_start(step, k);
		double		x = LEFT +
			(RIGHT - LEFT) * ((double) (ms - from) / (double) (to - from));
		int64_t		this_day = datetime_floor_div(ms, 86400000);

		if (ms < from)
			continue;
		core_buf_printf(out,
						"<line class=\"line\" x1=\"%.2f\" x2=\"%.2f\" y1=\"%.2f\" y2=\"%.2f\"/>",
						x, x, plot->bottom, plot->bottom + 5);
		core_buf_printf(out,
						"<text class=\"tick\" x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%s</text>\n",
						x, plot->bottom + 18, tick_text(step, ms, text));
		/* leave out the first date if the next one needs its place */
		if (step.ms < 86400000 && day == INT64_MIN &&
			(RIGHT - LEFT) *
					((double) ((this_day + 1) * 86400000 - ms) /
					 (double) (to - from)) <
				DATE_WIDTH)
			day = this_day;
		if (step.months == 0 && this_day != day &&
			(step.ms < 86400000 || day == INT64_MIN))
		{
			Civil		c = civil(ms);

			if (step.ms < 86400000)
				core_buf_printf(
					out,
					"<text class=\"muted\" x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%lld-%02d-%02d</text>\n",
					x, plot->bottom + 33, (long long) c.year, c.month, c.day);
			else
				core_buf_printf(out,
								"<text class=\"muted\" x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%lld</text>\n",
								x, plot->bottom + 33, (long long) c.year);
			day = this_day;
		}
	}
	core_buf_printf(out,
					"<text class=\"muted\" x=\"%d\" y=\"%.2f\" text-anchor=\"end\">time (UTC)</text>\n",
					LEFT - 28, plot->bottom + 18);
}

static void
put_legend(const Plot *plot)
{
	CoreBuf    *out = plot->out;
	double		y = plot->bottom + 60;
	double		step = 36;
	double		even = LEFT + LEVELS * step / log2(1.0 + plot->rows);
	char		text[16];

	core_buf_printf(out,
					"<g class=\"legend\"><text class=\"muted\" x=\"%d\" y=\"%.2f\" text-anchor=\"end\">share of a window</text>\n",
					LEFT - 8, y + 11);
	for (int i = 0; i < LEVELS; i++)
		core_buf_printf(out,
						"<rect class=\"h%d\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"14\"/>",
						i, LEFT + i * step, y, step);
	for (int i = 0; i <= LEVELS; i += 2)
		core_buf_printf(out,
						"<text class=\"muted\" x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%s</text>\n",
						LEFT + i * step, y + 29,
						percent(share_at(plot, (double) i / LEVELS), text));
	core_buf_printf(out,
					"<path class=\"plain\" d=\"M%.2f %.2fl-4 -6h8z\"/><text class=\"plain\" x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">even</text>\n",
					even, y - 1, even, y - 10);
	core_buf_printf(
		out,
		"<rect class=\"none\" x=\"%.2f\" y=\"%.2f\" width=\"14\" height=\"14\"/><text class=\"muted\" x=\"%.2f\" y=\"%.2f\">no cells</text></g>\n",
		LEFT + LEVELS * step + 32, y, LEFT + LEVELS * step + 52, y + 11);
	core_buf_printf(out, "<text class=\"muted\" x=\"20\" y=\"%.2f\">",
					plot->bottom + 106);
	core_buf_printf(out, "a column is %s%s%s",
					plot->per_column > 1 ? "several windows of " : "",
					plot->per_column > 1 ? "" : "a window of ",
					plot->picture->every);
	if (plot->per_column > 1)
		core_buf_printf(out, " (%lld together)", (long long) plot->per_column);
	if (plot->per_row > 1)
		core_buf_printf(out, "; a row is %d regions together", plot->per_row);
	core_buf_printf(out, "</text>\n");
}

void
heat_svg(const HeatPicture *picture, CoreBuf *out)
{
	Plot		plot = {.picture = picture, .out = out};

	fill_plot(&plot);
	put_head(&plot);
	put_windows(&plot);
	put_regions(&plot);
	put_plot(&plot);
	put_axis(&plot);
	put_legend(&plot);
	core_buf_printf(out, "</svg>");
	free_plot(&plot);
}
