// Files of kind world, body WRLD: what is accepted is written again byte for byte.
#include "vda_kind_fuzz.h"

GALLEY_FUZZ_SEED_KIND("world")
