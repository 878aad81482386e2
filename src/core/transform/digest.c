/*
 * digest.c
 *		Message digests by name, computed by OpenSSL.
 */
#include "core/base/host.h"
#include "core/transform/digest.h"

#include <stdlib.h>

#include <openssl/err.h>
#include <openssl/evp.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "hbase_schema needs OpenSSL 3.0 or later"
#endif

#define DIGEST_NAME_CHARACTERS \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./"

/* The bytes that OpenSSL handles between two checks for interrupts. */
#define UPDATE_SIZE (1024 * 1024)

/* One algorithm: the fetched implementation, and contexts for all calls. */
struct Digest
{
	EVP_MD	   *md;
	EVP_MD_CTX *start;			/* initialised: copying it is faster than a
								 * new initialisation */
	EVP_MD_CTX *ctx;
	size_t		size;			/* 0: any number of bytes */
	Digest	   *next;
};

/* All digests that this process has used, at most one for each algorithm. */
static Digest *known_digests = NULL;

/*
 * Set the error for a failure in OpenSSL, with OpenSSL's reason.  Empties
 * OpenSSL's error queue, because the server's TLS code reads the same queue.
 */
static bool
openssl_error(CoreError *err, const char *doing, const char *name)
{
	unsigned long code = ERR_peek_last_error();
	const char *reason = code == 0 ? NULL : ERR_reason_error_string(code);

	core_error(err, CORE_ERR_LIBRARY, "OpenSSL %s the digest \"%s\"", doing,
			   name);
	core_error_detail(err, "OpenSSL reported: %s.",
					  reason == NULL ? "nothing" : reason);
	ERR_clear_error();
	return false;
}

/*
 * Add a fetched digest to the list and take ownership of md.  Returns NULL if
 * OpenSSL fails.
 */
static Digest *
keep_digest(EVP_MD *md)
{
	Digest	   *digest;

	for (digest = known_digests; digest != NULL; digest = digest->next)
	{
		if (digest->md == md)
		{
			EVP_MD_free(md);
			return digest;
		}
	}
	digest = calloc(1, sizeof(Digest));
	if (digest != NULL)
	{
		digest->start = EVP_MD_CTX_new();
		digest->ctx = EVP_MD_CTX_new();
	}
	if (digest == NULL || digest->start == NULL || digest->ctx == NULL ||
		!EVP_DigestInit_ex2(digest->start, md, NULL))
	{
		if (digest != NULL)
		{
			EVP_MD_CTX_free(digest->start);
			EVP_MD_CTX_free(digest->ctx);
		}
		free(digest);
		EVP_MD_free(md);
		return NULL;
	}
	digest->md = md;
	digest->size = (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) ?
		0 :
		EVP_MD_get_size(md);
	digest->next = known_digests;
	known_digests = digest;
	return digest;
}

bool
digest_find(const char *name, size_t len, Digest **digest, CoreError *err)
{
	char		cname[64];
	EVP_MD	   *md;
	const EVP_MD *alias;

	if (len == 0 || len >= sizeof(cname) || memchr(name, '\0', len) != NULL)
		return core_error(err, CORE_ERR_PARAMETER, "unrecognized digest");
	memcpy(cname, name, len);
	cname[len] = '\0';
	/*
	 * OpenSSL 3.5 ignores blanks in names, so allow only names and object
	 * identifiers.
	 */
	if (strspn(cname, DIGEST_NAME_CHARACTERS) != len)
		return core_error(err, CORE_ERR_PARAMETER,
						  "unrecognized digest \"%s\"", cname);

	md = EVP_MD_fetch(NULL, cname, NULL);
	if (md == NULL)
	{
		/* Only the older interface finds names such as "RSA-SHA256". */
		alias = EVP_get_digestbyname(cname);
		if (alias == NULL)
		{
			ERR_clear_error();
			return core_error(err, CORE_ERR_PARAMETER,
							  "unrecognized digest \"%s\"", cname);
		}
		md = EVP_MD_fetch(NULL, EVP_MD_get0_name(alias), NULL);
	}
	if (md == NULL)
	{
		openssl_error(err, "refuses", cname);
		return core_error_hint(err,
							   "The digests that are available depend on the server's OpenSSL configuration (FIPS mode, \"legacy\" provider).");
	}
	ERR_clear_error();
	if (!(EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) &&
		(EVP_MD_get_size(md) <= 0 || EVP_MD_get_size(md) > DIGEST_MAX_SIZE))
	{
		/* "NULL" is a digest with an empty result. */
		EVP_MD_free(md);
		return core_error(err, CORE_ERR_PARAMETER,
						  "unrecognized digest \"%s\"", cname);
	}
	*digest = keep_digest(md);
	if (*digest == NULL)
		return openssl_error(err, "cannot start", cname);
	return true;
}

size_t
digest_size(const Digest *digest)
{
	return digest->size;
}

bool
digest_compute(Digest *digest, const uint8_t *p, size_t n,
			   uint8_t *out, size_t nout, CoreError *err)
{
	uint8_t		whole[DIGEST_MAX_SIZE];
	bool		ok = EVP_MD_CTX_copy_ex(digest->ctx, digest->start);

	for (; ok && n > UPDATE_SIZE; p += UPDATE_SIZE, n -= UPDATE_SIZE)
	{
		ok = EVP_DigestUpdate(digest->ctx, p, UPDATE_SIZE);
		core_check_interrupts();
	}
	ok = ok && EVP_DigestUpdate(digest->ctx, p, n);
	if (ok && digest->size == 0)
		ok = EVP_DigestFinalXOF(digest->ctx, out, nout);
	else if (ok && digest->size == nout)
		ok = EVP_DigestFinal_ex(digest->ctx, out, NULL);
	else if (ok)
	{
		ok = EVP_DigestFinal_ex(digest->ctx, whole, NULL);
		if (ok)
			memcpy(out, whole, nout);
	}
	if (!ok)
		return openssl_error(err, "cannot compute",
							 EVP_MD_get0_name(digest->md));
	return true;
}
