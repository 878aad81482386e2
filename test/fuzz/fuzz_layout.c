/*
 * fuzz_layout.c
 *		Fuzz layouts: any text is a layout or an error with a message; the
 *		canonical form of a layout reads back and prints the same.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_print.h"

#include <stdlib.h>

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of exactly its size, so that overruns are detected. */
static Layout *
read_copy(const uint8_t *data, size_t size, CoreError *err)
{
	uint8_t    *copy = core_alloc(size);
	Layout	   *layout;

	memcpy(copy, data, size);
	layout = layout_read((const char *) copy, size, err);
	core_free(copy);
	return layout;
}

/* Properties that other modules rely on. */
static void
check_layout(const Layout *layout)
{
	char		label[LAYOUT_LABEL_SIZE];

	if (layout->ncomponents < 1 ||
		layout->ncomponents > LAYOUT_MAX_COMPONENTS || layout->nfields < 0 ||
		layout->nfields > LAYOUT_MAX_FIELDS || layout->fixed_width < 0 ||
		layout->tail > layout->ncomponents)
		abort();
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];

		if (component->field >= layout->nfields ||
			component->nsalted > LAYOUT_MAX_FIELDS ||
			(component->end == LAYOUT_END_WIDTH && component->width < 0) ||
			(component->end == LAYOUT_END_LITERAL &&
			 i + 1 >= layout->ncomponents) ||
			(component->end == LAYOUT_END_KEY &&
			 i + 1 != layout->ncomponents) ||
			layout_label(layout, i, label, sizeof(label))[0] == '\0')
			abort();
	}
	for (int i = 0; i < layout->nfields; i++)
	{
		if (layout->fields[i].read_from >= layout->ncomponents ||
			layout->fields[i].type_name[0] == '\0')
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CoreError	err = {0};
	Layout	   *layout = read_copy(data, size, &err);
	Layout	   *again;
	CoreBuf		text;
	CoreBuf		text_again;

	if (layout == NULL)
	{
		if (err.message[0] == '\0')
			abort();
		return 0;
	}
	check_layout(layout);
	core_buf_init(&text);
	core_buf_init(&text_again);
	layout_print(layout, &text);

	/* The canonical form may be too long, because it has all types. */
	again = read_copy(text.data, text.len, &err);
	if (again == NULL ? text.len <= LAYOUT_MAX_TEXT :
						again->ncomponents != layout->ncomponents ||
				again->nfields != layout->nfields)
		abort();
	if (again != NULL)
	{
		layout_print(again, &text_again);
		if (text_again.len != text.len ||
			memcmp(text_again.data, text.data, text.len) != 0)
			abort();
		core_free(again);
	}
	core_buf_free(&text);
	core_buf_free(&text_again);
	core_free(layout);
	return 0;
}
