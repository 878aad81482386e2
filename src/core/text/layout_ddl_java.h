/*
 * layout_ddl_java.h
 *		Write a Java class that composes and decomposes the keys of a layout.
 */
#ifndef LAYOUT_DDL_JAVA_H
#define LAYOUT_DDL_JAVA_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"

extern bool layout_ddl_java(const Layout *layout, const LayoutDdlTable *table,
							CoreBuf *out, CoreError *err);

#endif							/* LAYOUT_DDL_JAVA_H */
