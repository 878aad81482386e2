/*
 * crc32c.c
 *		CRC-32C (Castagnoli), the checksum of HFile blocks.
 */
#include "core/base/crc32c.h"

/* The Castagnoli polynomial, bit-reversed. */
#define POLYNOMIAL	0x82f63b78u

/* ---- by tables -------------------------------------------------------- */

/*
 * Slicing-by-8: tables[k][b] is the checksum register after byte b and k zero
 * bytes.
 */
static uint32_t tables[8][256];
static bool tables_made = false;

static void
make_tables(void)
{
	for (uint32_t b = 0; b < 256; b++)
	{
		uint32_t	c = b;

		for (int bit = 0; bit < 8; bit++)
			c = (c >> 1) ^ (c & 1 ? POLYNOMIAL : 0);
		tables[0][b] = c;
	}
	for (int k = 1; k < 8; k++)
		for (uint32_t b = 0; b < 256; b++)
			tables[k][b] = (tables[k - 1][b] >> 8) ^
				tables[0][tables[k - 1][b] & 0xff];
	tables_made = true;
}

uint32_t
crc32c_scalar(uint32_t crc, const void *p, size_t n)
{
	const uint8_t *s = p;

	crc = ~crc;
	if (!tables_made)
		make_tables();
	for (; n >= 8; n -= 8, s += 8)
	{
		uint32_t	lo = crc ^ ((uint32_t) s[0] | (uint32_t) s[1] << 8 |
								(uint32_t) s[2] << 16 | (uint32_t) s[3] << 24);

		crc = tables[7][lo & 0xff] ^ tables[6][lo >> 8 & 0xff] ^
			tables[5][lo >> 16 & 0xff] ^ tables[4][lo >> 24] ^
			tables[3][s[4]] ^ tables[2][s[5]] ^ tables[1][s[6]] ^
			tables[0][s[7]];
	}
	while (n-- > 0)
		crc = (crc >> 8) ^ tables[0][(crc ^ *s++) & 0xff];
	return ~crc;
}

/* ---- by instruction ---------------------------------------------------- */

#if defined(__x86_64__)

__attribute__((target("sse4.2")))
static uint32_t
crc32c_sse42(uint32_t before, const void *p, size_t n)
{
	const uint8_t *s = p;
	uint64_t	crc = ~before;

	for (; n >= 8; n -= 8, s += 8)
	{
		uint64_t	word;

		memcpy(&word, s, 8);
		crc = __builtin_ia32_crc32di(crc, word);
	}
	while (n-- > 0)
		crc = __builtin_ia32_crc32qi((uint32_t) crc, *s++);
	return ~(uint32_t) crc;
}

static uint32_t crc32c_choose(uint32_t crc, const void *p, size_t n);

static uint32_t (*crc32c_chosen) (uint32_t crc, const void *p,
								  size_t n) = crc32c_choose;

/* Used by the first call: select the implementation for this processor. */
static uint32_t
crc32c_choose(uint32_t crc, const void *p, size_t n)
{
	crc32c_chosen = __builtin_cpu_supports("sse4.2") ? crc32c_sse42 :
													   crc32c_scalar;
	return crc32c_chosen(crc, p, n);
}

uint32_t
crc32c(uint32_t crc, const void *p, size_t n)
{
	return crc32c_chosen(crc, p, n);
}

#else

uint32_t
crc32c(uint32_t crc, const void *p, size_t n)
{
	return crc32c_scalar(crc, p, n);
}

#endif
