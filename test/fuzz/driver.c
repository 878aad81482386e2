/*
 * driver.c
 *		main() for fuzz targets without libFuzzer: replay the corpus, then
 *		mutate it randomly with a fixed seed.
 *
 * Accepts libFuzzer's options -runs=, -seed=, -max_len= and -max_total_time=,
 * and ignores others.  Each input is written to <artifact_prefix>input before
 * it runs, so that it is available after a crash.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input
{
	uint8_t    *data;
	size_t		size;
} Input;

static Input *corpus;
static size_t ncorpus;
static size_t max_len = 4096;
static uint64_t seed = 1;
static int	input_file;
static long done;

static void *
checked(void *p)
{
	if (p == NULL)
	{
		fputs("out of memory\n", stderr);
		exit(2);
	}
	return p;
}

/* A pseudo-random number below n, n > 0 (splitmix64). */
static size_t
below(size_t n)
{
	uint64_t	z = (seed += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (size_t) ((z ^ (z >> 31)) % n);
}

static void
add_to_corpus(const uint8_t *data, size_t size)
{
	corpus = checked(realloc(corpus, (ncorpus + 1) * sizeof(Input)));
	corpus[ncorpus].data = checked(malloc(size + 1));
	memcpy(corpus[ncorpus].data, data, size);
	corpus[ncorpus++].size = size;
}

static void
read_file(const char *path)
{
	FILE	   *file = fopen(path, "rb");
	uint8_t    *data = checked(malloc(max_len));

	if (file != NULL)
	{
		add_to_corpus(data, fread(data, 1, max_len, file));
		fclose(file);
	}
	free(data);
}

static void
read_folder(const char *path)
{
	DIR		   *dir = opendir(path);
	struct dirent *entry;
	char		name[4096];

	while (dir != NULL && (entry = readdir(dir)) != NULL)
	{
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		read_file(name);
	}
	if (dir != NULL)
		closedir(dir);
}

/* Sort the files: the order of directory entries must not affect the run. */
static int
compare_inputs(const void *a, const void *b)
{
	const Input *x = a;
	const Input *y = b;
	int			c = memcmp(x->data, y->data,
						   x->size < y->size ? x->size : y->size);

	return c != 0 ? c : (x->size > y->size) - (x->size < y->size);
}

/*
 * Run one input in a block of exactly its size, so that overruns are detected.
 */
static void
run(const uint8_t *data, size_t size)
{
	uint8_t    *copy = checked(malloc(size ? size : 1));

	if (pwrite(input_file, data, size, 0) < 0 ||
		ftruncate(input_file, (off_t) size) < 0)
	{
		perror("input");
		exit(2);
	}
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	done++;
}

/*
 * Make one small change in a buffer of max_len bytes.  Returns the new size.
 */
static size_t
mutate(uint8_t *data, size_t size)
{
	static const uint8_t special[] = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff, '\\',
									  '0', ' '};
	const Input *other = &corpus[below(ncorpus)];
	size_t		at = below(size + 1);
	size_t		n = 1 + below(8);

	switch (below(7))
	{
		case 0:					/* flip a bit */
			if (at < size)
				data[at] ^= (uint8_t) (1u << below(8));
			break;
		case 1:					/* a byte that is often special */
			if (at < size)
				data[at] = special[below(sizeof(special))];
			break;
		case 2:					/* any byte */
			if (at < size)
				data[at] = (uint8_t) below(256);
			break;
		case 3:					/* insert */
			if (size + n > max_len)
				break;
			memmove(data + at + n, data + at, size - at);
			for (size_t i = 0; i < n; i++)
				data[at + i] = (uint8_t) below(256);
			return size + n;
		case 4:					/* remove */
			if (n > size - at)
				n = size - at;
			memmove(data + at, data + at + n, size - at - n);
			return size - n;
		case 5:					/* truncate */
			return at;
		default:				/* the end of another input */
			if (other->size == 0)
				break;
			n = below(other->size) + 1;
			if (at + n > max_len)
				n = max_len - at;
			memcpy(data + at, other->data + other->size - n, n);
			return at + n;
	}
	return size;
}

/* The value of an option "-name=", or NULL. */
static const char *
option(const char *arg, const char *name)
{
	size_t		n = strlen(name);

	return strncmp(arg, name, n) == 0 ? arg + n : NULL;
}

int
main(int argc, char **argv)
{
	long		runs = 20000;
	long		seconds = 60;
	time_t		start = time(NULL);
	const char *prefix = "";
	char		path[4096];
	uint8_t    *data;

	for (int i = 1; i < argc; i++)
	{
		const char *value;

		if ((value = option(argv[i], "-runs=")) != NULL)
			runs = atol(value);
		else if ((value = option(argv[i], "-seed=")) != NULL)
			seed = strtoull(value, NULL, 10);
		else if ((value = option(argv[i], "-max_len=")) != NULL)
			max_len = strtoull(value, NULL, 10);
		else if ((value = option(argv[i], "-max_total_time=")) != NULL)
			seconds = atol(value);
		else if ((value = option(argv[i], "-artifact_prefix=")) != NULL)
			prefix = value;
		else if (argv[i][0] != '-')
			read_folder(argv[i]);
	}
	if (ncorpus == 0)
		add_to_corpus((const uint8_t *) "", 0);
	qsort(corpus, ncorpus, sizeof(Input), compare_inputs);

	snprintf(path, sizeof(path), "%sinput", prefix);
	input_file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
	data = checked(malloc(max_len));
	for (size_t i = 0; i < ncorpus; i++)
		run(corpus[i].data, corpus[i].size);
	while (done < runs && time(NULL) - start < seconds)
	{
		const Input *input = &corpus[below(ncorpus)];
		size_t		size = input->size;

		memcpy(data, input->data, size);
		for (size_t changes = 1 + below(5); changes > 0; changes--)
			size = mutate(data, size);
		run(data, size);
	}
	unlink(path);
	printf("Done %ld runs\n", done);

	free(data);
	for (size_t i = 0; i < ncorpus; i++)
		free(corpus[i].data);
	free(corpus);
	return 0;
}
