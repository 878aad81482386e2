/*
 * host.h
 *		What core asks of the program that it is part of: memory, interrupts
 *		and the text of floats.  The server's answers are in
 *		src/pg/base/server_host.c, those for other programs in host.c.
 */
#ifndef HOST_H
#define HOST_H

#include "core/base/standard.h"

/* The largest single allocation of a PostgreSQL server (MaxAllocSize). */
#define CORE_MAX_ALLOC	((size_t) 0x3fffffff)

/* Never return NULL: the host raises an error or ends the program. */
extern void *core_alloc(size_t size);
extern void *core_realloc(void *p, size_t size);	/* p is not NULL */
extern void core_free(void *p);

/* Call this in loops over data.  A host may leave it by longjmp. */
extern void core_check_interrupts(void);

/*
 * Write the shortest decimal text that reads back as the same number, in
 * PostgreSQL's format: "1.5", "1e+100", "-0", "NaN", "-Infinity". dst has room
 * for CORE_FLOAT_TEXT bytes.
 */
#define CORE_FLOAT_TEXT		32

extern void core_float4_text(float f, char *dst);
extern void core_float8_text(double f, char *dst);

/*
 * Owner of a foreign object, for example the context of a compressor or
 * digest.  The owner is allocated like core_alloc and releases the object when
 * the host frees its memory, also after a longjmp. core_disown releases the
 * object at once and frees the owner.
 */
typedef struct CoreOwner CoreOwner;

extern CoreOwner *core_own(void *object, void (*release) (void *object));
extern void core_disown(CoreOwner *owner);

#endif							/* HOST_H */
