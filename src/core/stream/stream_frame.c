/*
 * stream_frame.c
 *		The frames of a change stream: type, length of the body, body.  All
 *		integers are big-endian.
 */
#include "core/base/byte_order.h"
#include "core/base/crc32c.h"
#include "core/stream/stream_frame.h"

static const uint8_t magic[8] = {'H', 'B', 'S', 'T', 'R', 'M', 0,
								 STREAM_FRAME_VERSION};

static void
add_u16(CoreBuf *out, uint16_t value)
{
	core_put_u16(core_buf_reserve(out, 2), value);
	out->len += 2;
}

static void
add_u32(CoreBuf *out, uint32_t value)
{
	core_put_u32(core_buf_reserve(out, 4), value);
	out->len += 4;
}

static void
add_u64(CoreBuf *out, uint64_t value)
{
	core_put_u64(core_buf_reserve(out, 8), value);
	out->len += 8;
}

static void
add_bytes16(CoreBuf *out, const void *p, size_t n)
{
	add_u16(out, (uint16_t) n);
	core_buf_add(out, p, n);
}

static void
add_bytes32(CoreBuf *out, const void *p, size_t n)
{
	add_u32(out, (uint32_t) n);
	core_buf_add(out, p, n);
}

/* Begin a frame; returns its place. */
static size_t
begin_frame(CoreBuf *out, char type)
{
	size_t		at = out->len;

	core_buf_add_byte(out, (uint8_t) type);
	add_u32(out, 0);
	return at;
}

static void
end_frame(CoreBuf *out, size_t at)
{
	core_put_u32(out->data + at + 1,
				 (uint32_t) (out->len - at - STREAM_FRAME_HEAD));
}

void
stream_frame_start(CoreBuf *out, const char *fingerprint,
				   const StreamTarget *targets, int n)
{
	size_t		at = begin_frame(out, 'S');

	core_buf_add(out, magic, sizeof(magic));
	add_bytes16(out, fingerprint, strlen(fingerprint));
	add_u16(out, (uint16_t) n);
	for (int t = 0; t < n; t++)
	{
		add_bytes16(out, targets[t].name, targets[t].len);
		core_buf_add_byte(out, (uint8_t) targets[t].nfamilies);
		for (int f = 0; f < targets[t].nfamilies; f++)
		{
			const StreamFamily *family = &targets[t].families[f];

			core_buf_add_byte(out, (uint8_t) family->len);
			core_buf_add(out, family->name, family->len);
		}
	}
	end_frame(out, at);
}

void
stream_frame_begin(CoreBuf *out, const StreamCommit *commit)
{
	size_t		at = begin_frame(out, 'B');

	add_u64(out, commit->lsn);
	add_u64(out, (uint64_t) commit->stamp);
	add_u64(out, (uint64_t) commit->time);
	add_u32(out, commit->xid);
	end_frame(out, at);
}

uint64_t
stream_frame_mutation_size(const StreamMutation *mutation)
{
	uint64_t	size = STREAM_FRAME_HEAD + 2 + 4 + 4 +
		(uint64_t) mutation->row_len;

	for (uint32_t i = 0; i < mutation->count; i++)
		size += 1 + 1 + 4 + 8 + 4 +
			(uint64_t) mutation->cells[i].family_len +
			mutation->cells[i].qualifier_len + mutation->cells[i].value_len;
	return size;
}

void
stream_frame_mutation(CoreBuf *out, int table, const StreamMutation *mutation,
					  uint32_t *crc)
{
	size_t		at = begin_frame(out, 'M');

	add_u16(out, (uint16_t) table);
	add_bytes32(out, mutation->row, mutation->row_len);
	add_u32(out, mutation->count);
	for (uint32_t i = 0; i < mutation->count; i++)
	{
		const Cell *cell = &mutation->cells[i];

		core_buf_add_byte(out, cell->type);
		core_buf_add_byte(out, (uint8_t) cell->family_len);
		core_buf_add(out, cell->family, cell->family_len);
		add_bytes32(out, cell->qualifier, cell->qualifier_len);
		add_u64(out, (uint64_t) cell->ts);
		add_bytes32(out, cell->value, cell->value_len);
	}
	end_frame(out, at);
	*crc = crc32c(*crc, out->data + at, out->len - at);
}

void
stream_frame_reject(CoreBuf *out, int table, const StreamReject *reject)
{
	size_t		at = begin_frame(out, 'X');

	add_u16(out, (uint16_t) table);
	add_u64(out, reject->lsn);
	add_bytes32(out, reject->row, strlen(reject->row));
	add_bytes32(out, reject->reason, strlen(reject->reason));
	end_frame(out, at);
}

void
stream_frame_commit(CoreBuf *out, const StreamCommit *commit,
					uint32_t mutations, uint32_t crc)
{
	size_t		at = begin_frame(out, 'C');

	add_u64(out, commit->lsn);
	add_u64(out, (uint64_t) commit->stamp);
	add_u32(out, mutations);
	add_u32(out, crc);
	end_frame(out, at);
}
