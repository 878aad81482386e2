/*
 * table.c
 *		Print the result of a query as a table of text.
 */
#include "client/table.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The OIDs of types that are aligned at the right. */
#define INT8OID		20
#define INT2OID		21
#define INT4OID		23
#define FLOAT4OID	700
#define FLOAT8OID	701
#define NUMERICOID	1700

/* The characters of a text in UTF-8. */
static int
width(const char *text)
{
	int			n = 0;

	for (; *text; text++)
		n += ((unsigned char) *text & 0xC0) != 0x80;
	return n;
}

static bool
is_number(const PGresult *result, int column)
{
	switch (PQftype(result, column))
	{
		case INT8OID:
		case INT2OID:
		case INT4OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
			return true;
		default:
			return false;
	}
}

/* One cell; the last one of a line has no blanks behind it. */
static void
print_cell(const char *text, int columns, bool at_right, bool is_last)
{
	int			blanks = columns - width(text);

	if (at_right)
		printf("%*s", blanks, "");
	fputs(text, stdout);
	if (!at_right && !is_last)
		printf("%*s", blanks, "");
	fputs(is_last ? "\n" : "  ", stdout);
}

/* Print the columns under their names. */
void
table_print(const PGresult *result)
{
	int			n = PQnfields(result);

	for (int row = -2; row < PQntuples(result); row++)
	{
		for (int column = 0; column < n; column++)
		{
			int			widest = width(PQfname(result, column));

			for (int i = 0; i < PQntuples(result); i++)
			{
				int			here = width(PQgetvalue(result, i, column));

				if (here > widest)
					widest = here;
			}
			if (row == -2)
				print_cell(PQfname(result, column), widest,
						   is_number(result, column), column == n - 1);
			else if (row == -1)
			{
				for (int i = 0; i < widest; i++)
					putchar('-');
				fputs(column == n - 1 ? "\n" : "  ", stdout);
			}
			else
				print_cell(PQgetvalue(result, row, column), widest,
						   is_number(result, column), column == n - 1);
		}
	}
}
