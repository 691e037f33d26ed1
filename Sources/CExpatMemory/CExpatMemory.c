#include "CExpatMemory.h"

#include <stdint.h>
#include <stdlib.h>

// Precedes each block: the size of the block.
struct header {
    _Alignas(max_align_t) size_t size;
};

static _Thread_local size_t left;
static _Thread_local int refused;

static void *resize(void *old, size_t size) {
    struct header *known = old ? (struct header *)old - 1 : NULL;
    size_t before = known ? known->size : 0;
    if (size > left + before) {
        refused = 1;
        return NULL;
    }
    struct header *header = realloc(known, sizeof *header + size);
    if (!header) return NULL;
    header->size = size;
    left = left + before - size;
    return header + 1;
}

static void *allocate(size_t size) { return resize(NULL, size); }

static void release(void *block) {
    if (!block) return;
    struct header *header = (struct header *)block - 1;
    left += header->size;
    free(header);
}

XML_Parser heliograph_xml_parser_new(char separator, size_t limit) {
    static const XML_Memory_Handling_Suite memory = {allocate, resize, release};
    left = limit;
    refused = 0;
    const char text[] = {separator, '\0'};
    return XML_ParserCreate_MM(NULL, &memory, separator ? text : NULL);
}

int heliograph_xml_was_refused(void) { return refused; }
