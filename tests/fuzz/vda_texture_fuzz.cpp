// Files of kind texture, body TEXR: what is accepted is written again byte for byte.
#include "vda_kind_fuzz.h"

GALLEY_FUZZ_SEED_KIND("texture")
