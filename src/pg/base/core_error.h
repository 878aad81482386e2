/*
 * core_error.h
 *		Errors of core as PostgreSQL's: raised, rejected or saved.
 */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

#include "postgres.h"
#include "fmgr.h"
#include "nodes/nodes.h"

#include "core/base/error.h"

/* Raise a core error as ERROR with its SQLSTATE; does not return. */
extern void core_error_raise(const CoreError *err) pg_attribute_noreturn();

/*
 * Return the result of this function to reject a value. It raises the error.
 * If the caller passed a RejectContext as the call's context (see outcome.c),
 * it stores the error there and returns NULL. This is PostgreSQL's soft-error
 * protocol, for versions without it too.
 */
typedef struct RejectContext
{
	NodeTag		type;			/* T_Invalid: no other context has it */
	bool		rejected;
	CoreError	err;
} RejectContext;

extern Datum core_error_reject(FunctionCallInfo fcinfo, const CoreError *err);

/*
 * True if core_error_reject() raised the error, in this process or in a
 * parallel worker.
 */
extern bool core_error_is_reject(const ErrorData *error);

/*
 * core_error_raise() for an input function: store the error in the soft-error
 * context (PostgreSQL 16 or later), or raise it. escontext is fcinfo->context.
 */
extern void core_error_save(const CoreError *err, Node *escontext);

/*
 * A message of core in the server's encoding. Core has names of fields in
 * UTF-8; bytes that are not UTF-8 are in the server's encoding already.
 */
extern const char *core_error_message(const char *text);

/* The SQLSTATE of a core error. */
extern int	core_error_sqlstate(CoreErrorCode code);

#endif							/* CORE_ERROR_H */
