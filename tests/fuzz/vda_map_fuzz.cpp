// Files of kind map, body TMAP: what is accepted is written again byte for byte.
#include "vda_kind_fuzz.h"

GALLEY_FUZZ_SEED_KIND("map")
