/*
 * layout_parse.c
 *		Parse the text of a layout into components.
 *
 *		layout    = component { "," component } [ "using" encoding ]
 *		component = "salt" "(" number { "," name } ")" [ "by" name ]
 *						[ "as" ( "text" | number ( "byte" | "bytes" ) ) ]
 *				  | "bucket" "(" mention "," number ")"
 *				  | "reverse" "(" mention ")"
 *				  | "digits" "(" mention "," number ")" [ order ]
 *				  | "trunc" "(" mention "," string ")" [ order ]
 *				  | digest "(" mention [ "," number ] ")"
 *				  | string
 *				  | mention [ order ] [ "null" | "not" "null" ]
 *		mention   = name [ type ]
 *		order     = "asc" | "desc"
 *		type      = word { word } [ "(" number [ "," number ] ")" { word } ]
 *
 * Names are converted to lower case unless they are in double quotes.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_parse.h"
#include "core/value/encoding_type.h"

#include <stdio.h>

#include "core/base/notation.h"
#include "core/base/suggest.h"

typedef enum TokenKind
{
	TOKEN_END,
	TOKEN_NAME,					/* an unquoted word, in lower case */
	TOKEN_QUOTED,				/* "word" */
	TOKEN_STRING,				/* 'text' */
	TOKEN_NUMBER,
	TOKEN_CHARACTER				/* any other character */
} TokenKind;

typedef struct Parser
{
	const char *text;
	size_t		len;
	size_t		at;				/* end of the current token */
	size_t		start;			/* its first byte */
	TokenKind	token;
	const char *word;			/* name or string in the pool */
	size_t		word_len;
	int64_t		number;
	Layout	   *layout;
	char	   *pool;			/* next free byte in the pool */
	CoreError  *err;
} Parser;

/*
 * The pool has room for every token with a terminator, and for the bytes of
 * literals.
 */
#define POOL_SIZE(len)	(3 * (len) + 8)

bool
layout_error_at(CoreError *err, int position, const char *fmt,...)
{
	char		text[256];
	va_list		ap;

	va_start(ap, fmt);
	core_format(text, sizeof(text), fmt, ap);
	va_end(ap);
	return core_error(err, CORE_ERR_SYNTAX, "%s at character %d of the layout",
					  text, position);
}

bool
layout_error_from(CoreError *err, int position, const CoreError *reason)
{
	layout_error_at(err, position, "%s", reason->message);
	if (reason->detail[0])
		core_error_detail(err, "%s", reason->detail);
	if (reason->hint[0])
		core_error_hint(err, "%s", reason->hint);
	return false;
}

bool
layout_is_reserved(const char *word)
{
	static const char *const reserved[] = {
		"as", "asc", "by", "desc", "not", "null", "using"
	};

	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
	{
		if (strcmp(word, reserved[i]) == 0)
			return true;
	}
	return false;
}

/* ---- tokens ---------------------------------------------------------- */

/* The character at a byte offset, counted from 1. */
static int
position_of(const Parser *p, size_t offset)
{
	int			n = 1;

	for (size_t i = 0; i < offset; i++)
		n += ((uint8_t) p->text[i] & 0xc0) != 0x80;
	return n;
}

static bool
is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
		((uint8_t) c & 0x80) != 0;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
		c == '\v';
}

/* Set an error at the current token. */
static bool
at_token(Parser *p, const char *message)
{
	return layout_error_at(p->err, position_of(p, p->start), "%s", message);
}

/* Read 'text' or "text" with doubled quotes into the pool. */
static bool
read_quoted(Parser *p, char quote)
{
	char	   *dst = p->pool;

	p->word = dst;
	for (size_t i = p->at + 1; i < p->len; i++)
	{
		if (p->text[i] == quote)
		{
			if (i + 1 >= p->len || p->text[i + 1] != quote)
			{
				p->word_len = dst - p->word;
				*dst++ = '\0';
				p->pool = dst;
				p->at = i + 1;
				return true;
			}
			i++;
		}
		*dst++ = p->text[i];
	}
	return at_token(p, quote == '\'' ? "unterminated literal" :
					"unterminated quoted name");
}

/* Read the next token. */
static bool
next_token(Parser *p)
{
	char		c;

	while (p->at < p->len && is_blank(p->text[p->at]))
		p->at++;
	p->start = p->at;
	p->word = NULL;
	if (p->at >= p->len)
	{
		p->token = TOKEN_END;
		return true;
	}

	c = p->text[p->at];
	if (c == '\'' || c == '"')
	{
		p->token = c == '"' ? TOKEN_QUOTED : TOKEN_STRING;
		return read_quoted(p, c);
	}
	if (is_name_start(c))
	{
		p->token = TOKEN_NAME;
		p->word = p->pool;
		while (p->at < p->len &&
			   (is_name_start(c = p->text[p->at]) || is_digit(c) || c == '$'))
		{
			*p->pool++ = core_lower(c);
			p->at++;
		}
		p->word_len = p->pool - p->word;
		*p->pool++ = '\0';
		return true;
	}
	if (is_digit(c))
	{
		p->token = TOKEN_NUMBER;
		p->number = 0;
		for (; p->at < p->len && is_digit(p->text[p->at]); p->at++)
		{
			p->number = p->number * 10 + (p->text[p->at] - '0');
			if (p->number > INT32_MAX)
				return at_token(p, "number too large");
		}
		return true;
	}
	p->token = TOKEN_CHARACTER;
	p->at++;
	return true;
}

static bool
is_character(const Parser *p, char c)
{
	return p->token == TOKEN_CHARACTER && p->text[p->start] == c;
}

/* Whether the token is this unquoted word. */
static bool
is_word(const Parser *p, const char *word)
{
	return p->token == TOKEN_NAME && strcmp(p->word, word) == 0;
}

/* Set the syntax error: expected and actual token. */
static bool
expected(Parser *p, const char *what)
{
	const char *token = p->text + p->start;

	at_token(p, "syntax error");
	if (p->token == TOKEN_END)
		core_error_detail(p->err, "Expected %s, but the layout ends here.",
						  what);
	else
		core_error_detail(p->err, "Expected %s, not %.*s.", what,
						  core_shown(token, p->at - p->start, 80), token);
	return false;
}

static bool
take_character(Parser *p, char c, const char *what)
{
	if (is_character(p, c))
		return next_token(p);
	expected(p, what);
	if (p->token == TOKEN_END)
		core_error_hint(p->err,
						"In an array literal a layout with commas must be in double quotes; or write ARRAY['salt(4), id bigint']::rowkey_layout[].");
	return false;
}

static bool
take_number(Parser *p, int64_t *number, const char *what)
{
	if (p->token != TOKEN_NUMBER)
		return expected(p, what);
	*number = p->number;
	return next_token(p);
}

/* ---- parts of components --------------------------------------------- */

int
layout_find_field(const Layout *layout, const char *name, size_t len)
{
	for (int i = 0; i < layout->nfields; i++)
	{
		const char *field = layout->fields[i].name;

		if (strlen(field) == len && memcmp(field, name, len) == 0)
			return i;
	}
	return -1;
}

bool
layout_no_field(const Layout *layout, const char *name, size_t len,
				CoreError *err)
{
	char		names[sizeof(err->detail) - sizeof("Its fields are: .")] = "";
	size_t		n = 0;
	Suggestion	near;

	suggest_init(&near, name, len);
	core_error(err, CORE_ERR_PARAMETER, "layout has no field \"%.*s\"",
			   core_shown(name, len, LAYOUT_MAX_NAME), name);
	for (int i = 0; i < layout->nfields; i++)
	{
		suggest_offer(&near, layout->fields[i].name);
		if (n < sizeof(names))
			n += snprintf(names + n, sizeof(names) - n, "%s%s",
						  i > 0 ? ", " : "", layout->fields[i].name);
	}
	if (n >= sizeof(names))
		core_error_detail(err, "It has %d fields.", layout->nfields);
	else if (layout->nfields > 0)
		core_error_detail(err, "Its fields are: %s.", names);
	if (near.best != NULL)
		core_error_hint(err, "Did you mean \"%s\"?", near.best);
	return false;
}

/* Check that the token can be a field name. */
static bool
check_name(Parser *p)
{
	if (p->token != TOKEN_NAME && p->token != TOKEN_QUOTED)
		return expected(p, "the name of a field");
	if (p->token == TOKEN_NAME && layout_is_reserved(p->word))
	{
		expected(p, "the name of a field");
		return core_error_hint(
			p->err, "Write a field of this name in double quotes.");
	}
	if (p->word_len == 0 || memchr(p->word, '\0', p->word_len) != NULL)
		return at_token(p, "invalid name of a field");
	if (p->word_len > LAYOUT_MAX_NAME)
		return at_token(p, "name of a field is too long");
	return true;
}

/*
 * Read an optional type after a name: words up to a comma, a closing
 * parenthesis or a reserved word, with arguments in parentheses after any
 * word.
 */
static bool
parse_type(Parser *p, LayoutTypeName *type)
{
	char	   *words = NULL;

	type->words = NULL;
	type->nargs = 0;
	type->position = position_of(p, p->start);
	while (p->token == TOKEN_NAME && !layout_is_reserved(p->word))
	{
		if (words == NULL)
			words = (char *) p->word;
		else
		{
			/* The words are adjacent in the pool. */
			words[strlen(words)] = ' ';
		}
		if (!next_token(p))
			return false;
		if (is_character(p, '(') && type->nargs == 0)
		{
			do
			{
				int64_t		number = 0;

				if (type->nargs == 2)
					return expected(p, "a closing parenthesis");
				if (!next_token(p) ||
					!take_number(p, &number, "a number"))
					return false;
				type->args[type->nargs++] = (int) number;
			} while (is_character(p, ','));
			if (!take_character(p, ')', "a closing parenthesis"))
				return false;
		}
	}
	type->words = words;
	return true;
}

/* Read name [type]; the name is the current token. */
static bool
parse_mention(Parser *p, LayoutComponent *component)
{
	Layout	   *layout = p->layout;

	if (!check_name(p))
		return false;
	component->field = layout_find_field(layout, p->word, p->word_len);
	if (component->field < 0)
	{
		if (layout->nfields == LAYOUT_MAX_FIELDS)
			return at_token(p, "too many fields");
		component->field = layout->nfields++;
		layout->fields[component->field].name = p->word;
	}
	return next_token(p) && parse_type(p, &component->type);
}

/* Read [asc | desc]. */
static bool
parse_order(Parser *p, LayoutComponent *component)
{
	if (is_word(p, "desc"))
		component->descending = true;
	else if (!is_word(p, "asc"))
		return true;
	return next_token(p);
}

/* Convert a word of the pool to lower case, as the name of a hash. */
static const char *
hash_name(const char *word)
{
	for (char *c = (char *) word; *c != '\0'; c++)
		*c = core_lower(*c);
	return word;
}

/* ---- components ------------------------------------------------------ */

/*
 * The names in salt(n, field...).  The fields may be declared later, so they
 * are resolved at the end.
 */
typedef struct SaltNames
{
	int			n;
	const char *names[LAYOUT_MAX_FIELDS];
	int			positions[LAYOUT_MAX_FIELDS];
} SaltNames;

static bool
parse_salt(Parser *p, LayoutComponent *component, SaltNames *salted)
{
	component->kind = LAYOUT_SALT;
	component->algorithm = "phoenix";
	component->width = 0;		/* not given */
	if (!take_number(p, &component->number, "the number of buckets"))
		return false;
	while (is_character(p, ','))
	{
		if (!next_token(p) || !check_name(p))
			return false;
		if (salted->n == LAYOUT_MAX_FIELDS)
			return at_token(p, "too many fields");
		salted->names[salted->n] = p->word;
		salted->positions[salted->n++] = position_of(p, p->start);
		if (!next_token(p))
			return false;
	}
	if (!take_character(p, ')', "a closing parenthesis"))
		return false;

	if (is_word(p, "by"))
	{
		if (!next_token(p))
			return false;
		if (p->token != TOKEN_NAME && p->token != TOKEN_QUOTED)
			return expected(p, "the name of a hash");
		component->algorithm = hash_name(p->word);
		if (!next_token(p))
			return false;
	}
	if (is_word(p, "as"))
	{
		if (!next_token(p))
			return false;
		if (is_word(p, "text"))
			component->as_text = true;
		else
		{
			int64_t		width = 0;

			if (!take_number(p, &width, "\"text\" or a number of bytes"))
				return false;
			component->width = (int) width;
			if (width < 1)
				return at_token(p, "a salt takes at least one byte");
			if (!is_word(p, "bytes") && !is_word(p, "byte"))
				return expected(p, "\"bytes\"");
		}
		if (!next_token(p))
			return false;
	}
	return true;
}

/* The number may come first, too. */
static bool
parse_bucket(Parser *p, LayoutComponent *component)
{
	bool		number_first = p->token == TOKEN_NUMBER;

	component->kind = LAYOUT_BUCKET;
	if (number_first &&
		(!take_number(p, &component->number, "the number of buckets") ||
		 !take_character(p, ',', "a comma and a field")))
		return false;
	if (!parse_mention(p, component))
		return false;
	if (!number_first &&
		(!take_character(p, ',', "a comma and the number of buckets") ||
		 !take_number(p, &component->number, "the number of buckets")))
		return false;
	return take_character(p, ')', "a closing parenthesis");
}

static bool
parse_reverse(Parser *p, LayoutComponent *component)
{
	component->kind = LAYOUT_REVERSE;
	return parse_mention(p, component) &&
		take_character(p, ')', "a closing parenthesis");
}

static bool
parse_digits(Parser *p, LayoutComponent *component)
{
	component->kind = LAYOUT_DIGITS;
	return parse_mention(p, component) &&
		take_character(p, ',', "a comma and the number of digits") &&
		take_number(p, &component->number, "the number of digits") &&
		take_character(p, ')', "a closing parenthesis") &&
		parse_order(p, component);
}

/* Read a period such as 1 hour or 15 minutes. */
static bool
parse_period(Parser *p, LayoutComponent *component)
{
	static const struct
	{
		const char *name;
		LayoutUnit	unit;
	} units[] = {{"ms", LAYOUT_UNIT_MILLISECOND},
				 {"millisecond", LAYOUT_UNIT_MILLISECOND},
				 {"s", LAYOUT_UNIT_SECOND},
				 {"second", LAYOUT_UNIT_SECOND},
				 {"min", LAYOUT_UNIT_MINUTE},
				 {"minute", LAYOUT_UNIT_MINUTE},
				 {"h", LAYOUT_UNIT_HOUR},
				 {"hour", LAYOUT_UNIT_HOUR},
				 {"d", LAYOUT_UNIT_DAY},
				 {"day", LAYOUT_UNIT_DAY},
				 {"week", LAYOUT_UNIT_WEEK},
				 {"month", LAYOUT_UNIT_MONTH},
				 {"year", LAYOUT_UNIT_YEAR}};
	/* The number of units in the next larger unit, where it is constant. */
	static const int next_unit[] = {1000, 60, 60, 24, 0, 0, 12};
	const char *s = p->word;
	size_t		n;

	component->count = 0;
	for (; is_digit(*s) && component->count <= INT32_MAX; s++)
		component->count = component->count * 10 + (*s - '0');
	if (s == p->word)
		component->count = 1;	/* 'hour' means '1 hour' */
	while (*s == ' ')
		s++;
	n = strlen(s);
	if (n > 1 && s[n - 1] == 's' && strcmp(s, "ms") != 0)
		n--;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
	{
		if (strlen(units[i].name) == n && memcmp(units[i].name, s, n) == 0)
		{
			LayoutUnit	unit = units[i].unit;

			if (component->count < 1 || component->count > INT32_MAX ||
				strlen(p->word) != p->word_len)
				break;
			while (unit < LAYOUT_UNIT_YEAR && next_unit[unit] != 0 &&
				   component->count % next_unit[unit] == 0)
				component->count /= next_unit[unit++];
			component->unit = unit;
			return true;
		}
	}
	at_token(p, "invalid period");
	return core_error_hint(p->err,
						   "A period is an integer and one unit (milliseconds, seconds, minutes, hours, days, weeks, months or years), for example '15 minutes'.");
}

static bool
parse_trunc(Parser *p, LayoutComponent *component)
{
	component->kind = LAYOUT_TRUNC;
	if (!parse_mention(p, component) ||
		!take_character(p, ',', "a comma and a period"))
		return false;
	if (p->token != TOKEN_STRING)
		return expected(p, "a period, as '1 hour'");
	return parse_period(p, component) &&
		next_token(p) &&
		take_character(p, ')', "a closing parenthesis") &&
		parse_order(p, component);
}

/*
 * Set the error for an unrecognized name before a parenthesis, with a
 * suggestion.
 */
static bool
unrecognized_component(Parser *p, const LayoutComponent *component)
{
	static const char *const names[] = {
		"salt", "bucket", "reverse", "digits", "trunc", "md5", "sha1",
		"sha224",
		"sha256", "sha384", "sha512", "java", "bytes", "murmur", "murmur3",
		"jenkins", "crc32", "md5hex", "sha1hex", "sha256hex", "crc32hex"
	};
	static const SuggestAlias aliases[] = {
		{"reverse_ts", "desc"}, {"rowkey_reverse_ts", "desc"},
		{"reverse_timestamp", "desc"}, {"reversetime", "desc"},
		{"newest", "desc"}, {"newest_first", "desc"}, {"descending", "desc"},
		{"reversed", "reverse"}, {"rowkey_reverse", "reverse"},
		{"salted", "salt"}, {"rowkey_salt", "salt"}, {"salt_buckets", "salt"},
		{"bucketed", "bucket"}, {"buckets", "bucket"}, {"mod", "bucket"},
		{"modulo", "bucket"}, {"rowkey_bucket", "bucket"},
		{"hash", "md5"}, {"rowkey_hash", "md5"}, {"digest", "md5"},
		{"sha", "sha256"}, {"murmurhash", "murmur"}, {"murmur2", "murmur"},
		{"murmurhash3", "murmur3"}, {"crc", "crc32"}, {"hashcode", "java"},
		{"pad", "digits"}, {"lpad", "digits"}, {"zeropad", "digits"},
		{"rowkey_pad", "digits"}, {"date_trunc", "trunc"},
		{"date_bin", "trunc"}, {"time_bucket", "trunc"}, {"truncate", "trunc"}
	};
	const char *name = component->algorithm;
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;

	suggest_init(&near, name, strlen(name));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		suggest_offer(&near, names[i]);
	suggest_offer_aliases(&near, aliases,
						  sizeof(aliases) / sizeof(aliases[0]));
	layout_error_at(p->err, component->position,
					"unrecognized component \"%s\"", name);
	if (near.best != NULL && strcmp(near.best, "desc") == 0)
		return core_error_hint(p->err,
							   "For the newest first, write \"desc\" after the field, as in: placed timestamptz desc.");
	return core_error_hint(p->err,
						   "%sComponents are salt, bucket, reverse, digits, trunc, and hashes: java, bytes, murmur, murmur3, jenkins, crc32 and OpenSSL's digests (md5, sha256, ...), each also for its hex digits, as md5hex.",
						   suggest_sentence(&near, sentence));
}

/* Find the hash of a component: md5, or md5hex for hex digits. */
static bool
find_hash(Parser *p, LayoutComponent *component)
{
	const char *name = component->algorithm;
	size_t		n = strlen(name);
	CoreError	reason;
	CoreError	unused;

	if (keyhash_find(name, n, &component->hash, &reason))
		return true;
	component->hex = n > 3 && strcmp(name + n - 3, "hex") == 0 &&
		keyhash_find(name, n - 3, &component->hash, &unused);
	if (component->hex)
		return true;
	if (reason.code == CORE_ERR_PARAMETER)
		return unrecognized_component(p, component);
	return layout_error_from(p->err, component->position, &reason);
}

/* Read a component whose name is that of a hash. */
static bool
parse_digest(Parser *p, LayoutComponent *component, const char *name)
{
	component->kind = LAYOUT_DIGEST;
	component->algorithm = hash_name(name);
	component->number = -1;		/* all of it */
	if (!find_hash(p, component) || !parse_mention(p, component))
		return false;
	if (is_character(p, ','))
	{
		if (!next_token(p) ||
			!take_number(p, &component->number,
						 "how much of the hash to keep"))
			return false;
	}
	return take_character(p, ')', "a closing parenthesis");
}

/* Read 'literal': printable ASCII, \xHH, and other characters as UTF-8. */
static bool
parse_literal(Parser *p, LayoutComponent *component)
{
	const char *src = p->word;
	uint8_t    *dst = (uint8_t *) p->pool;
	size_t		i = 0;

	component->kind = LAYOUT_LITERAL;
	component->field = -1;
	component->literal = dst;
	while (i < p->word_len)
	{
		size_t		ascii = i;
		size_t		n;

		while (ascii < p->word_len && ((uint8_t) src[ascii] & 0x80) == 0)
			ascii++;
		if (!notation_read(src + i, ascii - i, dst, &n, p->err))
		{
			char		hint[sizeof(p->err->hint)];

			memcpy(hint, p->err->hint, sizeof(hint));
			at_token(p, "invalid escape in the literal");
			return core_error_hint(p->err, "%s", hint);
		}
		dst += n;
		for (i = ascii; i < p->word_len && ((uint8_t) src[i] & 0x80) != 0; i++)
			*dst++ = (uint8_t) src[i];
	}
	component->literal_len = dst - component->literal;
	p->pool = (char *) dst;
	if (component->literal_len == 0)
		return at_token(p, "empty literal");
	return next_token(p);
}

/* Read field [order] [null]; the name is the current token. */
static bool
parse_field(Parser *p, LayoutComponent *component)
{
	component->kind = LAYOUT_FIELD;
	if (!parse_mention(p, component) || !parse_order(p, component))
		return false;
	if (is_word(p, "not"))
	{
		if (!next_token(p))
			return false;
		return is_word(p, "null") ? next_token(p) : expected(p, "\"null\"");
	}
	if (is_word(p, "null"))
	{
		component->nullable = true;
		return next_token(p);
	}
	return true;
}

/* Whether the next token is an opening parenthesis. */
static bool
is_call(const Parser *p)
{
	size_t		i = p->at;

	while (i < p->len && is_blank(p->text[i]))
		i++;
	return i < p->len && p->text[i] == '(';
}

static bool
parse_component(Parser *p, SaltNames *salted)
{
	Layout	   *layout = p->layout;
	LayoutComponent *component;
	const char *name = p->word;
	bool		quoted = p->token == TOKEN_QUOTED;

	if (layout->ncomponents == LAYOUT_MAX_COMPONENTS)
		return at_token(p, "too many components");
	component = &layout->components[layout->ncomponents++];
	memset(component, 0, sizeof(LayoutComponent));
	component->position = position_of(p, p->start);
	component->field = -1;

	if (p->token == TOKEN_STRING)
		return parse_literal(p, component);
	if (p->token != TOKEN_NAME && p->token != TOKEN_QUOTED)
	{
		expected(p, "a component");
		if (is_character(p, '{'))
			core_error_hint(p->err,
							"A layout is written without braces; several are ARRAY['id bigint', ...]::rowkey_layout[].");
		return false;
	}
	if (!is_call(p))
		return parse_field(p, component);

	if (!next_token(p) ||		/* skip the parenthesis */
		!next_token(p))
		return false;
	if (!quoted && strcmp(name, "salt") == 0)
	{
		if (layout->ncomponents > 1)
		{
			layout_error_at(p->err, component->position,
							"salt must be the first component");
			return core_error_hint(p->err,
								   "Put it first; a key has one salt.");
		}
		return parse_salt(p, component, salted);
	}
	if (!quoted && strcmp(name, "bucket") == 0)
		return parse_bucket(p, component);
	if (!quoted && strcmp(name, "reverse") == 0)
		return parse_reverse(p, component);
	if (!quoted && strcmp(name, "digits") == 0)
		return parse_digits(p, component);
	if (!quoted && strcmp(name, "trunc") == 0)
		return parse_trunc(p, component);
	return parse_digest(p, component, name);
}

/* Resolve the field names of salt(n, field...). */
static bool
resolve_salted(Parser *p, const SaltNames *salted)
{
	LayoutComponent *salt = &p->layout->components[0];

	for (int i = 0; i < salted->n; i++)
	{
		const char *name = salted->names[i];
		int			field = layout_find_field(p->layout, name, strlen(name));
		int			at;

		if (field < 0)
		{
			char		sentence[SUGGEST_SIZE];
			Suggestion	near;

			suggest_init(&near, name, strlen(name));
			for (int j = 0; j < p->layout->nfields; j++)
				suggest_offer(&near, p->layout->fields[j].name);
			layout_error_at(p->err, salted->positions[i],
							"field \"%s\" in salt does not exist", name);
			return core_error_hint(p->err,
								   "%sA salt is computed from fields of the key, so that a reader can compute it.",
								   suggest_sentence(&near, sentence));
		}
		for (int j = 0; j < salt->nsalted; j++)
		{
			if (salt->salted[j] == field)
				return layout_error_at(p->err, salted->positions[i],
									   "field \"%s\" is listed twice in salt",
									   salted->names[i]);
		}
		/* The hash uses their order in the key, so sort them. */
		for (at = salt->nsalted++; at > 0 && salt->salted[at - 1] > field;
			 at--)
			salt->salted[at] = salt->salted[at - 1];
		salt->salted[at] = (uint8_t) field;
	}
	return true;
}

/* Read using encoding. */
static bool
parse_encoding(Parser *p)
{
	if (!next_token(p))
		return false;
	if (p->token == TOKEN_NAME &&
		encoding_from_name(p->word, p->word_len, &p->layout->encoding))
		return next_token(p);
	expected(p, "bytes, string, ordered or phoenix");
	if (p->token == TOKEN_NAME)
	{
		static const SuggestAlias aliases[] = {
			{"bytes", "bytes"}, {"string", "string"}, {"ordered", "ordered"},
			{"phoenix", "phoenix"}, {"text", "string"}, {"binary", "bytes"},
			{"java", "bytes"}, {"native", "bytes"}, {"orderedbytes", "ordered"}
		};
		Suggestion	near;

		suggest_init(&near, p->word, p->word_len);
		suggest_offer_aliases(&near, aliases,
							  sizeof(aliases) / sizeof(aliases[0]));
		if (near.best != NULL)
			core_error_hint(p->err, "Did you mean \"%s\"?", near.best);
	}
	return false;
}

static bool
parse(Parser *p)
{
	SaltNames	salted = {0};

	if (!next_token(p))
		return false;
	for (;;)
	{
		if (!parse_component(p, &salted))
			return false;
		if (!is_character(p, ','))
			break;
		if (!next_token(p))
			return false;
	}
	if (is_word(p, "using"))
	{
		if (!parse_encoding(p))
			return false;
		if (p->token != TOKEN_END)
			return expected(
				p, "the end behind \"using\", which is for the whole key");
	}
	if (p->token != TOKEN_END)
		return expected(p, "a comma, \"using\" or the end");
	return resolve_salted(p, &salted);
}

Layout *
layout_parse(const char *text, size_t len, CoreError *err)
{
	Parser		parser = {0};
	Layout	   *layout;

	if (len > LAYOUT_MAX_TEXT)
	{
		core_error(err, CORE_ERR_LIMIT, "layout of %zu bytes is too long",
				   len);
		core_error_detail(err,
						  "The text of a layout can have at most %d bytes.",
						  LAYOUT_MAX_TEXT);
		return NULL;
	}
	layout = core_alloc(sizeof(Layout) + POOL_SIZE(len));
	memset(layout, 0, sizeof(Layout));
	layout->encoding = ENCODING_PHOENIX;
	parser.text = text;
	parser.len = len;
	parser.layout = layout;
	parser.pool = layout->pool;
	parser.err = err;
	if (!parse(&parser))
	{
		core_free(layout);
		return NULL;
	}
	return layout;
}
