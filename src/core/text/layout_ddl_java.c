/*
 * layout_ddl_java.c
 *		Write a Java method that composes the key with HBase's own
 *		org.apache.hadoop.hbase.util.Bytes and OrderedBytes.
 *
 * Unlike compose, the method does not check values: text that contains a
 * separator gives a key that cannot be decomposed.
 */
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"
#include "core/text/layout_ddl_java.h"
#include "core/text/layout_ddl_java_table.h"
#include "core/value/encoding_type.h"

#include <stdio.h>

#include "core/layout/layout_time.h"

/* Helper methods of the expressions, written if they are used. */
typedef enum Helper
{
	HELPER_COMPLEMENT,
	HELPER_PAD,
	HELPER_REVERSE,
	HELPER_FLOAT,
	HELPER_DOUBLE,
	HELPER_ORDERED,
	HELPER_DIGEST,
	HELPER_HASH,
	HELPER_CRC32,
	HELPER_MONTH,
	HELPER_DIGITS,
	HELPERS
} Helper;

static const char *const helpers[HELPERS] = {
	[HELPER_COMPLEMENT] =
	"static byte[] complement(byte[] b) {\n"
	"    byte[] c = new byte[b.length];\n"
	"    for (int i = 0; i < b.length; i++)\n"
	"        c[i] = (byte) ~b[i];\n"
	"    return c;\n"
	"}\n",
	[HELPER_PAD] =
	"static byte[] pad(byte[] b, int n, int with) {\n"
	"    if (b.length > n)\n"
	"        throw new IllegalArgumentException(b.length + \" bytes are more than \" + n);\n"
	"    byte[] padded = java.util.Arrays.copyOf(b, n);\n"
	"    java.util.Arrays.fill(padded, b.length, n, (byte) with);\n"
	"    return padded;\n"
	"}\n",
	[HELPER_REVERSE] =
	"static byte[] reverse(byte[] b) {\n"
	"    byte[] r = new byte[b.length];\n"
	"    for (int i = 0; i < b.length; i++)\n"
	"        r[i] = b[b.length - 1 - i];\n"
	"    return r;\n"
	"}\n",
	[HELPER_FLOAT] =
	"static byte[] phoenixFloat(float f) {\n"
	"    int i = Float.floatToIntBits(f);\n"
	"    return Bytes.toBytes((i ^ ((i >> 31) | Integer.MIN_VALUE)) + 1);\n"
	"}\n",
	[HELPER_DOUBLE] =
	"static byte[] phoenixDouble(double d) {\n"
	"    long l = Double.doubleToLongBits(d);\n"
	"    return Bytes.toBytes((l ^ ((l >> 63) | Long.MIN_VALUE)) + 1);\n"
	"}\n",
	[HELPER_ORDERED] =
	"static byte[] ordered(java.util.function.ToIntFunction<org.apache.hadoop.hbase.util.PositionedByteRange> encoder) {\n"
	"    org.apache.hadoop.hbase.util.PositionedByteRange range =\n"
	"        new org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange(65536);\n"
	"    encoder.applyAsInt(range);\n"
	"    return java.util.Arrays.copyOf(range.getBytes(), range.getPosition());\n"
	"}\n",
	[HELPER_DIGEST] =
	"static byte[] digest(String algorithm, byte[] b) {\n"
	"    try {\n"
	"        return java.security.MessageDigest.getInstance(algorithm).digest(b);\n"
	"    } catch (java.security.NoSuchAlgorithmException e) {\n"
	"        throw new IllegalStateException(e);\n"
	"    }\n"
	"}\n",
	[HELPER_HASH] =
	"static int hash(org.apache.hadoop.hbase.util.Hash hash, byte[] b) {\n"
	"    return hash.hash(new org.apache.hadoop.hbase.util.ByteArrayHashKey(b, 0, b.length), -1);\n"
	"}\n",
	[HELPER_CRC32] =
	"static long crc32(byte[] b) {\n"
	"    java.util.zip.CRC32 crc = new java.util.zip.CRC32();\n"
	"    crc.update(b, 0, b.length);\n"
	"    return crc.getValue();\n"
	"}\n",
	[HELPER_MONTH] =
	"static long startOfMonths(long epochDay, int months) {\n"
	"    java.time.LocalDate d = java.time.LocalDate.ofEpochDay(epochDay);\n"
	"    int m = Math.floorDiv(d.getYear() * 12 + d.getMonthValue() - 1, months) * months;\n"
	"    return java.time.LocalDate.of(Math.floorDiv(m, 12), Math.floorMod(m, 12) + 1, 1).toEpochDay();\n"
	"}\n",
	[HELPER_DIGITS] =
	"static byte[] digits(long n, int width) {\n"
	"    if (n < 0 || Long.toString(n).length() > width)\n"
	"        throw new IllegalArgumentException(n + \" has no \" + width + \" digits\");\n"
	"    return Bytes.toBytes(String.format(java.util.Locale.ROOT, \"%0\" + width + \"d\", n));\n"
	"}\n"
};

typedef struct Java
{
	const Layout *layout;
	CoreBuf    *out;
	bool		used[HELPERS];
	CoreError  *err;
} Java;

#define print(java, ...)	core_buf_printf((java)->out, __VA_ARGS__)

static const char *
use(Java *java, Helper helper, const char *name)
{
	java->used[helper] = true;
	return name;
}

static bool
cannot(Java *java, int n, const char *why)
{
	return layout_ddl_cannot(java->layout, n, "Java's Bytes", java->err, "%s",
							 why);
}

/* ---- names and types -------------------------------------------------- */

/*
 * Whether the name is reserved: Java's keywords and the method's own
 * variables.
 */
static bool
is_java_word(const char *name)
{
	static const char *const words[] = {
		"abstract", "assert", "boolean", "break", "byte", "case", "catch",
		"char",
		"class", "const", "continue", "default", "do", "double", "else",
		"enum",
		"extends", "false", "final", "finally", "float", "for", "goto", "if",
		"implements", "import", "instanceof", "int", "interface", "long",
		"native", "new", "null", "package", "private", "protected", "public",
		"return", "short", "static", "strictfp", "super", "switch",
		"synchronized",
		"this", "throw", "throws", "transient", "true", "try", "void",
		"volatile",
		"while", "_",
		"Bytes", "Integer", "Long", "Math", "Short", "String", "java", "key",
		"org",
		"r", "salt", "salted"
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
	{
		if (strcmp(words[i], name) == 0)
			return true;
	}
	return false;
}

/*
 * The field name as a Java identifier: all characters except ASCII letters and
 * digits become '_', independently of the encoding of the source file.
 */
static const char *
java_name(const Layout *layout, int field, char *buf, size_t size)
{
	const char *name = layout->fields[field].name;
	size_t		n = 0;
	bool		changed = is_java_word(name) ||
		(name[0] >= '0' && name[0] <= '9');

	for (size_t i = 0; name[i] != '\0' && n < size - 8; i++)
	{
		uint8_t		c = (uint8_t) name[i];
		bool		fits = c == '_' || (c >= '0' && c <= '9') ||
			(c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		buf[n++] = fits ? (char) c : '_';
		changed = changed || !fits;
	}
	buf[n] = '\0';
	if (changed)
	{
		memmove(buf + 1, buf, n + 1);
		buf[0] = 'f';
		snprintf(buf + n + 1, size - n - 1, "_%d", field + 1);
	}
	return buf;
}

static const char *
java_type(const LayoutField *field)
{
	switch (field->kind)
	{
		case VALUE_BOOL:
			return field->nullable ? "Boolean" : "boolean";
		case VALUE_INT2:
			return field->nullable ? "Short" : "short";
		case VALUE_INT4:
			return field->nullable ? "Integer" : "int";
		case VALUE_INT8:
			return field->nullable ? "Long" : "long";
		case VALUE_FLOAT4:
			return field->nullable ? "Float" : "float";
		case VALUE_FLOAT8:
			return field->nullable ? "Double" : "double";
		case VALUE_NUMERIC:
			return "java.math.BigDecimal";
		case VALUE_BYTES:
			return "byte[]";
		case VALUE_UUID:
			return "java.util.UUID";
		case VALUE_DATE:
			return "java.time.LocalDate";
		case VALUE_TIME:
			return "java.time.LocalTime";
		case VALUE_TIMESTAMP:
			return "java.time.LocalDateTime";
		case VALUE_TIMESTAMPTZ:
			return "java.time.Instant";
		default:
			return "String";
	}
}

/* ---- numbers and times ------------------------------------------------ */

/*
 * An expression for seconds, milliseconds or microseconds of a time since 1970
 * or midnight.
 */
static void
write_count(Java *java, int f, char *dst, size_t size)
{
	const LayoutField *field = &java->layout->fields[f];
	int			precision = field->type.precision;
	char		name[LAYOUT_MAX_NAME + 16];
	char		instant[LAYOUT_MAX_NAME + 64];

	java_name(java->layout, f, name, sizeof(name));
	if (field->kind == VALUE_DATE)
	{
		snprintf(dst, size, "%s.toEpochDay() * 86400000L", name);
		return;
	}
	if (field->kind == VALUE_TIME)
	{
		snprintf(dst, size,
				 precision == 0		? "(long) %s.toSecondOfDay()" :
					 precision == 3 ? "%s.toNanoOfDay() / 1000000L" :
									  "%s.toNanoOfDay() / 1000L",
				 name);
		return;
	}
	snprintf(instant, sizeof(instant), field->kind == VALUE_TIMESTAMP ?
			 "%s.toInstant(java.time.ZoneOffset.UTC)" : "%s", name);
	if (precision == 0)
		snprintf(dst, size, "%s.getEpochSecond()", instant);
	else if (precision == 3)
		snprintf(dst, size, "%s.toEpochMilli()", instant);
	else
		/* PostgreSQL's last years do not fit a long in microseconds. */
		snprintf(dst, size,
				 "Math.addExact(Math.multiplyExact(%s.getEpochSecond(), 1000000L), %s.getNano() / 1000L)",
				 instant, instant);
}

/* An expression for the number in bucket and digits, as layout_number. */
static void
write_number(Java *java, int f, char *dst, size_t size)
{
	const LayoutField *field = &java->layout->fields[f];
	char		name[LAYOUT_MAX_NAME + 16];

	if (field->kind == VALUE_DATE)
		snprintf(dst, size, "%s.toEpochDay()",
				 java_name(java->layout, f, name, sizeof(name)));
	else if (value_kind_is_time(field->kind))
		write_count(java, f, dst, size);
	else
		snprintf(dst, size, "%s",
				 java_name(java->layout, f, name, sizeof(name)));
}

/* An expression for the start of the period, in the units of write_count. */
static void
write_period(Java *java, const LayoutComponent *component, char *dst,
			 size_t size)
{
	static const int64_t seconds[] = {0, 1, 60, 3600, 86400, 604800};
	const LayoutField *field = layout_field_of(java->layout, component);
	int64_t		second = field->kind == VALUE_DATE ||
			field->type.precision == 3 ?
		1000 :
		field->type.precision == 0 ? 1 :
									 1000000;
	int64_t		period;
	char		count[320];

	write_count(java, component->field, count, sizeof(count));
	if (component->unit == LAYOUT_UNIT_MONTH ||
		component->unit == LAYOUT_UNIT_YEAR)
	{
		snprintf(dst, size, "%s(Math.floorDiv(%s, %lldL), %lld) * %lldL",
				 use(java, HELPER_MONTH, "startOfMonths"), count,
				 (long long) second * 86400,
				 (long long) component->count *
					 (component->unit == LAYOUT_UNIT_YEAR ? 12 : 1),
				 (long long) second * 86400);
		return;
	}
	period = component->unit == LAYOUT_UNIT_MILLISECOND ?
		component->count * second / 1000 :
		component->count * seconds[component->unit] * second;
	if (component->unit == LAYOUT_UNIT_WEEK)
		/* from the first Monday of 1970 */
		snprintf(dst, size, "Math.floorDiv(%s - %lldL, %lldL) * %lldL + %lldL",
				 count, (long long) (4 * 86400 * second), (long long) period,
				 (long long) period, (long long) (4 * 86400 * second));
	else
		snprintf(dst, size, "Math.floorDiv(%s, %lldL) * %lldL", count,
				 (long long) period, (long long) period);
}

/* ---- values under each encoding ---------------------------------------- */

/*
 * The input of a plain component: the parameter, or an expression for a time.
 */
typedef struct Source
{
	int			n;				/* index of the component, for errors */
	const LayoutField *field;
	bool		descending;
	char		value[512];		/* the parameter */
	char		count[512];		/* for times */
} Source;

static bool
phoenix_value(Java *java, const Source *s)
{
	const char *format = encoding_format_name(&s->field->type);
	const char *v = s->value;
	int			width = s->field->type.width;
	bool		is_unsigned = strncmp(format, "UNSIGNED", 8) == 0;

	if (s->descending)
		print(java, "%s(", use(java, HELPER_COMPLEMENT, "complement"));
	if (value_kind_is_time(s->field->kind) && width == 12)
		print(java, is_unsigned ?
			  "Bytes.add(Bytes.toBytes(Math.floorDiv(%s, 1000L)), Bytes.toBytes((int) Math.floorMod(%s, 1000L) * 1000))" :
			  "Bytes.add(Bytes.toBytes(Math.floorDiv(%s, 1000L) ^ Long.MIN_VALUE), Bytes.toBytes((int) Math.floorMod(%s, 1000L) * 1000))",
			  s->count, s->count);
	else if (value_kind_is_time(s->field->kind))
		print(java, "Bytes.toBytes((%s)%s%s)", s->count,
			  s->field->type.precision == 0 && s->field->kind != VALUE_DATE ?
				  " * 1000L" :
				  "",
			  is_unsigned ? "" : " ^ Long.MIN_VALUE");
	else if (strcmp(format, "TINYINT") == 0)
		print(java, "new byte[] {(byte) (%s ^ 0x80)}", v);
	else if (strcmp(format, "UNSIGNED_TINYINT") == 0)
		print(java, "new byte[] {(byte) %s}", v);
	else if (value_kind_is_integer(s->field->kind) && is_unsigned)
		print(java, "Bytes.toBytes(%s)", v);
	else if (value_kind_is_integer(s->field->kind))
		print(java,
			  width == 2 ? "Bytes.toBytes((short) (%s ^ Short.MIN_VALUE))" :
				  width == 4 ? "Bytes.toBytes(%s ^ Integer.MIN_VALUE)" :
							   "Bytes.toBytes(%s ^ Long.MIN_VALUE)",
			  v);
	else if (strcmp(format, "FLOAT") == 0)
		print(java, "%s(%s)", use(java, HELPER_FLOAT, "phoenixFloat"), v);
	else if (strcmp(format, "DOUBLE") == 0)
		print(java, "%s(%s)", use(java, HELPER_DOUBLE, "phoenixDouble"), v);
	else if (strcmp(format, "UNSIGNED_FLOAT") == 0 ||
			 strcmp(format, "UNSIGNED_DOUBLE") == 0)
		print(java, "Bytes.toBytes(%s)", v);
	else if (strcmp(format, "BOOLEAN") == 0)
		print(java, "new byte[] {(byte) (%s ? 1 : 0)}", v);
	else if (s->field->kind == VALUE_UUID)
		print(java,
			  "Bytes.add(Bytes.toBytes(%s.getMostSignificantBits()), Bytes.toBytes(%s.getLeastSignificantBits()))",
			  v, v);
	else if (strcmp(format, "CHAR") == 0)
		print(java, "%s(Bytes.toBytes(%s), %d, ' ')",
			  use(java, HELPER_PAD, "pad"), v, width);
	else if (strcmp(format, "BINARY") == 0)
		print(java, "%s(%s, %d, 0)", use(java, HELPER_PAD, "pad"), v, width);
	else if (strcmp(format, "VARCHAR") == 0)
		print(java, "Bytes.toBytes(%s)", v);
	else if (strcmp(format, "VARBINARY") == 0)
		print(java, "%s", v);
	else
		return cannot(java, s->n,
					  "Only Phoenix's own classes can write DECIMAL.");
	print(java, s->descending ? ")" : "");
	return true;
}

static bool
bytes_value(Java *java, const Source *s)
{
	const char *format = encoding_format_name(&s->field->type);
	const char *v = s->value;

	if (value_kind_is_time(s->field->kind))
		print(java,
			  s->descending ? "Bytes.toBytes(Long.MAX_VALUE - (%s))" :
				  s->field->type.width == 4 ? "Bytes.toBytes((int) (%s))" :
											  "Bytes.toBytes(%s)",
			  s->count);
	else if (strcmp(format, "byte") == 0)
		print(java, "new byte[] {(byte) %s}", v);
	else if (strcmp(format, "vint") == 0)
		print(java, "Bytes.vintToBytes(%s)", v);
	else if (strcmp(format, "CHAR") == 0)
		print(java, "%s(Bytes.toBytes(%s), %d, ' ')",
			  use(java, HELPER_PAD, "pad"), v, s->field->type.width);
	else if (strcmp(format, "BINARY") == 0)
		print(java, "%s(%s, %d, 0)", use(java, HELPER_PAD, "pad"), v,
			  s->field->type.width);
	else if (strcmp(format, "UUID") == 0)
		print(java,
			  "Bytes.add(Bytes.toBytes(%s.getMostSignificantBits()), Bytes.toBytes(%s.getLeastSignificantBits()))",
			  v, v);
	else if (strcmp(format, "bytes") == 0)
		print(java, "%s", v);
	else
		print(java, "Bytes.toBytes(%s)", v);
	return true;
}

static bool
string_value(Java *java, const Source *s)
{
	const char *v = s->value;

	switch (s->field->kind)
	{
		case VALUE_TEXT:
		case VALUE_JSONB:
			if (s->field->type.width >= 0)
				print(java, "%s(Bytes.toBytes(%s), %d, ' ')",
					  use(java, HELPER_PAD, "pad"), v, s->field->type.width);
			else
				print(java, "Bytes.toBytes(%s)", v);
			return true;
		case VALUE_BYTES:
			print(java, "%s", v);
			return true;
		case VALUE_NUMERIC:
			print(java, "Bytes.toBytes(%s.toPlainString())", v);
			return true;
		case VALUE_BOOL:
		case VALUE_INT2:
		case VALUE_INT4:
		case VALUE_INT8:
		case VALUE_UUID:
			print(java, "Bytes.toBytes(String.valueOf(%s))", v);
			return true;
		case VALUE_DATE:
			print(java,
				  "Bytes.toBytes(java.time.LocalDate.ofEpochDay(Math.floorDiv(%s, 86400000L)).toString())",
				  s->count);
			return true;
		default:
			return cannot(java, s->n,
						  "PostgreSQL's text of this type is not Java's; use digits, or another encoding.");
	}
}

static bool
ordered_value(Java *java, const Source *s)
{
	const char *format = encoding_format_name(&s->field->type);
	const char *v = s->value;

	print(java, "%s(r -> org.apache.hadoop.hbase.util.OrderedBytes.",
		  use(java, HELPER_ORDERED, "ordered"));
	if (value_kind_is_time(s->field->kind))
		print(java, "encodeInt64(r, %s", s->count);
	else if (strcmp(format, "OrderedInt8") == 0 &&
			 s->field->kind == VALUE_BOOL)
		print(java, "encodeInt8(r, (byte) (%s ? 1 : 0)", v);
	else if (strcmp(format, "OrderedInt8") == 0)
		print(java, "encodeInt8(r, (byte) (short) %s", v);
	else if (strcmp(format, "OrderedInt16") == 0)
		print(java, "encodeInt16(r, %s", v);
	else if (strcmp(format, "OrderedInt32") == 0)
		print(java, "encodeInt32(r, %s", v);
	else if (strcmp(format, "OrderedInt64") == 0)
		print(java, "encodeInt64(r, %s", v);
	else if (strcmp(format, "OrderedFloat32") == 0)
		print(java, "encodeFloat32(r, %s", v);
	else if (strcmp(format, "OrderedFloat64") == 0)
		print(java, "encodeFloat64(r, %s", v);
	else if (strcmp(format, "OrderedNumeric") == 0)
		print(java, "encodeNumeric(r, %s", v);
	else if (strcmp(format, "CHAR") == 0)
		print(java,
			  "encodeString(r, Bytes.toString(%s(Bytes.toBytes(%s), %d, ' '))",
			  use(java, HELPER_PAD, "pad"), v, s->field->type.length);
	else if (strcmp(format, "OrderedString") == 0)
		print(java, "encodeString(r, %s", v);
	else if (s->field->kind == VALUE_UUID)
		print(java,
			  "encodeBlobVar(r, Bytes.add(Bytes.toBytes(%s.getMostSignificantBits()), Bytes.toBytes(%s.getLeastSignificantBits()))",
			  v, v);
	else
		print(java, "%s(r, %s",
			  strcmp(format, "OrderedBlob") == 0 ? "encodeBlobCopy" :
												   "encodeBlobVar",
			  v);
	print(java, ", org.apache.hadoop.hbase.util.Order.%s))",
		  s->descending ? "DESCENDING" : "ASCENDING");
	return true;
}

static bool
encoded_value(Java *java, const Source *s)
{
	switch (java->layout->encoding)
	{
		case ENCODING_PHOENIX:
			return phoenix_value(java, s);
		case ENCODING_BYTES:
			return bytes_value(java, s);
		case ENCODING_STRING:
			return string_value(java, s);
		case ENCODING_ORDERED:
			return ordered_value(java, s);
	}
	return false;
}

static void
set_source(Java *java, int n, bool descending, Source *s)
{
	const LayoutComponent *component = &java->layout->components[n];
	char		name[LAYOUT_MAX_NAME + 16];

	s->n = n;
	s->field = layout_field_of(java->layout, component);
	s->descending = descending;
	snprintf(s->value, sizeof(s->value), "%s",
			 java_name(java->layout, component->field, name, sizeof(name)));
	s->count[0] = '\0';
	if (component->kind == LAYOUT_TRUNC)
		write_period(java, component, s->count, sizeof(s->count));
	else if (value_kind_is_time(s->field->kind))
		write_count(java, component->field, s->count, sizeof(s->count));
}

/* ---- components ------------------------------------------------------- */

/* Java's name of a digest; NULL if unknown. */
static const char *
java_digest(const char *name)
{
	static const char *const digests[][2] = {
		{"md5", "MD5"}, {"sha1", "SHA-1"}, {"sha-1", "SHA-1"}, {"sha224",
																"SHA-224"},
		{"sha256", "SHA-256"}, {"sha-256", "SHA-256"}, {"sha384", "SHA-384"},
		{"sha512", "SHA-512"}, {"sha-512", "SHA-512"}, {"sha512-256",
														"SHA-512/256"},
		{"sha3-224", "SHA3-224"}, {"sha3-256", "SHA3-256"}, {"sha3-384",
															 "SHA3-384"},
		{"sha3-512", "SHA3-512"}
	};
	size_t		n = strlen(name);

	for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++)
	{
		/* the same for md5hex */
		if (strcmp(digests[i][0], name) == 0 ||
			(n == strlen(digests[i][0]) + 3 &&
			 strncmp(digests[i][0], name, n - 3) == 0 &&
			 strcmp(name + n - 3, "hex") == 0))
			return digests[i][1];
	}
	return NULL;
}

/* An expression for a 32-bit hash of bytes; "java" takes a String. */
static bool
write_hash32(Java *java, KeyHashKind kind, const char *bytes,
			 const char *string)
{
	switch (kind)
	{
		case KEYHASH_BYTES:
			print(java, "Bytes.hashCode(%s)", bytes);
			return true;
		case KEYHASH_JAVA:
			print(java, "%s.hashCode()", string);
			return true;
		case KEYHASH_MURMUR:
		case KEYHASH_MURMUR3:
		case KEYHASH_JENKINS:
			print(java,
				  "%s(org.apache.hadoop.hbase.util.Hash.getInstance(org.apache.hadoop.hbase.util.Hash.%s), %s)",
				  use(java, HELPER_HASH, "hash"),
				  kind == KEYHASH_MURMUR		? "MURMUR_HASH" :
					  kind == KEYHASH_MURMUR3 ? "MURMUR_HASH3" :
												"JENKINS_HASH",
				  bytes);
			return true;
		case KEYHASH_CRC32:
			print(java, "%s(%s)", use(java, HELPER_CRC32, "crc32"), bytes);
			return true;
		case KEYHASH_DIGEST:
			break;
	}
	return false;
}

/*
 * Write a reversed value to a variable: text by UTF-8 characters, other values
 * by bytes.
 */
static bool
write_digest(Java *java, int n)
{
	const LayoutComponent *component = &java->layout->components[n];
	const LayoutField *field = layout_field_of(java->layout, component);
	bool		text = field->kind == VALUE_TEXT || field->kind == VALUE_JSONB;
	CoreBuf    *out = java->out;
	CoreBuf		bytes;
	Source		s;
	bool		ok = true;
	int			nbytes = component->hex ? (component->width + 1) / 2 :
										  component->width;

	set_source(java, n, false, &s);
	core_buf_init(&bytes);
	java->out = &bytes;
	if (text)
		print(java, "Bytes.toBytes(%s)", s.value);
	else
		ok = encoded_value(java, &s);
	core_buf_add_byte(&bytes, '\0');
	java->out = out;
	if (ok)
	{
		if (component->hex && component->width % 2 != 0)
			print(java, "Bytes.toBytes(");
		if (component->hex)
			print(java, "%sBytes.toHex(",
				  component->width % 2 != 0 ? "" : "Bytes.toBytes(");
		print(java, "Bytes.head(");
		if (component->hash.kind == KEYHASH_DIGEST)
		{
			const char *name = java_digest(component->algorithm);

			ok = name != NULL ||
				cannot(java, n, "Java does not have this digest.");
			if (ok)
				print(java, "%s(\"%s\", %s)",
					  use(java, HELPER_DIGEST, "digest"), name,
					  (char *) bytes.data);
		}
		else if (component->hash.kind == KEYHASH_JAVA && !text)
			ok = cannot(java, n, "String.hashCode is defined for text only.");
		else
		{
			print(java, "Bytes.toBytes((int) ");
			ok = write_hash32(java, component->hash.kind, (char *) bytes.data,
							  s.value);
			print(java, ")");
		}
		print(java, ", %d)", nbytes);
		if (component->hex)
			print(java,
				  component->width % 2 != 0 ? ").substring(0, %d))" : "))",
				  component->width);
	}
	core_buf_free(&bytes);
	return ok;
}

static void
write_literal(Java *java, const LayoutComponent *component)
{
	print(java, "new byte[] {");
	for (size_t i = 0; i < component->literal_len; i++)
		print(java, "%s%d", i > 0 ? ", " : "", (int8_t) component->literal[i]);
	print(java, "}");
}

/* The bytes of a component as an expression. */
static bool
write_component(Java *java, int n)
{
	const LayoutComponent *component = &java->layout->components[n];
	const LayoutField *field = layout_field_of(java->layout, component);
	char		number[512];
	Source		s;

	switch (component->kind)
	{
		case LAYOUT_LITERAL:
			write_literal(java, component);
			return true;
		case LAYOUT_DIGEST:
			return write_digest(java, n);
		case LAYOUT_BUCKET:
			write_number(java, component->field, number, sizeof(number));
			if (component->width == 1)
				print(java,
					  "new byte[] {(byte) Math.floorMod((long) (%s), %lldL)}",
					  number, (long long) component->number);
			else
				print(
					java,
					"Bytes.toBytes((short) Math.floorMod((long) (%s), %lldL))",
					number, (long long) component->number);
			return true;
		case LAYOUT_DIGITS:
			write_number(java, component->field, number, sizeof(number));
			if (component->descending &&
				layout_most_digits(component, field) > INT64_MAX)
				return cannot(java, n,
							  "10^19 - 1 is out of range for a long.");
			if (component->descending)
				print(java, "%s(%lluL - (%s), %d)",
					  use(java, HELPER_DIGITS, "digits"),
					  (unsigned long long) layout_most_digits(component,
															  field),
					  number, component->width);
			else
				print(java, "%s(%s, %d)", use(java, HELPER_DIGITS, "digits"),
					  number, component->width);
			return true;
		case LAYOUT_REVERSE:
			set_source(java, n, false, &s);
			if (component->width < 0 &&
				(field->kind == VALUE_TEXT || field->kind == VALUE_JSONB))
			{
				char		name[sizeof(s.value)];

				memcpy(name, s.value, sizeof(name));
				snprintf(s.value, sizeof(s.value),
						 "new StringBuilder(%.400s).reverse().toString()",
						 name);
				return encoded_value(java, &s);
			}
			print(java, "%s(", use(java, HELPER_REVERSE, "reverse"));
			if (!encoded_value(java, &s))
				return false;
			print(java, ")");
			return true;
		case LAYOUT_FIELD:
		case LAYOUT_TRUNC:
			set_source(java, n, component->descending, &s);
			if (!component->nullable)
				return encoded_value(java, &s);
			if (java->layout->encoding != ENCODING_ORDERED)
				return cannot(java, n,
							  "Where NULL leaves its separator out depends on the columns after it; use Phoenix's own classes.");
			print(java,
				  "%s == null ? %s(r -> org.apache.hadoop.hbase.util.OrderedBytes.encodeNull(r, org.apache.hadoop.hbase.util.Order.%s)) : ",
				  s.value, use(java, HELPER_ORDERED, "ordered"),
				  component->descending ? "DESCENDING" : "ASCENDING");
			return encoded_value(java, &s);
		case LAYOUT_SALT:
			break;
	}
	return false;
}

/* ---- the salt, and the method ----------------------------------------- */

/* The input of the salt as an expression. */
static bool
write_salted(Java *java)
{
	const LayoutComponent *salt = &java->layout->components[0];
	int			written = 0;

	if (salt->nsalted == 0)
	{
		print(java, "    byte[] salted = key;\n");
		return true;
	}
	print(java, "    byte[] salted = Bytes.add(new byte[][] {\n");
	for (int i = 1; i < java->layout->ncomponents; i++)
	{
		for (int j = 0; j < salt->nsalted; j++)
		{
			if (java->layout->components[i].field != salt->salted[j])
				continue;
			print(java, written++ > 0 ? ",\n        " : "        ");
			if (!write_component(java, i))
				return false;
		}
	}
	print(java, "});\n");
	return true;
}

static bool
write_salt(Java *java)
{
	const LayoutComponent *salt = &java->layout->components[0];
	long long	n = (long long) salt->number;

	if (!write_salted(java))
		return false;
	print(java, "    int salt = (int) ");
	if (salt->salt.hash.kind == KEYHASH_DIGEST)
	{
		const char *name = java_digest(salt->algorithm);

		if (name == NULL)
			return cannot(java, 0, "Java does not have this digest.");
		print(java,
			  "new java.math.BigInteger(1, %s(\"%s\", salted)).mod(java.math.BigInteger.valueOf(%lld)).intValue()",
			  use(java, HELPER_DIGEST, "digest"), name, n);
	}
	else
	{
		print(java, salt->salt.floor_mod ? "Math.floorMod(" : "Math.abs(");
		write_hash32(java, salt->salt.hash.kind, "salted",
					 "Bytes.toString(salted)");
		print(java, salt->salt.floor_mod ? ", %lld)" : " %% %lld)", n);
	}
	print(java, ";\n    return Bytes.add(");
	if (salt->as_text)
		print(java, "%s(salt, %d)", use(java, HELPER_DIGITS, "digits"),
			  salt->width);
	else if (salt->width == 1)
		print(java, "new byte[] {(byte) salt}");
	else
		print(java, "Bytes.tail(Bytes.toBytes((long) salt), %d)", salt->width);
	print(java, ", key);\n}\n");
	return true;
}

bool
layout_ddl_java(const Layout *layout, const LayoutDdlTable *table,
				CoreBuf *out, CoreError *err)
{
	Java		java = {.layout = layout, .out = out, .err = err};
	bool		salted = layout->components[0].kind == LAYOUT_SALT;
	char		name[LAYOUT_MAX_NAME + 16];
	int			written = 0;

	core_buf_printf(out, "// row key: ");
	layout_ddl_comment(layout, out);
	core_buf_printf(out,
					"\n// Bytes is org.apache.hadoop.hbase.util.Bytes\nstatic byte[] rowKey(");
	for (int i = 0; i < layout->nfields; i++)
		core_buf_printf(out, "%s%s %s", i > 0 ? ", " : "",
						java_type(&layout->fields[i]),
						java_name(layout, i, name, sizeof(name)));
	core_buf_printf(out, ") {\n    byte[] key = Bytes.add(new byte[][] {\n");
	for (int i = salted ? 1 : 0; i < layout->ncomponents; i++)
	{
		core_buf_printf(out, written++ > 0 ? ",\n        " : "        ");
		if (!write_component(&java, i))
			return false;
		if (layout->components[i].end == LAYOUT_END_SEPARATOR)
			core_buf_printf(out, ",\n        new byte[] {%d}",
							(int8_t) layout->components[i].separator);
	}
	core_buf_printf(out, "});\n");
	if (!salted)
		core_buf_printf(out, "    return key;\n}\n");
	else if (!write_salt(&java))
		return false;
	for (int i = 0; i < HELPERS; i++)
	{
		if (java.used[i])
			core_buf_printf(out, "%s", helpers[i]);
	}
	return table->nfamilies == 0 ||
		layout_ddl_java_table(layout, table, out, err);
}
