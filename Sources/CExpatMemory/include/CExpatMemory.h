#ifndef HELIOGRAPH_EXPAT_MEMORY_H
#define HELIOGRAPH_EXPAT_MEMORY_H

#include <expat.h>
#include <stddef.h>

// expat writes the whole name of a namespace before each attribute with its prefix: a tag of a megabyte asks for
// gigabytes. A parser created here gets no more memory than its limit.

// Creates a parser that separates namespaces from names by `separator`, or leaves prefixes as they are if that is NUL.
// Its memory is limited to that many bytes; the thread that created it must use and free it, one at a time.
XML_Parser _Nullable heliograph_xml_parser_new(char separator, size_t limit);

// Returns whether the last parser of this thread was refused memory.
int heliograph_xml_was_refused(void);

#endif
