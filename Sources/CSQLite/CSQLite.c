#include "CSQLite.h"
#include <sqlite3.h>

_Bool heliograph_sqlite_without_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}
