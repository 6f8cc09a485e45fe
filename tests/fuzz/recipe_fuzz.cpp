// Any text is a recipe or an error; the canonical text of one reads as the same recipe and is a
// fixed point.
#include "galley/project/recipe.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto recipe = galley::parse_recipe(text, "fuzz.json");
    if (!recipe) {
        return 0;
    }
    const std::string canonical = galley::recipe_text(*recipe);
    const auto again = galley::parse_recipe(canonical, "fuzz.json");
    if (!again || *again != *recipe || galley::recipe_text(*again) != canonical) {
        std::abort();
    }
    std::vector<galley::FoundPart> found;
    for (const galley::RecipePart& part : recipe->parts) {
        if (!part.gone) {
            found.push_back({part.part, part.index, part.content});
        }
    }
    const auto same = galley::reconcile_parts(galley::Uuid{}, recipe->parts, found);
    if (same.parts.size() < found.size()) {
        std::abort();
    }
    return 0;
}
