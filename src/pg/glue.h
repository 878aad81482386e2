/*
 * glue.h
 *		Between core and the server: errors, and building rowkeys.
 */
#ifndef GLUE_H
#define GLUE_H

#include "postgres.h"
#include "fmgr.h"
#include "nodes/nodes.h"

#include "../core/core.h"
#include "../hbase_schema.h"

/* Raise a core error as ERROR with its SQLSTATE; does not return. */
extern void glue_raise(const CoreError *err) pg_attribute_noreturn();

/*
 * A function rejects its data by returning what this gives.  It raises the
 * error; but for a caller that passes a GlueReject as the call's context (see
 * outcome.c), the error is put there, and NULL returned.  This is PostgreSQL's
 * protocol of soft errors, for versions that do not have it, too.
 */
typedef struct GlueReject
{
	NodeTag		type;			/* T_Invalid, which no other context has */
	bool		rejected;
	CoreError	err;
} GlueReject;

extern Datum glue_reject(FunctionCallInfo fcinfo, const CoreError *err);

/* Was the error raised by glue_reject, here or in a parallel worker? */
extern bool glue_is_reject(const ErrorData *error);

/*
 * glue_raise for an input function: saved in the soft-error context (16 on), or
 * raised.  escontext is fcinfo->context.
 */
extern void glue_save_error(const CoreError *err, Node *escontext);

/*
 * What core says, in the server's encoding: names of fields are UTF-8 to it.
 * What is not UTF-8 was told to it in the server's.
 */
extern const char *glue_message(const char *text);

/* The SQLSTATE of a core error. */
extern int	glue_sqlstate(CoreErrorCode code);

/* Raise 54000: a rowkey may not have that size. */
extern void rowkey_too_long(size_t size) pg_attribute_noreturn();

/* Is it this extension's type of that name? */
extern bool glue_is_own_type(Oid type, const char *name);

/* Is size one that a rowkey may have?  False with an error, or 54000. */
extern bool rowkey_fits(size_t size, CoreError *err);

static inline void
rowkey_check_size(size_t size)
{
	if (unlikely(size > ROWKEY_MAX_SIZE))
		rowkey_too_long(size);
}

/* A new rowkey of size bytes, checked; its data are the caller's to fill. */
static inline RowKey *
rowkey_new(size_t size)
{
	RowKey	   *key;

	rowkey_check_size(size);
	key = (RowKey *) palloc(VARHDRSZ + size);
	SET_VARSIZE(key, VARHDRSZ + size);
	return key;
}

/* A new bytea holding these bytes; of no bytes, data may be NULL. */
static inline bytea *
glue_bytea(const void *data, size_t size)
{
	bytea	   *bytes = (bytea *) core_alloc(VARHDRSZ + size);

	SET_VARSIZE(bytes, VARHDRSZ + size);
	core_copy(VARDATA(bytes), data, size);
	return bytes;
}

/* A new rowkey holding these bytes, checked. */
extern RowKey *rowkey_from_bytes(const void *data, size_t size);

/*
 * A buffer whose first byte lies behind a varlena header, and the varlena
 * made of it: one allocation for a value of unknown size.
 */
extern void glue_buf_init(CoreBuf *buf, size_t capacity);
extern struct varlena *glue_buf_varlena(CoreBuf *buf);
extern RowKey *glue_buf_rowkey(CoreBuf *buf);

/*
 * Begin a set-returning function that fills a tuplestore in one call: sets
 * setResult and setDesc of the call's ReturnSetInfo, which is returned.  A set
 * of plain values has rows of one column.
 */
struct ReturnSetInfo;
extern struct ReturnSetInfo *glue_materialize(FunctionCallInfo fcinfo);

/*
 * Run a function in a subtransaction.  NULL when it returned; else the error
 * that it raised, in the current memory context, and what it did is rolled
 * back.
 */
extern ErrorData *glue_try(void (*function) (void *context), void *context);

/*
 * Text of the database's encoding -> UTF-8.  False with an error for what has
 * none: in SQL_ASCII a text is any bytes.  *text may stay what it was.
 */
extern bool glue_text_utf8(const char **text, int *len, CoreError *err);

/* The same for callers that raise the error; *len is replaced.  May be src. */
extern const char *glue_to_utf8(const char *src, int *len);

/* UTF-8 -> a text datum's content in the server's encoding; may be src. */
extern const char *glue_from_utf8(const char *src, int *len);

#endif							/* GLUE_H */
