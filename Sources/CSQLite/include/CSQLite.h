// The calls of SQLite that Swift cannot make itself, for they take any arguments.
#ifndef HELIOGRAPH_CSQLITE_H
#define HELIOGRAPH_CSQLITE_H

// Has SQLite not count the bytes it takes, for which it takes a lock at each of them. To be called before all
// else that is done with SQLite in the process; whether it came in time is the answer.
_Bool heliograph_sqlite_without_statistics(void);

#endif
