/*
 * no-nls.c
 *		Message catalogues switched off.
 *
 * Under a preloaded address sanitizer, glibc's bindtextdomain() can hang for
 * ever when the server starts; tools/test-asan preloads these two instead.
 */
extern char *bindtextdomain(const char *domain, const char *folder);
extern char *textdomain(const char *domain);

char *
bindtextdomain(const char *domain, const char *folder)
{
	return (char *) folder;
}

char *
textdomain(const char *domain)
{
	return (char *) domain;
}
