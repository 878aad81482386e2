/*
 * test_salt.c
 *		Salts and buckets compared with Phoenix, HBaseWD, OpenTSDB and common
 *		Java expressions.
 */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/transform/salt.h"

static Salt
find(const char *name)
{
	Salt		salt;
	CoreError	err;

	if (!salt_find(name, strlen(name), &salt, &err))
	{
		CHECK_STR(err.message, "");
		abort();
	}
	return salt;
}

static uint32_t
bucket(const char *name, const uint8_t *p, size_t n, uint32_t buckets)
{
	Salt		salt = find(name);
	CoreError	err;
	uint32_t	result = UINT32_MAX;

	CHECK(salt_bucket(&salt, p, n, buckets, &result, &err));
	return result;
}

/*
 * Every method.  In Java abs_mod can be negative (for the hash -2^31); that
 * result is not reproduced.  All others are those of mod_abs.
 */
static void
test_salts(void)
{
	Tsv		   *tsv = tsv_open("salt.tsv");
	int			negative = 0;
	CoreError	err;

	while (tsv_next(tsv))
	{
		size_t		n;
		const uint8_t *key = tsv_hex(tsv, "key_hex", &n);
		uint32_t	buckets = (uint32_t) tsv_int(tsv, "n");
		const char *name = NULL;

		if (tsv_is(tsv, "algo", "string_hash_mod_abs") ||
			tsv_is(tsv, "algo", "string_hash_abs_mod"))
			name = "java";
		else if (tsv_is(tsv, "algo", "string_hash_floormod"))
			name = "java_floormod";
		else if (tsv_is(tsv, "algo", "bytes_hash_mod_abs") ||
				 tsv_is(tsv, "algo", "bytes_hash_abs_mod"))
			name = "phoenix";
		if (name != NULL && tsv_int(tsv, "result") < 0)
		{
			CHECK_INT(bucket(name, key, n, buckets), -tsv_int(tsv, "result"));
			negative++;
		}
		else if (name != NULL)
			CHECK_INT(bucket(name, key, n, buckets), tsv_int(tsv, "result"));
		else if (tsv_is(tsv, "algo", "md5_raw_prefix"))
		{
			KeyHash		md5;
			uint8_t		got[16];
			size_t		len;
			const uint8_t *want = tsv_hex(tsv, "result", &len);

			CHECK_INT(len, buckets);
			CHECK(keyhash_find("md5", 3, &md5, &err));
			CHECK(keyhash_compute(&md5, key, n, got, len, &err));
			CHECK_BYTES(got, len, want, len);
		}
		else
		{
			KeyHash		md5;
			uint8_t		got[16];
			char		hex[33];

			CHECK(tsv_is(tsv, "algo", "md5_hex_prefix"));
			CHECK(keyhash_find("md5", 3, &md5, &err));
			CHECK(keyhash_compute(&md5, key, n, got, 16, &err));
			for (int i = 0; i < 16; i++)
				snprintf(hex + 2 * i, 3, "%02x", got[i]);
			hex[buckets] = '\0';
			CHECK_STR(hex, tsv_raw(tsv, "result"));
		}
	}
	tsv_close(tsv);
	CHECK_INT(negative, 3);
}

static void
test_phoenix(void)
{
	Tsv		   *tsv = tsv_open("phoenix_salt.tsv");

	while (tsv_next(tsv))
	{
		size_t		n,
					one;
		const uint8_t *key = tsv_hex(tsv, "key_hex", &n);
		uint32_t	buckets = (uint32_t) tsv_int(tsv, "buckets");

		CHECK_INT(bucket("phoenix", key, n, buckets),
				  *tsv_hex(tsv, "salt_hex", &one));
		key = tsv_hex(tsv, "key_hex", &n);
		CHECK_INT(salt_phoenix(key, n, buckets),
				  bucket("bytes", key, n, buckets));
	}
	tsv_close(tsv);
}

/*
 * HBaseWD's prefix is Phoenix's salt, except for the hash -2^31, where it is a
 * negative remainder that HBaseWD's own scans never read.
 */
static void
test_hbasewd(void)
{
	Tsv		   *tsv = tsv_open("hbasewd.tsv");
	int			broken = 0;

	while (tsv_next(tsv))
	{
		size_t		n,
					len;
		const uint8_t *key = tsv_hex(tsv, "key_hex", &n);
		uint32_t	buckets = (uint32_t) tsv_int(tsv, "buckets");
		uint32_t	salt = bucket("phoenix", key, n, buckets);
		bool		lowest = (int32_t) hash_polynomial(HASH_BYTES_START, key,
													   n) == INT32_MIN;
		const uint8_t *distributed = tsv_hex(tsv, "distributed_hex", &len);

		CHECK_INT(len, n + 1);
		CHECK_INT(distributed[0], lowest ? (uint8_t) -salt : salt);
		CHECK(salt < buckets);
		broken += lowest;
	}
	tsv_close(tsv);
	CHECK_INT(broken, 4);
}

/*
 * OpenTSDB hashes metric and tags, which are before and after the base time.
 */
static void
test_opentsdb(void)
{
	Tsv		   *tsv = tsv_open("opentsdb.tsv");

	while (tsv_next(tsv))
	{
		size_t		n;
		const uint8_t *row = tsv_hex(tsv, "rowkey_hex", &n);
		size_t		width = (size_t) tsv_int(tsv, "salt_width");
		size_t		metric = strlen(tsv_raw(tsv, "metric_uid")) / 2;
		uint32_t	h = hash_polynomial(HASH_BYTES_START, row + width, metric);
		uint8_t		salt[2];

		h = hash_polynomial(h, row + width + metric + 4,
							n - width - metric - 4);
		if (width == 0)
			continue;
		bucket_write(salt, width,
					 salt_abs_mod(h, (uint32_t) tsv_int(tsv, "salt_buckets")));
		CHECK_BYTES(row, width, salt, width);
	}
	tsv_close(tsv);
}

/* A digest is one large number: modulo 2^k it is its last k bits. */
static void
test_digest_salt(void)
{
	const uint8_t *abc = (const uint8_t *) "abc";	/* md5 ...28e17f72 */
	Salt		salt;
	CoreError	err;

	CHECK_INT(bucket("md5", abc, 3, 16), 0x2);
	CHECK_INT(bucket("MD5", abc, 3, 256), 0x72);
	CHECK_INT(bucket("md5", abc, 3, 65536), 0x7f72);
	CHECK_INT(bucket("md5", abc, 3, 1), 0);

	/* The sum of the bytes mod 255, as 256 mod 255 is 1. */
	CHECK_INT(bucket("md5", abc, 3, 255),
			  (0x90 + 0x01 + 0x50 + 0x98 + 0x3c + 0xd2 + 0x4f + 0xb0 + 0xd6 +
			   0x96 + 0x3f + 0x7d + 0x28 + 0xe1 + 0x7f + 0x72) %
				  255);

	/* CRC32 is a long in Java, so it is never negative; "abc" has 352441c2. */
	CHECK_INT(bucket("crc32", abc, 3, 256), 0xc2);
	CHECK_INT(bucket("crc32", (const uint8_t *) "b", 1, 7),
			  UINT32_C(0x71beeff9) % 7);
	CHECK_INT(bucket("crc32", (const uint8_t *) "a", 1, 7),
			  UINT32_C(0xe8b7be43) % 7);

	CHECK(!salt_find("shake256", 8, &salt, &err) &&
		  err.code == CORE_ERR_PARAMETER);
	CHECK(!salt_find("md6", 3, &salt, &err) && err.code == CORE_ERR_PARAMETER);
	CHECK_STR(err.message, "unrecognized salt algorithm \"md6\"");
	CHECK(strstr(err.hint, "phoenix, java, java_floormod") != NULL);
	CHECK(salt_find("java", 4, &salt, &err));
	CHECK(!salt_bucket(&salt, (const uint8_t *) "\xff", 1, 7, &(uint32_t) {0},
					   &err));
	CHECK(err.code == CORE_ERR_CHARACTER);
}

/* For every key, algorithm and n: 0 <= bucket < n. */
static void
test_bounds(void)
{
	static const char *const names[] = {"phoenix", "murmur", "murmur3",
										"jenkins", "crc32", "md5", "sha512"};
	uint64_t	state = 20261121;
	CoreError	err;

	for (int i = 0; i < 20000; i++)
	{
		uint8_t		key[40];
		size_t		n = unit_random(&state) % (sizeof(key) + 1);
		uint32_t	buckets = 1 + unit_random(&state) % BUCKET_MAX_BUCKETS;
		int64_t		v = (int64_t) unit_random(&state) >>
			(unit_random(&state) % 64);

		for (size_t j = 0; j < n; j++)
			key[j] = (uint8_t) unit_random(&state);
		CHECK(bucket(names[i % 7], key, n, buckets) < buckets);
		CHECK(bucket_of(v, buckets) < buckets);
		CHECK(((__int128) v - bucket_of(v, buckets)) % buckets == 0);
	}
	CHECK_INT(bucket_of(INT64_MIN, 65536), 0);
	CHECK_INT(bucket_of(INT64_MIN, 100), 92);
	CHECK_INT(bucket_of(INT64_MAX, 100), 7);
	CHECK_INT(bucket_of(-1, 1), 0);
	CHECK_INT(bucket_width(256), 1);
	CHECK_INT(bucket_width(257), 2);
	CHECK(salt_check_buckets(1, 256, &err) &&
		  salt_check_buckets(256, 256, &err));
	CHECK(!salt_check_buckets(0, 256, &err) &&
		  !salt_check_buckets(-1, 256, &err));
	CHECK(!salt_check_buckets(257, 256, &err));
	CHECK_STR(err.message,
			  "number of buckets must be between 1 and 256, not 257");
	CHECK(err.code == CORE_ERR_PARAMETER);
}

int
main(void)
{
	test_salts();
	test_phoenix();
	test_hbasewd();
	test_opentsdb();
	test_digest_salt();
	test_bounds();
	return unit_done();
}
