#include <fmt/format.h>

#include "inspect.h"

namespace galley::cli {

Inspection inspect_map(const ImportedMap& map) {
    Inspection out = inspect_seed_body(map.body);
    Json names = Json::array();
    std::string text;
    for (const MapName& name : map.names) {
        Json row = Json::object();
        row.set("kind", map_name_word(name.kind));
        row.set("name", name.name);
        row.set("where", name.field);
        row.set("count", name.count);
        names.push_back(std::move(row));
        text += fmt::format("    {} {}{}\n", map_name_word(name.kind), name.name,
                            name.count > 1 ? fmt::format(" ({} times)", name.count) : "");
    }
    out.json.set("names", std::move(names));
    if (!text.empty()) out.text += "  names:\n" + text;
    return out;
}

}  // namespace galley::cli
