/*
 * keyhash.c
 *		All hash functions for row keys, by name.
 */
#include "core/base/ascii.h"
#include "core/base/byte_order.h"
#include "core/base/bytes.h"
#include "core/base/suggest.h"
#include "core/transform/keyhash.h"

/* In the order of KeyHashKind. */
static const char *const number_names[] = {
	"bytes", "java", "murmur", "murmur3", "jenkins", "crc32"
};

bool
keyhash_find(const char *name, size_t len, KeyHash *hash, CoreError *err)
{
	hash->seed = HASH_DEFAULT_SEED;
	hash->digest = NULL;
	for (int kind = 0; kind < KEYHASH_DIGEST; kind++)
	{
		if (core_same_word(name, len, number_names[kind]))
		{
			hash->kind = kind;
			hash->size = 4;
			return true;
		}
	}

	if (!digest_find(name, len, &hash->digest, err))
	{
		if (err->code == CORE_ERR_PARAMETER)
			keyhash_unknown(err, "hash",
							"java, bytes, murmur, murmur3, jenkins, crc32",
							name, len);
		return false;
	}
	hash->kind = KEYHASH_DIGEST;
	hash->size = digest_size(hash->digest);
	return true;
}

bool
keyhash_unknown(CoreError *err, const char *kind, const char *our_names,
				const char *name, size_t len)
{
	static const SuggestAlias others[] = {
		{"md5", "md5"}, {"sha1", "sha1"}, {"sha224", "sha224"},
		{"sha256", "sha256"}, {"sha384", "sha384"}, {"sha512", "sha512"},
		{"sha-1", "sha1"}, {"sha-256", "sha256"}, {"sha-512", "sha512"},
		{"murmurhash", "murmur"}, {"murmur2", "murmur"},
		{"murmurhash3", "murmur3"}, {"crc", "crc32"}
	};
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;

	suggest_init(&near, name, len);
	for (int i = 0; i < KEYHASH_DIGEST; i++)
		if (strstr(our_names, number_names[i]) != NULL)
			suggest_offer(&near, number_names[i]);
	suggest_offer_aliases(&near, others, sizeof(others) / sizeof(others[0]));
	if (len < 64)
		core_error(err, CORE_ERR_PARAMETER,
				   "unrecognized %s algorithm \"%.*s\"", kind, (int) len,
				   name);
	else
		core_error(err, CORE_ERR_PARAMETER,
				   "unrecognized %s algorithm, its name has %zu bytes", kind,
				   len);
	return core_error_hint(err,
						   "%sAlgorithms are %s, and OpenSSL's digests as listed by \"openssl list -digest-algorithms\" (md5, sha1, sha256, sha512, ...).",
						   suggest_sentence(&near, sentence), our_names);
}

bool
keyhash_set_seed(KeyHash *hash, int32_t seed, CoreError *err)
{
	if (hash->kind != KEYHASH_MURMUR && hash->kind != KEYHASH_MURMUR3 &&
		hash->kind != KEYHASH_JENKINS)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "this hash algorithm does not accept a seed");
		return core_error_hint(err,
							   "A seed can be given for murmur, murmur3 and jenkins.");
	}
	hash->seed = (uint32_t) seed;
	return true;
}

bool
keyhash_check_size(const KeyHash *hash, int64_t nbytes, CoreError *err)
{
	size_t		most = hash->size == 0 ? BYTES_MAX_ROW : hash->size;

	if (nbytes < 1 || nbytes > (int64_t) most)
		return core_error(err, CORE_ERR_PARAMETER,
						  "number of hash bytes must be between 1 and %zu, not %lld",
						  most, (long long) nbytes);
	return true;
}

bool
keyhash_number(const KeyHash *hash, const uint8_t *p, size_t n,
			   uint32_t *number, CoreError *err)
{
	switch (hash->kind)
	{
		case KEYHASH_JAVA:
			return hash_java(p, n, number, err);
		case KEYHASH_MURMUR:
			*number = hash_murmur(p, n, hash->seed);
			break;
		case KEYHASH_MURMUR3:
			*number = hash_murmur3(p, n, hash->seed);
			break;
		case KEYHASH_JENKINS:
			*number = hash_jenkins(p, n, hash->seed);
			break;
		case KEYHASH_CRC32:
			*number = hash_crc32(p, n);
			break;
		case KEYHASH_BYTES:
		case KEYHASH_DIGEST:
			*number = hash_polynomial(HASH_BYTES_START, p, n);
			break;
	}
	return true;
}

bool
keyhash_compute(const KeyHash *hash, const uint8_t *p, size_t n,
				uint8_t *out, size_t nout, CoreError *err)
{
	uint8_t		whole[4];
	uint32_t	number;

	if (hash->kind == KEYHASH_DIGEST)
		return digest_compute(hash->digest, p, n, out, nout, err);
	if (!keyhash_number(hash, p, n, &number, err))
		return false;
	core_put_u32(whole, number);
	memcpy(out, whole, nout);
	return true;
}
