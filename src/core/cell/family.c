/*
 * family.c
 *		Options of a column family, and the check of table names.
 */
#include "core/base/ascii.h"
#include "core/cell/family.h"

#include <stdio.h>

#include "core/base/suggest.h"

typedef enum OptionKind
{
	OPTION_WORD,				/* one of a list of words */
	OPTION_NUMBER,
	OPTION_BOOLEAN,
	OPTION_TTL,
	OPTION_TEXT					/* any printable text */
} OptionKind;

#define MAX_WORDS	12

typedef struct Option
{
	const char *name;
	OptionKind	kind;
	int64_t		least;			/* limits of numbers */
	const char *words[MAX_WORDS];
} Option;

#define CODECS \
	"NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "LZO", "LZMA", "BZIP2", "BROTLI"

static const Option options[] = {
	{"VERSIONS", OPTION_NUMBER, 1, {0}},
	{"MIN_VERSIONS", OPTION_NUMBER, 0, {0}},
	{"TTL", OPTION_TTL, 1, {0}},
	{"KEEP_DELETED_CELLS", OPTION_WORD, 0, {"FALSE", "TRUE", "TTL"}},
	{"NEW_VERSION_BEHAVIOR", OPTION_BOOLEAN, 0, {0}},
	{"COMPRESSION", OPTION_WORD, 0, {CODECS}},
	{"BLOOMFILTER", OPTION_WORD, 0, {"NONE", "ROW", "ROWCOL",
									 "ROWPREFIX_FIXED_LENGTH"}},
	{"DATA_BLOCK_ENCODING", OPTION_WORD, 0, {"NONE", "PREFIX", "DIFF",
											 "FAST_DIFF", "ROW_INDEX_V1"}},
	{"BLOCKSIZE", OPTION_NUMBER, 1, {0}},
	{"IN_MEMORY", OPTION_BOOLEAN, 0, {0}},
	{"BLOCKCACHE", OPTION_BOOLEAN, 0, {0}},
	{"REPLICATION_SCOPE", OPTION_NUMBER, 0, {0}},
	{"DFS_REPLICATION", OPTION_NUMBER, 0, {0}},
	{"COMPRESSION_COMPACT", OPTION_WORD, 0, {CODECS}},
	{"COMPRESSION_COMPACT_MAJOR", OPTION_WORD, 0, {CODECS}},
	{"COMPRESSION_COMPACT_MINOR", OPTION_WORD, 0, {CODECS}},
	{"INDEX_BLOCK_ENCODING", OPTION_WORD, 0, {"NONE", "PREFIX_TREE"}},
	{"IN_MEMORY_COMPACTION", OPTION_WORD, 0, {"NONE", "BASIC", "EAGER",
											  "ADAPTIVE"}},
	{"CACHE_DATA_ON_WRITE", OPTION_BOOLEAN, 0, {0}},
	{"CACHE_INDEX_ON_WRITE", OPTION_BOOLEAN, 0, {0}},
	{"CACHE_BLOOMS_ON_WRITE", OPTION_BOOLEAN, 0, {0}},
	{"EVICT_BLOCKS_ON_CLOSE", OPTION_BOOLEAN, 0, {0}},
	{"PREFETCH_BLOCKS_ON_OPEN", OPTION_BOOLEAN, 0, {0}},
	{"IS_MOB", OPTION_BOOLEAN, 0, {0}},
	{"MOB_THRESHOLD", OPTION_NUMBER, 0, {0}},
	{"MOB_COMPACT_PARTITION_POLICY", OPTION_WORD, 0, {"DAILY", "WEEKLY",
													  "MONTHLY"}},
	{"STORAGE_POLICY", OPTION_WORD, 0, {"HOT", "WARM", "COLD", "ALL_SSD",
										"ONE_SSD", "LAZY_PERSIST"}},
	{"ENCRYPTION", OPTION_TEXT, 0, {0}},
};

#define NOPTIONS ((int) (sizeof(options) / sizeof(options[0])))

void
family_init(Family *family)
{
	family->versions = 1;
	family->min_versions = 0;
	family->ttl = FAMILY_FOREVER;
	family->keep_deleted_cells = "FALSE";
	family->new_version_behavior = false;
	family->compression = "NONE";
	family->bloomfilter = "ROW";
	family->data_block_encoding = "NONE";
	family->blocksize = 65536;
}

static const Option *
find_option(const char *name, size_t len)
{
	for (int i = 0; i < NOPTIONS; i++)
		if (core_same_word(name, len, options[i].name))
			return &options[i];
	return NULL;
}

/* Append the words, separated by commas, as far as they fit into the hint. */
static void
list_words(const char *const *words, int n, char *dst, size_t size)
{
	size_t		used = 0;

	for (int i = 0; i < n && words[i] != NULL; i++)
	{
		int			len = snprintf(dst + used, size - used, "%s%s",
								   i > 0 ? ", " : "", words[i]);

		if (len < 0 || (size_t) len >= size - used)
			break;
		used += (size_t) len;
	}
}

/* Read decimal digits, at most INT32_MAX. */
static bool
read_number(const char *text, size_t len, int64_t *n)
{
	*n = 0;
	if (len == 0 || len > 10)
		return false;
	for (size_t i = 0; i < len; i++)
	{
		if (text[i] < '0' || text[i] > '9')
			return false;
		*n = *n * 10 + (text[i] - '0');
	}
	return *n <= INT32_MAX;
}

/*
 * Read a TTL: FOREVER, seconds, or numbers with DAYS, HOURS, MINUTES, SECONDS.
 * Reproduces PrettyPrinter.valueOf with Unit.TIME_INTERVAL of HBase 2.6.1.
 */
static bool
read_ttl(const char *text, size_t len, int64_t *seconds)
{
	static const struct
	{
		const char *word;
		int64_t		seconds;
	}			units[] = {
		{"DAY", 86400}, {"DAYS", 86400}, {"HOUR", 3600}, {"HOURS", 3600},
		{"MINUTE", 60}, {"MINUTES", 60}, {"SECOND", 1}, {"SECONDS", 1},
	};
	size_t		at = 0;
	int64_t		sum = 0;

	if (core_same_word(text, len, "FOREVER"))
	{
		*seconds = FAMILY_FOREVER;
		return true;
	}
	if (read_number(text, len, seconds))
		return true;
	while (at < len)
	{
		size_t		start = at;
		int64_t		n;
		int			unit = -1;

		while (at < len && text[at] != ' ')
			at++;
		if (!read_number(text + start, at - start, &n))
			return false;
		while (at < len && text[at] == ' ')
			at++;
		start = at;
		while (at < len && text[at] != ' ')
			at++;
		for (int i = 0; i < (int) (sizeof(units) / sizeof(units[0])); i++)
			if (core_same_word(text + start, at - start, units[i].word))
				unit = i;
		if (unit < 0)
			return false;
		sum += n * units[unit].seconds;
		if (sum > INT32_MAX)
			return false;
		while (at < len && text[at] == ' ')
			at++;
	}
	*seconds = sum;
	return sum > 0;
}

static bool
bad_value(const Option *option, const char *value, size_t len, CoreError *err)
{
	core_error(err, CORE_ERR_PARAMETER, "%s cannot be \"%.*s\"", option->name,
			   core_shown(value, len, 60), value);
	switch (option->kind)
	{
		case OPTION_WORD:
			{
				char		list[200];

				list_words(option->words, MAX_WORDS, list, sizeof(list));
				return core_error_hint(err, "It is one of %s.", list);
			}
		case OPTION_BOOLEAN:
			return core_error_hint(err, "It is true or false.");
		case OPTION_TTL:
			return core_error_hint(err,
								   "It is seconds from 1 to 2147483647, FOREVER, or such as \"1 day 12 hours\".");
		case OPTION_NUMBER:
			return core_error_hint(
				err, "It is a whole number from %d to 2147483647.",
				(int) option->least);
		case OPTION_TEXT:
			break;
	}
	return core_error_hint(
		err, "It is text without control characters and quotes.");
}

bool
family_set(Family *family, const char *name, size_t name_len,
		   const char *value, size_t value_len, const char **canonical_name,
		   CoreBuf *canonical, bool *quoted, CoreError *err)
{
	const Option *option = find_option(name, name_len);
	const char *word = NULL;
	int64_t		number = 0;
	bool		flag = false;

	if (option == NULL)
	{
		char		sentence[SUGGEST_SIZE];
		Suggestion	near;

		suggest_init(&near, name, name_len);
		for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
			suggest_offer(&near, options[i].name);
		core_error(err, CORE_ERR_PARAMETER,
				   "unrecognized column family option \"%.*s\"",
				   core_shown(name, name_len, 60), name);
		return core_error_hint(err,
							   "%sOptions are named as in the HBase shell: NAME, VERSIONS, MIN_VERSIONS, TTL, KEEP_DELETED_CELLS, COMPRESSION, BLOOMFILTER, BLOCKSIZE, DATA_BLOCK_ENCODING, IN_MEMORY and so on.",
							   suggest_sentence(&near, sentence));
	}
	*canonical_name = option->name;
	*quoted = false;
	switch (option->kind)
	{
		case OPTION_WORD:
			for (int i = 0; i < MAX_WORDS && option->words[i] != NULL; i++)
				if (core_same_word(value, value_len, option->words[i]))
					word = option->words[i];
			if (word == NULL)
				return bad_value(option, value, value_len, err);
			core_buf_add(canonical, word, strlen(word));
			*quoted = true;
			break;
		case OPTION_BOOLEAN:
			flag = core_same_word(value, value_len, "TRUE");
			if (!flag && !core_same_word(value, value_len, "FALSE"))
				return bad_value(option, value, value_len, err);
			core_buf_add(canonical, flag ? "true" : "false", flag ? 4 : 5);
			break;
		case OPTION_NUMBER:
		case OPTION_TTL:
			if (option->kind == OPTION_TTL ?
					!read_ttl(value, value_len, &number) :
					!read_number(value, value_len, &number))
				return bad_value(option, value, value_len, err);
			if (number < option->least)
				return bad_value(option, value, value_len, err);
			{
				char		digits[16];
				int			n = snprintf(digits, sizeof(digits), "%d",
										 (int) number);

				core_buf_add(canonical, digits, (size_t) n);
			}
			break;
		case OPTION_TEXT:
			for (size_t i = 0; i < value_len; i++)
				if ((unsigned char) value[i] < ' ' || value[i] == '\'' ||
					value[i] == '\\')
					return bad_value(option, value, value_len, err);
			core_buf_add(canonical, value, value_len);
			*quoted = true;
			break;
	}

	if (strcmp(option->name, "VERSIONS") == 0)
		family->versions = (int32_t) number;
	else if (strcmp(option->name, "MIN_VERSIONS") == 0)
		family->min_versions = (int32_t) number;
	else if (strcmp(option->name, "TTL") == 0)
		family->ttl = (int32_t) number;
	else if (strcmp(option->name, "KEEP_DELETED_CELLS") == 0)
		family->keep_deleted_cells = word;
	else if (strcmp(option->name, "NEW_VERSION_BEHAVIOR") == 0)
		family->new_version_behavior = flag;
	else if (strcmp(option->name, "COMPRESSION") == 0)
		family->compression = word;
	else if (strcmp(option->name, "BLOOMFILTER") == 0)
		family->bloomfilter = word;
	else if (strcmp(option->name, "DATA_BLOCK_ENCODING") == 0)
		family->data_block_encoding = word;
	else if (strcmp(option->name, "BLOCKSIZE") == 0)
		family->blocksize = (int32_t) number;
	return true;
}

bool
family_check(const Family *family, CoreError *err)
{
	if (family->min_versions > family->versions)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "MIN_VERSIONS %d is above VERSIONS %d",
				   (int) family->min_versions, (int) family->versions);
		return core_error_hint(err,
							   "HBase keeps MIN_VERSIONS of at most VERSIONS cells when they expire.");
	}
	return true;
}

/* Check for letters, digits and '_'. */
static bool
is_word_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_';
}

/* TableName.isLegalFullyQualifiedTableName, HBase 2.6.1. */
bool
family_check_table_name(const char *name, size_t len, CoreError *err)
{
	const char *colon = len > 0 ? memchr(name, ':', len) : NULL;
	size_t		start = colon != NULL ? (size_t) (colon - name) + 1 : 0;
	bool		good = start < len && (colon == NULL || start > 1);

	for (size_t i = 0; i + 1 < start; i++)
		good = good && is_word_character(name[i]);
	for (size_t i = start; i < len; i++)
		good = good && (is_word_character(name[i]) ||
						(i > start && (name[i] == '-' || name[i] == '.')));
	if (good)
		return true;
	core_error(err, CORE_ERR_PARAMETER,
			   "HBase does not accept the table name \"%.*s\"",
			   core_shown(name, len, 100), name);
	return core_error_hint(err,
						   "A name is [namespace:]table of letters, digits, \"_\", \"-\" and \".\"; a table's does not start with \"-\" or \".\", a namespace's has neither.");
}
