/*
 * salt.c
 *		Salts: the bucket number of a row key.
 */
#include "core/base/ascii.h"
#include "core/transform/salt.h"

bool
salt_find(const char *name, size_t len, Salt *salt, CoreError *err)
{
	salt->floor_mod = false;
	if (core_same_word(name, len, "phoenix"))
		return keyhash_find("bytes", 5, &salt->hash, err);
	if (core_same_word(name, len, "java_floormod"))
	{
		salt->floor_mod = true;
		return keyhash_find("java", 4, &salt->hash, err);
	}
	if (!keyhash_find(name, len, &salt->hash, err))
	{
		if (err->code == CORE_ERR_PARAMETER)
			keyhash_unknown(err, "salt",
							"phoenix, java, java_floormod, murmur, murmur3, jenkins, crc32",
							name, len);
		return false;
	}
	if (salt->hash.size == 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "digest \"%.*s\" does not have a fixed length and cannot be used for salts",
				   (int) len, name);
		return core_error_hint(
			err, "Use a digest of fixed length, for example md5 or sha256.");
	}
	return true;
}

bool
salt_bucket(const Salt *salt, const uint8_t *p, size_t n,
			uint32_t buckets, uint32_t *bucket, CoreError *err)
{
	uint32_t	h;

	if (salt->hash.kind == KEYHASH_DIGEST)
	{
		uint8_t		digest[DIGEST_MAX_SIZE];
		uint32_t	rest = 0;

		if (!keyhash_compute(&salt->hash, p, n, digest, salt->hash.size, err))
			return false;
		for (size_t i = 0; i < salt->hash.size; i++)
			rest = (rest << 8 | digest[i]) % buckets;
		*bucket = rest;
		return true;
	}
	if (!keyhash_number(&salt->hash, p, n, &h, err))
	{
		CoreError	reason = *err;

		/* Only Java's String.hashCode rejects some byte strings. */
		core_error(err, reason.code,
				   "the salt algorithm java requires text, but these bytes are not UTF-8");
		core_error_detail(err, "%s", reason.detail);
		return core_error_hint(err,
							   "Compute it from text fields only, or use an algorithm for bytes, for example murmur3.");
	}
	if (salt->floor_mod)
		*bucket = bucket_of((int32_t) h, buckets);
	else if (salt->hash.kind == KEYHASH_CRC32)
		*bucket = h % buckets;
	else
		*bucket = salt_abs_mod(h, buckets);
	return true;
}

bool
salt_check_buckets(int64_t buckets, int64_t most, CoreError *err)
{
	if (buckets < 1 || buckets > most)
		return core_error(err, CORE_ERR_PARAMETER,
						  "number of buckets must be between 1 and %lld, not %lld",
						  (long long) most, (long long) buckets);
	return true;
}
