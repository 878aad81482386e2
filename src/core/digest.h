/*
 * digest.h
 *		Message digests by name, computed by OpenSSL.
 *
 * A digest is fetched from OpenSSL once and then kept, with a context of its
 * own, until the process ends: fetching costs more than hashing a short key.
 * Not for several threads.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include "core.h"

/* The most bytes a digest of fixed size has. */
#define DIGEST_MAX_SIZE		64

typedef struct Digest Digest;

/*
 * The digest of this name, in any case: all that OpenSSL's configuration
 * offers ("md5", "SHA256", "sha512-256", "blake2b512").  CORE_ERR_PARAMETER when
 * OpenSSL knows no such name, CORE_ERR_LIBRARY when it knows the name and
 * refuses it (FIPS, a provider that is not loaded).
 */
extern bool digest_find(const char *name, size_t len, Digest **digest, CoreError *err);

/* Bytes of the whole digest; 0: as many as asked for (SHAKE128, SHAKE256). */
extern size_t digest_size(const Digest *digest);

/*
 * Write the first nout bytes of the digest of the n bytes at p; nout is at
 * most digest_size where that is not 0.
 */
extern bool digest_compute(Digest *digest, const uint8_t *p, size_t n,
						   uint8_t *out, size_t nout, CoreError *err);

#endif							/* DIGEST_H */
