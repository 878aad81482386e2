/*
 * test_hash.c
 *		The 32-bit hashes compared with Java, digests compared with published
 *		values, and their names.
 */
#include "core/base/byte_order.h"
#include "unit/unit.h"

#include <stdlib.h>

#include <openssl/evp.h>

#include "core/base/utf8.h"
#include "core/transform/keyhash.h"

static KeyHash
find(const char *name)
{
	KeyHash		hash;
	CoreError	err;

	if (!keyhash_find(name, strlen(name), &hash, &err))
	{
		CHECK_STR(err.message, "");
		abort();
	}
	return hash;
}

static void
test_vectors(void)
{
	Tsv		   *tsv = tsv_open("hash.tsv");
	CoreError	err;

	while (tsv_next(tsv))
	{
		size_t		n;
		const uint8_t *p = tsv_hex(tsv, "input_hex", &n);
		KeyHash		hash;
		uint8_t		out[16];
		uint32_t	number;

		if (tsv_is(tsv, "algo", "md5_hex"))
		{
			char		hex[33];

			hash = find("md5");
			CHECK(keyhash_compute(&hash, p, n, out, 16, &err));
			for (int i = 0; i < 16; i++)
				snprintf(hex + 2 * i, 3, "%02x", out[i]);
			CHECK_STR(hex, tsv_raw(tsv, "result"));
			continue;
		}
		if (tsv_is(tsv, "algo", "bytes_hashcode"))
			hash = find("bytes");
		else if (tsv_is(tsv, "algo", "string_hashcode"))
			hash = find("java");
		else
			hash = find(tsv_raw(tsv, "algo"));
		if (tsv_raw(tsv, "seed")[0] != '\0')
			CHECK(
				keyhash_set_seed(&hash, (int32_t) tsv_int(tsv, "seed"), &err));
		CHECK_INT(hash.size, 4);
		CHECK(keyhash_number(&hash, p, n, &number, &err));
		if (tsv_is(tsv, "algo", "crc32"))
			CHECK_INT(number, tsv_int(tsv, "result"));
		else
			CHECK_INT((int32_t) number, tsv_int(tsv, "result"));

		/* The bytes are the number, big-endian; a prefix is possible. */
		CHECK(keyhash_compute(&hash, p, n, out, 4, &err));
		CHECK_INT(core_get_u32(out), number);
		memset(out, 0xee, sizeof(out));
		CHECK(keyhash_compute(&hash, p, n, out, 3, &err));
		CHECK_INT(core_get_u32(out), (number & 0xffffff00) | 0xee);

		/* In two pieces, as for a key whose components are not adjacent. */
		if (hash.kind == KEYHASH_BYTES)
			for (size_t cut = 0; cut <= n; cut++)
				CHECK(
					hash_polynomial(hash_polynomial(HASH_BYTES_START, p, cut),
									p + cut, n - cut) == number);
	}
	tsv_close(tsv);
}

/* Without a seed it is HBase's default, -1. */
static void
test_default_seed(void)
{
	KeyHash		hash = find("murmur3");
	KeyHash		seeded = find("murmur3");
	CoreError	err;
	uint32_t	a,
				b;

	CHECK(keyhash_set_seed(&seeded, -1, &err));
	CHECK(keyhash_number(&hash, (const uint8_t *) "abc", 3, &a, &err));
	CHECK(keyhash_number(&seeded, (const uint8_t *) "abc", 3, &b, &err));
	CHECK(a == b);
	hash = find("crc32");
	CHECK(!keyhash_set_seed(&hash, 0, &err) && err.code == CORE_ERR_PARAMETER);
	hash = find("md5");
	CHECK(!keyhash_set_seed(&hash, 0, &err) && err.code == CORE_ERR_PARAMETER);
}

/* UTF-8 counts in UTF-16 units; other bytes are an error. */
static void
test_java_string(void)
{
	static const char *const bad[] = {
		"\x80", "a\xc3", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe2\x82",
		"\xed\xa0\x80",
		"\xf0\x80\x80\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80", "\xff", "\xc3(",
		"abcd\xe2\x28\xa1", "abc\xc3"
	};
	CoreError	err;
	uint32_t	h;

	/* U+1F600 is d83d de00; 31 * 0xd83d + 0xde00. */
	CHECK(hash_java((const uint8_t *) "\xf0\x9f\x98\x80", 4, &h, &err));
	CHECK_INT((int32_t) h, 1772899);
	CHECK(hash_java((const uint8_t *) "polygenelubricants", 18, &h, &err));
	CHECK_INT((int32_t) h, INT32_MIN);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		/* On the heap, so that overruns are detected. */
		size_t		n = strlen(bad[i]);
		uint8_t    *p = malloc(n);

		memcpy(p, bad[i], n);
		CHECK(!hash_java(p, n, &h, &err));
		CHECK(err.code == CORE_ERR_CHARACTER);
		free(p);
	}
	hash_java((const uint8_t *) "abcd\xe2\x28\xa1", 7, &h, &err);
	CHECK_STR(err.detail,
			  "Byte 0xe2 at offset 4 of 7 does not begin a character.");
}

/* Every Unicode character, encoded here and decoded. */
static void
test_utf8(void)
{
	for (uint32_t c = 0; c <= 0x110000; c++)
	{
		uint8_t		b[4];
		size_t		len;
		uint32_t	back;

		if (c < 0x80)
		{
			b[0] = c;
			len = 1;
		}
		else
		{
			len = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
			for (size_t i = len - 1, rest = c; i > 0; i--, rest >>= 6)
				b[i] = 0x80 | (rest & 0x3f);
			b[0] = (uint8_t) (0xf00 >> len) | c >> (6 * (len - 1));
		}
		if ((c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
			CHECK(utf8_decode(b, len, &back) == 0);
		else if (utf8_decode(b, len, &back) != len || back != c)
			CHECK_INT(back, c);
		if (utf8_is_ascii(b, len) != (c < 0x80))
			CHECK_INT(c, -1);
	}
	for (size_t n = 0; n < 20; n++)
	{
		uint8_t		b[20];

		memset(b, 0x7f, n);
		CHECK(utf8_is_ascii(b, n));
		for (size_t i = 0; i < n; i++)
		{
			b[i] = 0x80;
			CHECK(!utf8_is_ascii(b, n));
			b[i] = 0x7f;
		}
	}
}

static void
check_digest(const char *name, size_t size, const char *hex)
{
	KeyHash		hash = find(name);
	CoreError	err;
	uint8_t		out[DIGEST_MAX_SIZE];
	char		got[2 * DIGEST_MAX_SIZE + 1];

	CHECK(hash.kind == KEYHASH_DIGEST);
	CHECK_INT(hash.size, size);

	/* Twice: the second call reuses the context of the first. */
	for (int i = 0; i < 2; i++)
	{
		CHECK(keyhash_compute(&hash, (const uint8_t *) "abc", 3, out, size,
							  &err));
		for (size_t j = 0; j < size; j++)
			snprintf(got + 2 * j, 3, "%02x", out[j]);
		CHECK_STR(got, hex);
	}
	for (size_t nout = 1; nout <= size; nout++)
	{
		uint8_t    *cut = malloc(nout);

		CHECK(keyhash_compute(&hash, (const uint8_t *) "abc", 3, cut, nout,
							  &err));
		CHECK_BYTES(cut, nout, out, nout);
		free(cut);
	}
}

/* The digests of "abc" in RFC 1321, FIPS 180-4, FIPS 202 and RFC 7693. */
static void
test_digests(void)
{
	check_digest("md5", 16, "900150983cd24fb0d6963f7d28e17f72");
	check_digest("MD5", 16, "900150983cd24fb0d6963f7d28e17f72");
	check_digest("sha1", 20, "a9993e364706816aba3e25717850c26c9cd0d89d");
	check_digest(
		"SHA256", 32,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest(
		"sha2-256", 32,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest(
		"RSA-SHA256", 32,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest(
		"sha512-256", 32,
		"53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23");
	check_digest("sha512", 64,
				 "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
				 "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
	check_digest(
		"sha3-256", 32,
		"3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
	check_digest(
		"blake2s256", 32,
		"508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
	check_digest("md5", 16, "900150983cd24fb0d6963f7d28e17f72");
}

/* SHAKE128 gives any number of bytes, which must be specified. */
static void
test_extendable(void)
{
	KeyHash		hash = find("shake128");
	CoreError	err;
	uint8_t		out[64];
	uint8_t		cut[5];

	CHECK_INT(hash.size, 0);
	CHECK(keyhash_compute(&hash, NULL, 0, out, 32, &err));
	CHECK_BYTES(out, 8, "\x7f\x9c\x2b\xa4\xe8\x8f\x82\x7d", 8);
	CHECK(keyhash_compute(&hash, NULL, 0, cut, 5, &err));
	CHECK_BYTES(cut, 5, out, 5);
	CHECK(!keyhash_check_size(&hash, 0, &err));
	CHECK(keyhash_check_size(&hash, 1, &err));
	CHECK(keyhash_check_size(&hash, 32767, &err));
	CHECK(!keyhash_check_size(&hash, 32768, &err));
}

static void
test_names(void)
{
	static const char *const unknown[] =
		{"",	 "md6",			  "murmur4", "null", "md5:sha1",
		 "md5 ", "java_floormod", "phoenix", "?",	 "md5,provider=default"};
	KeyHash		hash;
	CoreError	err;
	char		longer[5000];

	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
	{
		CHECK(!keyhash_find(unknown[i], strlen(unknown[i]), &hash, &err));
		CHECK(err.code == CORE_ERR_PARAMETER);
		CHECK(strstr(err.hint, "openssl list -digest-algorithms") != NULL);
	}
	CHECK(!keyhash_find("md5\0", 4, &hash, &err));
	CHECK(err.code == CORE_ERR_PARAMETER);
	memset(longer, 'x', sizeof(longer));
	for (size_t n = 60; n < sizeof(longer); n += 1 + n / 4)
	{
		CHECK(!keyhash_find(longer, n, &hash, &err));
		CHECK(err.code == CORE_ERR_PARAMETER);
	}
	CHECK(keyhash_find("md5 and more", 3, &hash, &err));
	CHECK(keyhash_find("MurMur3 and more", 7, &hash, &err));
	CHECK(hash.kind == KEYHASH_MURMUR3);
	CHECK(!keyhash_check_size(&hash, 0, &err) &&
		  err.code == CORE_ERR_PARAMETER);
	CHECK(!keyhash_check_size(&hash, -1, &err));
	CHECK(keyhash_check_size(&hash, 4, &err));
	CHECK(!keyhash_check_size(&hash, 5, &err));
	CHECK_STR(err.message,
			  "number of hash bytes must be between 1 and 4, not 5");

	/* A digest is kept once for all its names. */
	{
		Digest	   *a,
				   *b;

		CHECK(digest_find("sha256", 6, &a, &err) &&
			  digest_find("SHA2-256", 8, &b, &err));
		CHECK(a == b);
	}
}

/* A digest that OpenSSL does not allow differs from an unrecognized one. */
static void
test_refused(void)
{
	KeyHash		hash;
	CoreError	err;

	CHECK(EVP_set_default_properties(NULL, "fips=yes"));
	CHECK(!keyhash_find("sha512-224", 10, &hash, &err));
	CHECK(err.code == CORE_ERR_LIBRARY);
	CHECK_STR(err.message, "OpenSSL refuses the digest \"sha512-224\"");
	CHECK(strstr(err.hint, "FIPS") != NULL);
	CHECK(!keyhash_find("md6", 3, &hash, &err));
	CHECK(err.code == CORE_ERR_PARAMETER);
	CHECK(EVP_set_default_properties(NULL, ""));
	CHECK(keyhash_find("sha512-224", 10, &hash, &err));
}

int
main(void)
{
	test_vectors();
	test_default_seed();
	test_java_string();
	test_utf8();
	test_digests();
	test_extendable();
	test_names();
	test_refused();
	return unit_done();
}
