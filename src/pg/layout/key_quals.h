/*
 * key_quals.h
 *		Conditions on fields of keys as conditions on the keys.
 */
#ifndef KEY_QUALS_H
#define KEY_QUALS_H

/* Install the planner hook, when the library is loaded. */
extern void key_quals_install(void);

#endif							/* KEY_QUALS_H */
