#include "galley/project/settings.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galley/base/describe.h"
#include "galley/base/try.h"
#include "galley/project/errors.h"
#include "nearest_word.h"

namespace galley {

template <>
struct Describe<TextureUsage> {
    static constexpr std::string_view name = "usage";
    static constexpr std::array values{
        EnumWord<TextureUsage>{"color", TextureUsage::color},
        EnumWord<TextureUsage>{"data", TextureUsage::data},
        EnumWord<TextureUsage>{"normal", TextureUsage::normal},
    };
};

template <>
struct Describe<FilterMode> {
    static constexpr std::string_view name = "filter";
    static constexpr std::array values{
        EnumWord<FilterMode>{"linear", FilterMode::linear},
        EnumWord<FilterMode>{"nearest", FilterMode::nearest},
    };
};

template <>
struct Describe<WrapMode> {
    static constexpr std::string_view name = "wrap";
    static constexpr std::array values{
        EnumWord<WrapMode>{"repeat", WrapMode::repeat},
        EnumWord<WrapMode>{"mirror", WrapMode::mirror},
        EnumWord<WrapMode>{"clamp", WrapMode::clamp},
    };
};

template <>
struct Describe<TextureCompression> {
    static constexpr std::string_view name = "compression";
    static constexpr std::array values{
        EnumWord<TextureCompression>{"none", TextureCompression::none},
        EnumWord<TextureCompression>{"bc1", TextureCompression::bc1},
        EnumWord<TextureCompression>{"bc3", TextureCompression::bc3},
        EnumWord<TextureCompression>{"bc4", TextureCompression::bc4},
        EnumWord<TextureCompression>{"bc5", TextureCompression::bc5},
        EnumWord<TextureCompression>{"bc7", TextureCompression::bc7},
    };
};

template <>
struct Describe<TextureQuality> {
    static constexpr std::string_view name = "quality";
    static constexpr std::array values{
        EnumWord<TextureQuality>{"fast", TextureQuality::fast},
        EnumWord<TextureQuality>{"normal", TextureQuality::normal},
        EnumWord<TextureQuality>{"high", TextureQuality::high},
    };
};

template <>
struct Describe<MipmapFilter> {
    static constexpr std::string_view name = "mipmap_filter";
    static constexpr std::array values{
        EnumWord<MipmapFilter>{"box", MipmapFilter::box},
        EnumWord<MipmapFilter>{"kaiser", MipmapFilter::kaiser},
    };
};

template <>
struct Describe<TextureSettings> {
    static constexpr std::string_view name = "texture";
    static constexpr std::tuple fields{
        field("usage", &TextureSettings::usage),
        field("mipmaps", &TextureSettings::mipmaps),
        field("filter", &TextureSettings::filter),
        field("wrap", &TextureSettings::wrap),
        field("compression", &TextureSettings::compression),
        field("quality", &TextureSettings::quality),
        field("max_size", &TextureSettings::max_size, {0, 16384}),
        field("mipmap_filter", &TextureSettings::mipmap_filter),
        field("alpha_cutoff", &TextureSettings::alpha_cutoff, {0, 1}),
        field("roughness_normals", &TextureSettings::roughness_normals),
        field("channels", &TextureSettings::channels),
    };
};

template <>
struct Describe<MeshSettings> {
    static constexpr std::string_view name = "mesh";
    static constexpr std::tuple fields{
        field("keep_colors", &MeshSettings::keep_colors),
        field("max_uv_sets", &MeshSettings::max_uv_sets, {0, 8}),
    };
};

namespace {

/// Every kind's settings: one object may hold those of a model's meshes and of its pictures.
using AllSettings = std::tuple<TextureSettings, MeshSettings>;

/// The word of an optional field that nobody decided.
constexpr std::string_view kAuto = "auto";

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
std::vector<std::string_view> words_of() {
    std::vector<std::string_view> words;
    if constexpr (kIsOptional<T>) {
        words = words_of<typename T::value_type>();
        words.push_back(kAuto);
    } else if constexpr (DescribedEnum<T>) {
        for (const auto& value : Describe<T>::values) {
            words.push_back(value.word);
        }
    }
    return words;
}

template <class T>
std::string to_text(const T& value) {
    if constexpr (kIsOptional<T>) {
        return value ? to_text(*value) : std::string(kAuto);
    } else if constexpr (DescribedEnum<T>) {
        const auto row = std::ranges::find(Describe<T>::values, value, &EnumWord<T>::value);
        return row == Describe<T>::values.end() ? std::string() : std::string(row->word);
    } else if constexpr (std::is_same_v<T, ChannelChoices>) {
        std::string text;
        for (const ChannelChoice& choice : value) {
            text += (text.empty() ? "" : " ") + channel_text(choice);
        }
        return text;
    } else {
        return fmt::format("{}", value);
    }
}

/// False when `json` is no value of this type in this range.
template <class T>
bool read_value(const Json& json, FieldRange range, T& value) {
    if constexpr (kIsOptional<T>) {
        const std::string* word = json.if_string();
        if (word != nullptr && *word == kAuto) {
            value.reset();
            return true;
        }
        return read_value(json, range, value.emplace());
    } else if constexpr (std::is_same_v<T, bool>) {
        const bool* given = json.if_bool();
        value = given != nullptr ? *given : value;
        return given != nullptr;
    } else if constexpr (DescribedEnum<T>) {
        const std::string* word = json.if_string();
        if (word == nullptr) {
            return false;
        }
        const auto row = std::ranges::find(Describe<T>::values, *word, &EnumWord<T>::word);
        if (row != Describe<T>::values.end()) {
            value = row->value;
        }
        return row != Describe<T>::values.end();
    } else if constexpr (std::is_same_v<T, std::string>) {
        const std::string* given = json.if_string();
        if (given == nullptr || given->empty()) {
            return false;
        }
        value = *given;
        return true;
    } else if constexpr (std::is_same_v<T, ChannelChoices>) {
        const Json::Array* given = json.if_array();
        if (given == nullptr || given->empty() || given->size() == 2 || given->size() > 4) {
            return false;
        }
        for (const Json& one : *given) {
            const std::string* text = one.if_string();
            const auto choice = text != nullptr ? parse_channel(*text) : std::nullopt;
            if (!choice) {
                return false;
            }
            value.push_back(*choice);
        }
        return true;
    } else if constexpr (std::is_floating_point_v<T>) {
        const std::optional<double> given = json.if_number();
        if (!given || !(*given >= static_cast<double>(range.min)) ||
            !(*given <= static_cast<double>(range.max))) {
            return false;
        }
        value = static_cast<T>(*given);
        return true;
    } else {
        const std::optional<std::int64_t> given = json.if_int();
        if (!given || *given < range.min || *given > range.max || !std::in_range<T>(*given)) {
            return false;
        }
        value = static_cast<T>(*given);
        return true;
    }
}

/// What a value of this type has to be, in words.
template <class T>
std::string wanted(FieldRange range) {
    if constexpr (kIsOptional<T>) {
        if constexpr (!DescribedEnum<typename T::value_type>) {
            return fmt::format("{} or {}", wanted<typename T::value_type>(range), kAuto);
        }
    }
    const std::vector<std::string_view> words = words_of<T>();
    if (!words.empty()) {
        return fmt::format("one of {}", fmt::join(words, ", "));
    }
    if constexpr (std::is_same_v<T, bool>) {
        return "true or false";
    } else if constexpr (std::is_same_v<T, std::string>) {
        return "a text";
    } else if constexpr (std::is_same_v<T, ChannelChoices>) {
        return "a list of 1, 3 or 4 channels such as \"r\", \"1-g\", \"1\" and "
               "\"assets/rough.png:r\"";
    } else if constexpr (std::is_floating_point_v<T>) {
        return fmt::format("a number from {} to {}", range.min, range.max);
    } else {
        return fmt::format("a whole number from {} to {}", range.min, range.max);
    }
}

std::string given_text(const Json& json) {
    if (const std::string* text = json.if_string()) {
        return fmt::format("'{}'", *text);
    }
    const std::string text = write_json_compact(json);
    constexpr std::size_t kShort = 60;
    const bool shown = json.is_number() || json.is_bool() || json.is_array();
    return shown && text.size() <= kShort ? text : std::string(json.type_name());
}

struct Member {
    std::string_view key;
    const Json& value;
    Place place;
};

/// Reads the member into the field of its name; false when `settings` has none.
template <class Settings>
Result<bool> apply_member(const Member& member, Settings& settings) {
    Result<bool> result = false;
    for_each_field<Settings>([&]<class Field>(const Field& described) {
        if (described.name != member.key) {
            return;
        }
        using Value = std::remove_cvref_t<decltype(settings.*(described.member))>;
        Value value = settings.*(described.member);
        if (!read_value(member.value, described.range, value)) {
            const std::string* word = member.value.if_string();
            result =
                fail(kSettingValue,
                     fmt::format("setting '{}' must be {}, not {}", member.key,
                                 wanted<Value>(described.range), given_text(member.value)),
                     member.place, word != nullptr ? did_you_mean(*word, words_of<Value>()) : "");
            return;
        }
        settings.*(described.member) = value;
        result = true;
    });
    return result;
}

/// The same for settings of all kinds, whose values are checked and dropped.
template <class... Settings>
Result<bool> check_member(const Member& member, std::tuple<Settings...>) {
    Result<bool> result = false;
    const auto check = [&]<class One>(One settings) {
        if (result && !*result) {
            result = apply_member(member, settings);
        }
    };
    (check(Settings{}), ...);
    return result;
}

template <class... Settings>
std::vector<std::string_view> known_keys(std::tuple<Settings...>) {
    std::vector<std::string_view> keys;
    (for_each_field<Settings>([&](const auto& described) { keys.push_back(described.name); }), ...);
    return keys;
}

template <class Settings>
Result<void> apply(const JsonDocument& document, const Json& json, std::string_view pointer,
                   Settings& settings) {
    const Json::Object* object = json.if_object();
    if (object == nullptr) {
        return fail(kSettingValue,
                    fmt::format("settings must be an object, not {}", json.type_name()),
                    document.place(json, std::string(pointer)));
    }
    Settings changed = settings;
    for (const auto& [key, value] : *object) {
        const Member member{
            key, value,
            document.place(value, fmt::format("{}/{}", pointer, json_pointer_part(key)))};
        TRY_ASSIGN(bool known, apply_member(member, changed));
        if (!known) {
            TRY_ASSIGN(known, check_member(member, AllSettings{}));
        }
        if (!known) {
            const std::vector<std::string_view> keys = known_keys(AllSettings{});
            return fail(
                kSettingUnknown,
                fmt::format("unknown setting '{}'; known are {}", key, fmt::join(keys, ", ")),
                member.place, did_you_mean(key, keys));
        }
    }
    settings = changed;
    return {};
}

template <class Settings>
std::vector<std::pair<std::string, std::string>> fields_of(const Settings& settings) {
    std::vector<std::pair<std::string, std::string>> fields;
    for_each_field<Settings>([&](const auto& described) {
        fields.emplace_back(described.name, to_text(settings.*(described.member)));
    });
    return fields;
}

}  // namespace

std::string_view compression_word(TextureCompression compression) {
    return Describe<TextureCompression>::values[static_cast<std::size_t>(compression)].word;
}

Result<void> apply_settings(const JsonDocument& document, const Json& json,
                            std::string_view pointer, TextureSettings& settings) {
    return apply(document, json, pointer, settings);
}

Result<void> apply_settings(const JsonDocument& document, const Json& json,
                            std::string_view pointer, MeshSettings& settings) {
    return apply(document, json, pointer, settings);
}

std::vector<std::pair<std::string, std::string>> settings_fields(const TextureSettings& settings) {
    return fields_of(settings);
}

std::vector<std::pair<std::string, std::string>> settings_fields(const MeshSettings& settings) {
    return fields_of(settings);
}

}  // namespace galley
