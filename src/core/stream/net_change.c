/*
 * net_change.c
 *		The changes of a transaction and the net change of a row.
 *
 * The net change is the state of the row after the transaction minus that
 * before it.  With known images it is the sum of all changes, with -1 for each
 * image before a change and +1 for each image after it: equal images cancel,
 * and at most one image is left on each side.  This needs no order, so it is
 * right while two rows have the same key within a statement.
 *
 * If the images before changes are unknown, the key comes from the replica
 * identity, whose unique index is checked row by row.  So at most one row has
 * the key at any time, and the first and the last change have the states.
 */
#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/stream/net_change.h"

/* ---- images ------------------------------------------------------------- */

void
net_image_add(CoreBuf *image, const uint8_t *family, size_t len)
{
	core_put_u32(core_buf_reserve(image, 4),
				 family == NULL ? 0 : (uint32_t) len + 1);
	image->len += 4;
	if (family != NULL)
		core_buf_add(image, family, len);
}

bool
net_image_next(NetImage *image, const uint8_t **family, size_t *len)
{
	uint32_t	n;

	*family = NULL;
	*len = 0;
	if (image->len < 4)
		return false;
	n = core_get_u32(image->data);
	image->data += 4;
	image->len -= 4;
	if (n == 0)
		return true;
	if (n - 1 > image->len)
		return false;
	*family = image->data;
	*len = n - 1;
	image->data += n - 1;
	image->len -= n - 1;
	return true;
}

static bool
same_image(const NetImage *a, const NetImage *b)
{
	return a->len == b->len &&
		(a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

/* ---- records ------------------------------------------------------------ */

/*
 * Table; row, with 0x00 as 0x00 0xFF, and 0x00 0x00 at its end; sequence;
 * parts; the length of the image before, and both images.
 */
void
net_change_write(const NetChange *change, CoreBuf *out)
{
	size_t		need = 2 + 2 * change->row_len + 2 + 8 + 1 + 8 +
		change->before.len + change->after.len;
	uint8_t    *p = core_buf_reserve(out, need);

	core_put_u16(p, (uint16_t) change->table);
	p += 2;
	for (size_t i = 0; i < change->row_len; i++)
	{
		*p++ = change->row[i];
		if (change->row[i] == 0)
			*p++ = 0xff;
	}
	*p++ = 0;
	*p++ = 0;
	core_put_u64(p, change->sequence);
	p += 8;
	*p++ = (uint8_t) change->parts;
	if (change->parts & NET_BEFORE)
	{
		core_put_u64(p, change->before.len);
		p += 8;
		core_copy(p, change->before.data, change->before.len);
		p += change->before.len;
	}
	if (change->parts & (NET_AFTER | NET_REJECT))
	{
		core_copy(p, change->after.data, change->after.len);
		p += change->after.len;
	}
	out->len = (size_t) (p - out->data);
}

/* The length of table and row with their end; 0: damaged. */
static size_t
row_part(const uint8_t *record, size_t len)
{
	for (size_t i = 2; i + 1 < len; i++)
	{
		if (record[i] != 0)
			continue;
		if (record[i + 1] == 0)
			return i + 2;
		i++;
	}
	return 0;
}

static bool
damaged(CoreError *err)
{
	return core_error(err, CORE_ERR_CORRUPT,
					  "a record of the change stream is damaged");
}

bool
net_change_read(const uint8_t *record, size_t len, CoreBuf *row,
				NetChange *change, CoreError *err)
{
	size_t		at = row_part(record, len);
	size_t		run = 2;

	memset(change, 0, sizeof(NetChange));
	if (at == 0 || len - at < 9)
		return damaged(err);
	change->table = core_get_u16(record);
	/* the bytes between two zeros at once */
	for (size_t i = 2; i < at - 2; i++)
	{
		if (record[i] != 0)
			continue;
		core_buf_add(row, record + run, i + 1 - run);
		run = ++i + 1;
	}
	core_buf_add(row, record + run, at - 2 - run);
	change->row = row->data;
	change->row_len = row->len;
	change->sequence = core_get_u64(record + at);
	change->parts = record[at + 8];
	record += at + 9;
	len -= at + 9;
	if (change->parts & NET_BEFORE)
	{
		if (len < 8 || core_get_u64(record) > len - 8)
			return damaged(err);
		change->before.len = (size_t) core_get_u64(record);
		change->before.data = record + 8;
		record += 8 + change->before.len;
		len -= 8 + change->before.len;
	}
	if (change->parts & (NET_AFTER | NET_REJECT))
	{
		change->after.data = record;
		change->after.len = len;
	}
	return true;
}

/* ---- the net change of a row -------------------------------------------- */

typedef struct NetSigned
{
	int			sign;			/* -1: before, +1: after */
	NetImage	image;
} NetSigned;

void
net_row_init(NetRow *net)
{
	memset(net, 0, sizeof(NetRow));
}

static NetImage
copy_image(const NetImage *image)
{
	uint8_t    *data = core_alloc(image->len + 1);

	core_copy(data, image->data, image->len);
	return (NetImage) {data, image->len};
}

static void
free_image(NetImage *image)
{
	if (image->data != NULL)
		core_free((void *) image->data);
	image->data = NULL;
	image->len = 0;
}

void
net_row_free(NetRow *net)
{
	for (int i = 0; i < net->count; i++)
		free_image(&net->images[i].image);
	free_image(&net->first);
	free_image(&net->last);
	if (net->images != NULL)
		core_free(net->images);
	net_row_init(net);
}

/* Add an image, or remove an equal one with the other sign. */
static void
sum_image(NetRow *net, const NetImage *image, int sign)
{
	for (int i = 0; i < net->count; i++)
	{
		if (net->images[i].sign == -sign &&
			same_image(&net->images[i].image, image))
		{
			free_image(&net->images[i].image);
			net->images[i] = net->images[--net->count];
			return;
		}
	}
	if (net->count == net->capacity)
	{
		int			capacity = net->capacity == 0 ? 4 : net->capacity * 2;
		NetSigned  *images = core_alloc(sizeof(NetSigned) * capacity);

		if (net->count > 0)
			memcpy(images, net->images, sizeof(NetSigned) * net->count);
		if (net->images != NULL)
			core_free(net->images);
		net->images = images;
		net->capacity = capacity;
	}
	net->images[net->count].sign = sign;
	net->images[net->count++].image = copy_image(image);
}

void
net_row_add(NetRow *net, const NetChange *change)
{
	bool		before = (change->parts & NET_BEFORE) != 0;
	bool		after = (change->parts & NET_AFTER) != 0;

	if (!net->any)
	{
		net->any = true;
		net->first_unknown = (change->parts & NET_UNKNOWN) != 0;
		if (before)
			net->first = copy_image(&change->before);
	}
	if (change->parts & NET_UNKNOWN)
		net->unknown = true;
	free_image(&net->last);
	if (after)
		net->last = copy_image(&change->after);
	if (net->unknown)
		return;
	if (before)
		sum_image(net, &change->before, -1);
	if (after)
		sum_image(net, &change->after, 1);
}

bool
net_row_result(const NetRow *net, NetImage *before, bool *unknown,
			   NetImage *after, CoreError *err)
{
	memset(before, 0, sizeof(NetImage));
	memset(after, 0, sizeof(NetImage));
	*unknown = false;
	if (net->unknown)
	{
		*unknown = net->first_unknown;
		*before = net->first;
		*after = net->last;
		return true;
	}
	for (int i = 0; i < net->count; i++)
	{
		NetImage   *side = net->images[i].sign < 0 ? before : after;

		if (side->data != NULL)
		{
			core_error(err, CORE_ERR_DUPLICATE,
					   "several rows have the same row key");
			return core_error_hint(err,
								   "Make the key unique: it must have all columns of a UNIQUE constraint.");
		}
		*side = net->images[i].image;
	}
	return true;
}
