/*
 * ascii.c
 *		Compare and convert ASCII words, independently of case and locale.
 */
#include "core/base/ascii.h"

bool
core_same_word(const char *name, size_t len, const char *word)
{
	for (size_t i = 0; i < len; i++)
	{
		if (word[i] == '\0' || core_lower(name[i]) != core_lower(word[i]))
			return false;
	}
	return word[len] == '\0';
}
