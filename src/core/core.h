/*
 * core.h
 *		What every file of core leans on: errors, memory, a byte buffer and
 *		big-endian numbers.
 *
 * Core knows nothing of PostgreSQL: no postgres.h, no fmgr, no catalogue.  It
 * compiles into the extension, into the unit tests and into the fuzzers.  The
 * hooks below (allocation, ownership and interrupts) are all it asks of its host:
 * src/pg/glue.c answers with palloc and CHECK_FOR_INTERRUPTS, and
 * src/core/standalone.c with malloc for programs without a server.
 */
#ifndef CORE_H
#define CORE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- errors ---------------------------------------------------------- */

/* What kind of failure it is; src/pg/glue.c maps each to one SQLSTATE. */
typedef enum CoreErrorCode
{
	CORE_OK = 0,
	CORE_ERR_SYNTAX,			/* 22P02: text form of a value */
	CORE_ERR_BINARY,			/* 22P03: binary form of a value */
	CORE_ERR_RANGE,				/* 22003: number or time out of range */
	CORE_ERR_PARAMETER,			/* 22023: argument with no meaning */
	CORE_ERR_LIMIT,				/* 54000: longer than HBase allows */
	CORE_ERR_WIDTH,				/* 22001: longer than the place it goes to */
	CORE_ERR_CHARACTER,			/* 22021: not UTF-8, or not representable */
	CORE_ERR_NULL,				/* 22004: NULL where none may be */
	CORE_ERR_TYPE,				/* 42804: a value of another type */
	CORE_ERR_UNSUPPORTED,		/* 0A000: known, but not built in or not done */
	CORE_ERR_DUPLICATE,			/* 21000: one cell or key given twice */
	CORE_ERR_CORRUPT,			/* XX001: stored bytes are damaged */
	CORE_ERR_IO,				/* 58030: a sink or source failed */
	CORE_ERR_LIBRARY			/* 39000: OpenSSL, zlib, ... refused */
} CoreErrorCode;

/*
 * One failure, told as PostgreSQL tells it: a primary message in lower case
 * without full stop; detail and hint are sentences or empty.
 */
typedef struct CoreError
{
	CoreErrorCode code;
	char		message[320];
	char		detail[320];
	char		hint[320];
} CoreError;

/*
 * Fill *err and return false, so that a failing function ends in
 * "return core_error(...)".  The message replaces an earlier one; detail and
 * hint are emptied and may be added afterwards.
 */
extern bool core_error(CoreError *err, CoreErrorCode code, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));
extern bool core_error_detail(CoreError *err, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));
extern bool core_error_hint(CoreError *err, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

/* An ASCII letter in lower case, whatever the locale. */
static inline char
core_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
}

/*
 * Whether name is word, whatever the case of its ASCII letters and whatever
 * the locale: strcasecmp() asks that, and Turkish has another "i".
 */
extern bool core_same_word(const char *name, size_t len, const char *word);

/* How much of a text a message shows: whole characters of UTF-8, up to max bytes. */
extern int	core_shown(const char *text, size_t len, size_t max);

/*
 * Format into a place of so many bytes: text that is too long is cut, where a
 * character of UTF-8 ends.
 */
extern void core_format(char *dst, size_t size, const char *fmt, va_list ap)
			__attribute__((format(printf, 3, 0)));

/* ---- the host's hooks ------------------------------------------------ */

/* What a server allocates at once at most. */
#define CORE_MAX_ALLOC	((size_t) 0x3fffffff)

/* Never return NULL: the host raises an error or ends the program. */
extern void *core_alloc(size_t size);
extern void *core_realloc(void *p, size_t size);	/* p is not NULL */
extern void core_free(void *p);

/* Called in loops over data; a host may leave by longjmp here. */
extern void core_check_interrupts(void);

/*
 * The shortest decimal text that reads back as the same number, in the form
 * PostgreSQL prints: "1.5", "1e+100", "-0", "NaN", "-Infinity".  dst has room
 * for CORE_FLOAT_TEXT bytes.
 */
#define CORE_FLOAT_TEXT		32

extern void core_float4_text(float f, char *dst);
extern void core_float8_text(double f, char *dst);

/*
 * A foreign object (a compressor's context, a digest's) that must be given
 * back to its library even if the host leaves by longjmp: its owner, which
 * lives where core_alloc allocates at the moment.  core_disown gives the object
 * back and the owner up; a host that throws its memory away does so before.
 */
typedef struct CoreOwner CoreOwner;

extern CoreOwner *core_own(void *object, void (*release) (void *object));
extern void core_disown(CoreOwner *owner);

/* ---- bytes ------------------------------------------------------------ */

/*
 * memcpy() and memcmp() take no NULL, not even for no bytes; empty names and
 * values often are NULL.
 */
static inline void
core_copy(void *dst, const void *src, size_t n)
{
	if (n > 0)
		memcpy(dst, src, n);
}

static inline bool
core_same(const void *a, const void *b, size_t n)
{
	return n == 0 || memcmp(a, b, n) == 0;
}

/* ---- a growing byte buffer ------------------------------------------- */

typedef struct CoreBuf
{
	uint8_t    *data;			/* NULL until the first byte, unless given */
	size_t		len;
	size_t		cap;
} CoreBuf;

extern void core_buf_init(CoreBuf *buf);
extern void core_buf_free(CoreBuf *buf);

extern void core_buf_grow(CoreBuf *buf, size_t n);

/* Make room for n more bytes and return where they go; len is unchanged. */
static inline uint8_t *
core_buf_reserve(CoreBuf *buf, size_t n)
{
	if (buf->cap - buf->len < n)
		core_buf_grow(buf, n);
	return buf->data + buf->len;
}

static inline void
core_buf_add(CoreBuf *buf, const void *p, size_t n)
{
	if (n > 0)
	{
		memcpy(core_buf_reserve(buf, n), p, n);
		buf->len += n;
	}
}

static inline void
core_buf_add_byte(CoreBuf *buf, uint8_t b)
{
	*core_buf_reserve(buf, 1) = b;
	buf->len++;
}

/* Append formatted text, of any length and without its terminator. */
extern void core_buf_printf(CoreBuf *buf, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

/* ---- big-endian numbers ---------------------------------------------- */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define core_be32(v)	__builtin_bswap32(v)
#define core_be64(v)	__builtin_bswap64(v)
#else
#define core_be32(v)	(v)
#define core_be64(v)	(v)
#endif

static inline void
core_put_u16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t) (v >> 8);
	p[1] = (uint8_t) v;
}

static inline void
core_put_u32(uint8_t *p, uint32_t v)
{
	v = core_be32(v);
	memcpy(p, &v, 4);
}

static inline void
core_put_u64(uint8_t *p, uint64_t v)
{
	v = core_be64(v);
	memcpy(p, &v, 8);
}

static inline uint16_t
core_get_u16(const uint8_t *p)
{
	return (uint16_t) ((p[0] << 8) | p[1]);
}

static inline uint32_t
core_get_u32(const uint8_t *p)
{
	uint32_t	v;

	memcpy(&v, p, 4);
	return core_be32(v);
}

static inline uint64_t
core_get_u64(const uint8_t *p)
{
	uint64_t	v;

	memcpy(&v, p, 8);
	return core_be64(v);
}

#endif							/* CORE_H */
