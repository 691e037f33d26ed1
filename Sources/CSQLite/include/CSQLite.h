// The functions of SQLite that Swift cannot call, because they are variadic.
#ifndef HELIOGRAPH_CSQLITE_H
#define HELIOGRAPH_CSQLITE_H

// Stops SQLite from counting the bytes it allocates, for which it takes a lock each time. Must be called before
// anything else is done with SQLite in the process; returns whether it was in time.
_Bool heliograph_sqlite_without_statistics(void);

#endif
