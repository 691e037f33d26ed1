// Only the location of the headers and the linked library are used: the headers are for C alone.
