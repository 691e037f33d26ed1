#ifndef HELIOGRAPH_CRYPT_SHIM_H
#define HELIOGRAPH_CRYPT_SHIM_H

#include <crypt.h>

#endif
