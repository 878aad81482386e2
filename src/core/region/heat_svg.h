/*
 * heat_svg.h
 *		Draw a heat map as a self-contained SVG for light and dark pages, or as
 *		a part of an HTML page.
 */
#ifndef HEAT_SVG_H
#define HEAT_SVG_H

#include "core/base/buffer.h"
#include "core/region/region_heat.h"
#include "core/region/splits.h"

/*
 * Limits of columns and rows; more windows or regions are merged with their
 * neighbours.
 */
#define HEAT_SVG_COLUMNS	80
#define HEAT_SVG_ROWS		40

typedef struct HeatPicture
{
	const HeatMap *map;
	const SplitPoints *points;	/* the split points: regions - 1 */
	const char *title;			/* UTF-8 */
	const char *every;			/* text of the length of a window, ASCII */
} HeatPicture;

/* Append the SVG, in UTF-8. */
extern void heat_svg(const HeatPicture *picture, CoreBuf *out);

/*
 * Append the same picture as a figure for a page that has the style sheet
 * heat_style() and arranges the parts of the figure.
 */
extern void heat_figure(const HeatPicture *picture, CoreBuf *out);

/* Append the style sheet of colours and fonts. */
extern void heat_style(CoreBuf *out);

#endif							/* HEAT_SVG_H */
