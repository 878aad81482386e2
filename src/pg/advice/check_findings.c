/*
 * check_findings.c
 *		The findings of hbase.check().
 */
#include "pg/base/compat.h"

#include "pg/advice/check_findings.h"

/* ---- findings ----------------------------------------------------------- */

void
check_find(Check *check, CheckSeverity severity, const char *rule,
		   const char *subject, const char *measured,
		   const char *explanation, const char *advice)
{
	MemoryContext old = MemoryContextSwitchTo(check->keep);
	Finding    *finding = palloc(sizeof(Finding));

	finding->severity = severity;
	finding->rule = rule;
	finding->subject = pstrdup(subject);
	finding->measured = pstrdup(measured);
	finding->explanation = pstrdup(explanation);
	finding->advice = pstrdup(advice);
	check->findings = lappend(check->findings, finding);
	MemoryContextSwitchTo(old);
}

void
check_add_example(Check *check, Examples *examples, const char *subject,
			const char *measured, const char *explanation, const char *advice)
{
	MemoryContext old = MemoryContextSwitchTo(check->keep);

	if (examples->n < examples->most)
	{
		Finding    *finding = palloc0(sizeof(Finding));

		finding->subject = pstrdup(subject);
		finding->measured = pstrdup(measured);
		finding->explanation = pstrdup(explanation);
		finding->advice = pstrdup(advice);
		examples->kept = lappend(examples->kept, finding);
	}
	examples->n++;
	MemoryContextSwitchTo(old);
}

void
check_find_examples(Check *check, const Examples *examples,
					CheckSeverity severity, const char *rule,
					const char *more_advice)
{
	uint64		listed = list_length(examples->kept);
	ListCell   *lc;

	foreach(lc, examples->kept)
	{
		Finding    *example = lfirst(lc);

		check_find(check, severity, rule, example->subject, example->measured,
				   example->explanation, example->advice);
	}
	if (examples->n > listed)
		check_find(check, severity, rule, "others",
				   psprintf("%llu more",
							(unsigned long long) (examples->n - listed)),
				   psprintf("There are %llu in all.",
							(unsigned long long) examples->n),
				   more_advice);
}
