#ifndef HELIOGRAPH_EXPAT_MEMORY_H
#define HELIOGRAPH_EXPAT_MEMORY_H

#include <expat.h>
#include <stddef.h>

// expat writes the whole name of a namespace before each attribute that has its prefix: a tag of a megabyte
// asks for gigabytes. Here a parser gets no more than it was made with.

// A parser that splits names from namespaces by `separator`, or leaves them as they are where that is NUL.
// It may hold so many bytes; to be used and freed by the thread it was made by, and one at a time.
XML_Parser _Nullable heliograph_xml_parser_new(char separator, size_t limit);

// Whether the last parser of this thread was refused memory.
int heliograph_xml_was_refused(void);

#endif
