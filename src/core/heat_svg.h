/*
 * heat_svg.h
 *		A heat map as a picture: one SVG that needs nothing else, for light and
 *		dark pages.
 */
#ifndef HEAT_SVG_H
#define HEAT_SVG_H

#include "heat.h"
#include "splits.h"

/* More windows or regions than these are merged with their neighbours. */
#define HEAT_SVG_COLUMNS	80
#define HEAT_SVG_ROWS		40

typedef struct HeatPicture
{
	const HeatMap *map;
	const SplitPoints *points;	/* between the regions: regions - 1 */
	const char *title;			/* UTF-8 */
	const char *every;			/* the length of a window in words, ASCII */
} HeatPicture;

/* Append the SVG, in UTF-8. */
extern void heat_svg(const HeatPicture *picture, CoreBuf *out);

#endif							/* HEAT_SVG_H */
