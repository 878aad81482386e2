/*
 * field_range.h
 *		How a call of field_range names the comparisons of fields: for each
 *		value the number of a field and one of these, as in "0=2<".
 */
#ifndef FIELD_RANGE_H
#define FIELD_RANGE_H

#define FIELD_EQUAL			'='
#define FIELD_ANY			'@'		/* = ANY (array) */
#define FIELD_LESS			'<'
#define FIELD_LESS_EQUAL	'l'
#define FIELD_GREATER		'>'
#define FIELD_GREATER_EQUAL	'g'

#endif							/* FIELD_RANGE_H */
