/*
 * propose_keys.c
 *		hbase_internal.propose_keys(): row keys for the questions that a
 *		relation gets.
 *
 * This gathers the questions, the columns and a sample of the rows; the search
 * and its cost model are in src/core/design.
 */
#include "pg/base/compat.h"

#include <math.h>

#include "fmgr.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

#include "core/base/host.h"
#include "core/design/design_reason.h"
#include "core/design/design_search.h"
#include "core/layout/layout_check.h"
#include "pg/advice/propose_options.h"
#include "pg/advice/propose_questions.h"
#include "pg/advice/propose_remarks.h"
#include "pg/advice/propose_rows.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/relation/export_progress.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_propose_keys);
PG_FUNCTION_INFO_V1(hbase_check_propose_options);

/* Smaller tables are taken as a sample of one for which HBase is used. */
#define LEAST_ROWS		1000000

#define NCOLUMNS		12

typedef struct Proposing
{
	ReturnSetInfo *rsinfo;
	DesignInput input;
	DesignAnswer answer;
	ProposeQuestions questions;
	double		calls;
	int			sampled;		/* rows of the sample */
} Proposing;

/* ---- values ------------------------------------------------------------- */

static Datum
rounded(double number, int scale)
{
	Datum		numeric = DirectFunctionCall1(float8_numeric,
											  Float8GetDatum(number));

	return DirectFunctionCall2(numeric_round, numeric, Int32GetDatum(scale));
}

/* A number in JSON: whole numbers, and three digits of others. */
static void
add_number(StringInfo json, const char *name, double number)
{
	appendStringInfo(json, ", \"%s\": ", name);
	if (number >= 100 || number == floor(number))
		appendStringInfo(json, "%.0f", number);
	else
		appendStringInfo(json, "%.3g", number);
}

static Datum
jsonb_of(StringInfo json)
{
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(json->data));
}

static const char *
text_of(const CoreBuf *utf8)
{
	int			len = (int) utf8->len;

	return len == 0 ? "" :
		server_text_from_utf8(pnstrdup((const char *) utf8->data, len), &len);
}

static const char *
kind_name(DesignKind kind)
{
	static const char *const names[] = {"read", "insert", "update", "delete"};

	return names[kind];
}

static double
share_of(const Proposing *p, int q)
{
	return p->calls > 0 ? p->input.questions[q].calls / p->calls : 0;
}

/* The costs of the questions; of an index, those that it serves. */
static Datum
questions_json(const Proposing *p, const DesignProposal *proposal, int index)
{
	static const char *const access[] = {"get", "scan", "full scan", "write"};
	StringInfoData json;

	initStringInfo(&json);
	appendStringInfoChar(&json, '[');
	for (int q = 0; q < p->input.nquestions; q++)
	{
		const DesignCost *cost = &proposal->questions[q];

		if (index >= 0 && cost->index != index)
			continue;
		appendStringInfo(&json, "%s{\"kind\": \"%s\", \"question\": %s",
						 json.len > 1 ? ", " : "",
						 kind_name(p->input.questions[q].kind),
						 p->questions.json[q]);
		appendStringInfo(&json, ", \"share\": %.2f", 100 * share_of(p, q));
		appendStringInfo(&json, ", \"access\": \"%s\"", access[cost->access]);
		if (cost->index >= 0)
			appendStringInfo(&json, ", \"index\": %d", cost->index + 1);
		add_number(&json, "ranges", cost->ranges);
		add_number(&json, "rows", cost->rows);
		add_number(&json, "bytes", cost->bytes);
		add_number(&json, "seeks", cost->seeks);
		add_number(&json, "cost", cost->cost);
		appendStringInfoChar(&json, '}');
	}
	appendStringInfoChar(&json, ']');
	return jsonb_of(&json);
}

/*
 * The question that loses most against another of the proposals; 0 if none
 * does.
 */
static Datum
loses_json(const Proposing *p, int n)
{
	const DesignAnswer *answer = &p->answer;
	const DesignProposal *proposal = &answer->proposals[n];
	StringInfoData json;
	double		most = 0;
	int			question = -1;
	int			winner = -1;

	for (int q = 0; q < p->input.nquestions; q++)
		for (int i = 0; i < answer->n; i++)
		{
			double		loss = share_of(p, q) *
				(proposal->questions[q].cost -
				 answer->proposals[i].questions[q].cost);

			if (loss > most)
			{
				most = loss;
				question = q;
				winner = i;
			}
		}
	if (question < 0 ||
		proposal->questions[question].cost <
		1.05 * answer->proposals[winner].questions[question].cost)
		return (Datum) 0;
	initStringInfo(&json);
	appendStringInfo(&json, "{\"kind\": \"%s\", \"question\": %s",
					 kind_name(p->input.questions[question].kind),
					 p->questions.json[question]);
	add_number(&json, "cost", proposal->questions[question].cost);
	add_number(&json, "least",
			   answer->proposals[winner].questions[question].cost);
	add_number(&json, "rank", winner + 1);
	appendStringInfoChar(&json, '}');
	return jsonb_of(&json);
}

static Datum
decision_json(const Proposing *p, const DesignDecision *decision)
{
	StringInfoData json;

	initStringInfo(&json);
	appendStringInfo(&json, "{\"figure\": \"%s\"", decision->figure);
	if (decision->question >= 0)
		appendStringInfo(&json, ", \"kind\": \"%s\", \"question\": %s",
						 kind_name(
							 p->input.questions[decision->question].kind),
						 p->questions.json[decision->question]);
	add_number(&json, "here", decision->here);
	add_number(&json, "next", decision->there);
	appendStringInfoChar(&json, '}');
	return jsonb_of(&json);
}

static const char *
uniqueness_text(const Proposing *p, const DesignTable *table)
{
	switch (table->uniqueness)
	{
		case DESIGN_BY_CONSTRAINT:
			return table->constraint;
		case DESIGN_MEASURED:
			return "measured";
		case DESIGN_ON_SAMPLE:
			return p->sampled == 0 ? "not measured" :
				psprintf("on a sample of %d", p->sampled);
		case DESIGN_NOT_UNIQUE:
			break;
	}
	return "not unique";
}

static Datum
layout_datum(const char *utf8)
{
	int			len = (int) strlen(utf8);
	const char *text = server_text_from_utf8(utf8, &len);

	return PointerGetDatum(cstring_to_text_with_len(text, len));
}

/* ---- rows --------------------------------------------------------------- */

/* rank, layout, form, cost, served, questions, hottest_region, key_bytes,
 * uniqueness, loses, reason, decided_by */
static void
put_table(Proposing *p, int n, int index)
{
	const DesignProposal *proposal = &p->answer.proposals[n];
	const DesignTable *table = index < 0 ? &proposal->main :
		&proposal->indexes[index];
	Datum		values[NCOLUMNS] = {0};
	bool		nulls[NCOLUMNS] = {0};

	values[0] = Int32GetDatum(n + 1);
	values[1] = layout_datum(table->layout);
	values[2] = CStringGetTextDatum(index < 0 ? "main" : "index");
	values[3] = Float8GetDatum(proposal->cost);
	values[4] = rounded(100 * proposal->served, 2);
	values[5] = questions_json(p, proposal, index);
	values[6] = rounded(100 * table->hottest, 1);
	values[7] = rounded(table->key_bytes, 1);
	values[8] = CStringGetTextDatum(uniqueness_text(p, table));
	if (index < 0)
		values[9] = loses_json(p, n);
	nulls[9] = values[9] == (Datum) 0;
	nulls[10] = index < 0 && !proposal->has_next;
	if (index >= 0)
		values[10] = CStringGetTextDatum(
			"serves questions that the main key does not; each write of a row writes here too");
	else if (!nulls[10])
		values[10] = CStringGetTextDatum(text_of(&proposal->reason));
	nulls[11] = index >= 0 || !proposal->has_next;
	if (!nulls[11])
		values[11] = decision_json(p, &proposal->decision);
	tuplestore_putvalues(p->rsinfo->setResult, p->rsinfo->setDesc, values,
						 nulls);
}

static void
put_remark(void *context, const char *word, double figure,
		   const char *sentence)
{
	Proposing  *p = context;
	Datum		values[NCOLUMNS] = {0};
	bool		nulls[NCOLUMNS];
	StringInfoData json;

	memset(nulls, true, sizeof(nulls));
	initStringInfo(&json);
	appendStringInfo(&json, "{\"remark\": \"%s\"", word);
	add_number(&json, "figure", figure);
	appendStringInfoChar(&json, '}');
	values[2] = CStringGetTextDatum("remark");
	values[10] = CStringGetTextDatum(sentence);
	values[11] = jsonb_of(&json);
	nulls[2] = nulls[10] = nulls[11] = false;
	tuplestore_putvalues(p->rsinfo->setResult, p->rsinfo->setDesc, values,
						 nulls);
}

/* ---- the function ------------------------------------------------------- */

/* hbase_internal.check_propose_options(options) */
Datum
hbase_check_propose_options(PG_FUNCTION_ARGS)
{
	ProposeOptions options;

	propose_options_read(PG_GETARG_JSONB_P(0), &options);
	PG_RETURN_VOID();
}

static void
add_writes(Proposing *p, double writes)
{
	DesignQuestion *questions = p->questions.questions;
	int			n = 0;

	if (writes < 0)
		return;
	for (int q = 0; q < p->questions.n; q++)
		if (questions[q].kind != DESIGN_INSERT)
		{
			questions[n] = questions[q];
			p->questions.json[n++] = p->questions.json[q];
		}
	if (writes > 0)
	{
		questions = repalloc(questions, (n + 1) * sizeof(DesignQuestion));
		p->questions.json = repalloc(p->questions.json,
									 (n + 1) * sizeof(char *));
		memset(&questions[n], 0, sizeof(DesignQuestion));
		questions[n].kind = DESIGN_INSERT;
		questions[n].calls = writes;
		p->questions.json[n++] = "{}";
	}
	p->questions.questions = questions;
	p->questions.n = n;
}

/*
 * Check given layouts, which must be of columns of the relation, and make them
 * UTF-8.
 */
static void
read_layouts(ProposeOptions *options, ProposeColumns *columns)
{
	for (int i = 0; i < options->nlayouts; i++)
	{
		const char *given = options->layouts[i];
		int			size = (int) strlen(given);
		const char *converted = utf8_text_from_server(given, &size);
		CoreError	err;
		Layout	   *layout = layout_read(converted, size, &err);

		options->layouts[i] = pnstrdup(converted, size);
		if (layout == NULL)
			core_error_raise(&err);
		for (int f = 0; f < layout->nfields; f++)
		{
			const char *utf8 = layout->fields[f].name;
			int			len = (int) strlen(utf8);
			const char *name = pnstrdup(server_text_from_utf8(utf8, &len),
										len);
			AttrNumber	attnum = get_attnum(columns->relid, name);

			if (attnum <= 0 || propose_column(columns, attnum) < 0)
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_COLUMN),
						 errmsg("column \"%s\" of layout \"%s\" does not exist",
								name, given),
						 errhint("The fields of a layout must be columns of the relation.")));
		}
		core_free(layout);
	}
	if (options->nlayouts > 0)
		options->designs = options->nlayouts;
}

/*
 * hbase_internal.propose_keys(relation, questions, options): the ranked list,
 * and remarks.
 */
Datum
hbase_propose_keys(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	Proposing	p = {.rsinfo = set_result_begin(fcinfo)};
	ProposeColumns columns = {.relid = relid};
	ProposeOptions options;
	ProposeRows rows;

	definition_check_kind(relid, false);
	propose_options_read(PG_GETARG_JSONB_P(2), &options);
	export_progress_begin(PROGRESS_PROPOSE, relid, 0);
	read_layouts(&options, &columns);
	propose_questions_read(PG_GETARG_JSONB_P(1), &columns, &p.questions);
	add_writes(&p, options.writes);
	propose_rows_read(&columns, &options, &rows);
	p.sampled = rows.is_assumed ? 0 : rows.nrows;
	p.input = (DesignInput) {
		.columns = rows.columns,
		.ncolumns = columns.n,
		.uniques = rows.uniques,
		.nuniques = rows.nuniques,
		.questions = p.questions.questions,
		.nquestions = p.questions.n,
		.values = rows.values,
		.nrows = rows.nrows,
		.is_all = rows.is_all,
		.rows = options.rows > 0 ? options.rows :
		Max(rows.expected, LEAST_ROWS),
		.value_bytes = rows.value_bytes,
		.cells = rows.cells,
		.regions = options.regions,
		.most = options.designs,
		.layouts = options.layouts,
		.nlayouts = options.nlayouts,
		.weights = options.weights
	};
	for (int q = 0; q < p.questions.n; q++)
		p.calls += p.questions.questions[q].calls;
	design_search(&p.input, &p.answer);
	for (int n = 0; n < p.answer.n; n++)
		for (int i = -1; i < p.answer.proposals[n].nindexes; i++)
			put_table(&p, n, i);
	propose_remarks(&p.input, &p.answer, put_remark, &p);
	if (p.answer.n < options.nlayouts)
		put_remark(&p, "not judged", options.nlayouts - p.answer.n,
				   "layouts have no key for a row of the sample");
	if (p.questions.n == 0)
		put_remark(&p, "no questions", 0,
				   "the workload has no question about this relation");
	if (p.questions.left_out > 0)
		put_remark(&p, "left out", p.questions.left_out,
				   "the least frequent questions were left out");
	if (rows.is_assumed)
		put_remark(&p, "no rows", 0,
				   "the relation has no rows, and costs are those of assumed values: few different ones, except times and unique columns");
	else if (rows.order != NULL)
		put_remark(&p, "order of writes", p.sampled,
				   psprintf("rows are taken to be written in the order of \"%s\"; option \"time\" names another column",
							rows.order));
	design_answer_free(&p.answer);
	export_progress_end();
	return (Datum) 0;
}
