/*
 * digest.h
 *		Message digests by name, computed by OpenSSL.
 *
 * A digest is fetched from OpenSSL once and kept with its context until the
 * process ends, because fetching costs more than hashing a short key.  Not
 * thread-safe.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include "core/base/error.h"

/* The largest size of a digest of fixed size, in bytes. */
#define DIGEST_MAX_SIZE		64

typedef struct Digest Digest;

/*
 * Find a digest by name, ignoring case.  All digests of OpenSSL's
 * configuration are available ("md5", "SHA256", "sha512-256", "blake2b512").
 * CORE_ERR_PARAMETER: OpenSSL does not have the name.  CORE_ERR_LIBRARY:
 * OpenSSL does not allow the digest (FIPS, provider not loaded).
 */
extern bool digest_find(const char *name, size_t len, Digest **digest,
						CoreError *err);

/*
 * The size of the digest in bytes; 0: any number of bytes (SHAKE128,
 * SHAKE256).
 */
extern size_t digest_size(const Digest *digest);

/*
 * Write the first nout bytes of the digest of the n bytes at p. nout is at
 * most digest_size unless that is 0.
 */
extern bool digest_compute(Digest *digest, const uint8_t *p, size_t n,
						   uint8_t *out, size_t nout, CoreError *err);

#endif							/* DIGEST_H */
