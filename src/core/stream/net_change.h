/*
 * net_change.h
 *		The changes of a transaction, as records that sort by table, row and
 *		order, and the net change of a row.
 */
#ifndef NET_CHANGE_H
#define NET_CHANGE_H

#include "core/base/buffer.h"
#include "core/base/error.h"

/* Parts of a record. */
#define NET_BEFORE			1	/* an image of the row before the change */
#define NET_UNKNOWN			2	/* there was a row before, its cells are not
								 * known */
#define NET_AFTER			4	/* an image of the row after the change */
#define NET_REJECT			8	/* a change that could not be mapped; the
								 * record has no row, its image is free */

/*
 * The state of a row: all its families, packed by net_image_add.  Equal images
 * have equal bytes.
 */
typedef struct NetImage
{
	const uint8_t *data;
	size_t		len;
} NetImage;

/* Append the next family, a packed wide row; NULL: no cells. */
extern void net_image_add(CoreBuf *image, const uint8_t *family, size_t len);

/* Get the next family, and step to the one after it. */
extern bool net_image_next(NetImage *image, const uint8_t **family,
						   size_t *len);

/* A change of a row. */
typedef struct NetChange
{
	int			table;
	const uint8_t *row;
	size_t		row_len;
	uint64_t	sequence;		/* ascending in a transaction */
	int			parts;
	NetImage	before;
	NetImage	after;
} NetChange;

/*
 * Append a change as a record.  memcmp, and then the length, compares records
 * by table, row and sequence; they never have equal bytes.
 */
extern void net_change_write(const NetChange *change, CoreBuf *out);

/*
 * Read a record.  The images point into it.  The row is appended to "row",
 * which must be empty.
 */
extern bool net_change_read(const uint8_t *record, size_t len, CoreBuf *row,
							NetChange *change, CoreError *err);

/*
 * The net change of one row: its states before and after the transaction. Add
 * the row's changes in their order.  Images are copied.
 */
typedef struct NetRow
{
	bool		any;			/* there is a change */
	bool		unknown;		/* some change has an unknown state before
								 * it */
	bool		first_unknown;	/* the first one */
	int			count;			/* images that do not cancel each other */
	int			capacity;
	struct NetSigned *images;
	NetImage	first;			/* before the first change; data NULL: none */
	NetImage	last;			/* after the last change; data NULL: none */
} NetRow;

extern void net_row_init(NetRow *net);
extern void net_row_free(NetRow *net);
extern void net_row_add(NetRow *net, const NetChange *change);

/*
 * The result: the images, data NULL if the row is absent. *unknown: there was
 * a row whose cells are not known.  An error if several rows have the key
 * before or after the transaction.
 */
extern bool net_row_result(const NetRow *net, NetImage *before, bool *unknown,
						   NetImage *after, CoreError *err);

#endif							/* NET_CHANGE_H */
