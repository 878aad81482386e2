/*
 * host.c
 *		The functions of host.h for programs without a server: unit tests and
 *		fuzzers.  Not part of the extension.
 */
#include "core/base/host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *
checked(void *p)
{
	if (p == NULL)
	{
		fputs("out of memory\n", stderr);
		exit(3);
	}
	return p;
}

void *
core_alloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
core_realloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1));
}

void
core_free(void *p)
{
	free(p);
}

void
core_check_interrupts(void)
{
}

/*
 * Convert "d.ddde-xx" to PostgreSQL's format: plain digits for 1e-4 up to the
 * given number of digits before the decimal point, otherwise an exponent.
 */
static void
write_float(const char *text, int fixed, char *dst)
{
	char		digits[CORE_FLOAT_TEXT];
	int			n = 0;
	int			exponent = atoi(strchr(text, 'e') + 1);

	for (const char *p = text; *p != 'e'; p++)
	{
		if (*p == '-')
			*dst++ = '-';
		else if (*p != '.')
			digits[n++] = *p;
	}
	while (n > 1 && digits[n - 1] == '0')
		n--;
	if (digits[0] == '0')
		exponent = 0;
	if (exponent < -4 || exponent >= fixed)
	{
		dst += sprintf(dst, "%c%s%.*s", digits[0], n > 1 ? "." : "", n - 1,
					   digits + 1);
		sprintf(dst, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
	}
	else if (exponent < 0)
		sprintf(dst, "0.%.*s%.*s", -exponent - 1, "000", n, digits);
	else
	{
		int			whole = n <= exponent ? n : exponent + 1;

		dst += sprintf(dst, "%.*s%.*s", whole, digits,
					   exponent + 1 - whole, "00000000000000");
		if (n > whole)
			sprintf(dst, ".%.*s", n - whole, digits + whole);
	}
}

static bool
write_special(double f, char *dst)
{
	if (isnan(f))
		strcpy(dst, "NaN");
	else if (isinf(f))
		strcpy(dst, f < 0 ? "-Infinity" : "Infinity");
	else
		return false;
	return true;
}

void
core_float4_text(float f, char *dst)
{
	char		text[CORE_FLOAT_TEXT];

	if (write_special(f, dst))
		return;
	for (int places = 0; places <= 8; places++)
	{
		snprintf(text, sizeof(text), "%.*e", places, f);
		if (strtof(text, NULL) == f)
			break;
	}
	write_float(text, 6, dst);
}

void
core_float8_text(double f, char *dst)
{
	char		text[CORE_FLOAT_TEXT];

	if (write_special(f, dst))
		return;
	for (int places = 0; places <= 16; places++)
	{
		snprintf(text, sizeof(text), "%.*e", places, f);
		if (strtod(text, NULL) == f)
			break;
	}
	write_float(text, 15, dst);
}

/*
 * This host never leaves by longjmp, so an owner only stores the release
 * function.
 */
struct CoreOwner
{
	void	   *object;
	void		(*release) (void *object);
};

CoreOwner *
core_own(void *object, void (*release) (void *object))
{
	CoreOwner  *owner = core_alloc(sizeof(CoreOwner));

	owner->object = object;
	owner->release = release;
	return owner;
}

void
core_disown(CoreOwner *owner)
{
	owner->release(owner->object);
	core_free(owner);
}
