#include "stroke_font.h"

#include <algorithm>
#include <array>

namespace galley::preview {

namespace {

/// Width, then strokes with a space between: pairs of x and y, each a digit or a letter from `a`
/// for
/// 10. A stroke that begins with `~` is a quadratic B-spline from its first to its last point, one
/// with `@` a closed one. Those of the letters from `!` to `~` in the order of ASCII.
constexpr std::array<std::string_view, 94> kLetters = {
    "0 0008 0c0c",                           // !
    "3 0003 3033",                           // "
    "8 201c 706c 0484 0888",                 // #
    "7 ~72700006767c0c0a 3g30",              // $ (its bar crosses the whole)
    "a @00404505 @67a7acac6c 900c",          // %
    "8 8c20 ~201101235586 ~530c8c87",        // &
    "0 0003",                                // '
    "3 ~30030b3e",                           // (
    "3 ~00333b0e",                           // )
    "6 303a 0268 6208",                      // *
    "6 0868 353b",                           // +
    "1 1c0e",                                // ,
    "4 0848",                                // -
    "0 0c0c",                                // .
    "5 500d",                                // /
    "7 @00707c0c",                           // 0
    "4 13404c",                              // 1
    "7 ~030070750c 0c7c",                    // 2
    "7 ~0210707636 ~36767c0c0a",             // 3
    "8 6c600888",                            // 4
    "7 701006 ~0615757c0c0a",                // 5
    "7 ~600108 @05757c0c",                   // 6
    "7 00702c",                              // 7
    "7 @00707606 @06767c0c",                 // 8
    "7 @00707707 ~747b1c",                   // 9
    "0 0606 0c0c",                           // :
    "1 1616 1c0e",                           // ;
    "6 64086c",                              // <
    "6 0666 0a6a",                           // =
    "6 04680c",                              // >
    "6 ~020060653538 3c3c",                  // ?
    "a @00a0ac0c @3474797c3c39 7479",        // @
    "8 0c408c 1878",                         // A
    "8 000c ~00707606 ~06868c0c",            // B
    "8 ~8380000c8c89",                       // C
    "8 000c ~00808c0c",                      // D
    "7 70000c7c 0666",                       // E
    "7 70000c 0666",                         // F
    "8 ~8380000c8c87 8757",                  // G
    "8 000c 808c 0686",                      // H
    "0 000c",                                // I
    "6 6068 ~686c0c09",                      // J
    "7 000c 7007 347c",                      // K
    "6 000c6c",                              // L
    "9 0c0057909c",                          // M
    "8 0c008c80",                            // N
    "9 @00909c0c",                           // O
    "8 0c00 ~00808707",                      // P
    "9 @00909c0c 599d",                      // Q
    "8 0c00 ~00808707 478c",                 // R
    "8 ~83800006868c0c09",                   // S
    "8 0080 404c",                           // T
    "8 0007 ~070c8c87 8780",                 // U
    "8 004c80",                              // V
    "b 003c638cb0",                          // W
    "8 008c 800c",                           // X
    "8 004680 464c",                         // Y
    "8 00800c8c",                            // Z
    "3 30000e3e",                            // [
    "5 005d",                                // backslash
    "3 00303e0e",                            // ]
    "6 043064",                              // ^
    "6 0d6d",                                // _
    "2 0022",                                // `
    "7 @04747c0c 747c",                      // a
    "7 000c @04747c0c",                      // b
    "7 ~7674040c7c7a",                       // c
    "7 @04747c0c 707c",                      // d
    "7 0878 ~7874040c7c7a",                  // e
    "5 ~502024 242c 0454",                   // f
    "7 @04747c0c 747d ~7d7g0g0e",            // g
    "7 000c ~08047478 787c",                 // h
    "0 040c 0101",                           // i
    "3 343d ~3d3g0g 3131",                   // j
    "6 000c 6409 376c",                      // k
    "0 000c",                                // l
    "a 040c ~08045458 585c ~5854a4a8 a8ac",  // m
    "7 040c ~08047478 787c",                 // n
    "7 @04747c0c",                           // o
    "7 040g @04747c0c",                      // p
    "7 @04747c0c 747g",                      // q
    "4 040c ~080444",                        // r
    "6 ~66640408686c0c0a",                   // s
    "5 2029 ~292c5c 0454",                   // t
    "7 0408 ~080c7c78 747c",                 // u
    "6 043c64",                              // v
    "a 043c557ca4",                          // w
    "6 046c 640c",                           // x
    "6 043b 641g",                           // y
    "6 04640c6c",                            // z
    "4 ~402005270a2e4e",                     // {
    "0 000e",                                // |
    "4 ~002045274a2e0e",                     // }
    "7 ~0906397976",                         // ~
};
constexpr std::string_view kBox = "6 00606c0c00";
constexpr int kStepsOfCurve = 6;

float coordinate(char c) { return static_cast<float>(c >= 'a' ? c - 'a' + 10 : c - '0'); }

Vec2 mix(Vec2 a, Vec2 b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

/// One piece of a quadratic curve, without its first point.
void add_curve(std::vector<Vec2>& out, Vec2 from, Vec2 control, Vec2 to) {
    for (int i = 1; i <= kStepsOfCurve; ++i) {
        const float t = static_cast<float>(i) / kStepsOfCurve;
        out.push_back(mix(mix(from, control, t), mix(control, to, t), t));
    }
}

std::vector<Vec2> open_curve(const std::vector<Vec2>& points) {
    std::vector<Vec2> out = {points.front()};
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const bool last = i + 2 == points.size();
        add_curve(out, out.back(), points[i],
                  last ? points[i + 1] : mix(points[i], points[i + 1], 0.5F));
    }
    return out;
}

std::vector<Vec2> closed_curve(const std::vector<Vec2>& points) {
    std::vector<Vec2> out = {mix(points.back(), points.front(), 0.5F)};
    for (std::size_t i = 0; i < points.size(); ++i) {
        add_curve(out, out.back(), points[i],
                  mix(points[i], points[(i + 1) % points.size()], 0.5F));
    }
    return out;
}

std::vector<Vec2> stroke_of(std::string_view text) {
    const char form = text.front();
    if (form == '~' || form == '@') text.remove_prefix(1);
    std::vector<Vec2> points;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        points.push_back({coordinate(text[i]), coordinate(text[i + 1])});
    }
    return form == '~' ? open_curve(points) : form == '@' ? closed_curve(points) : points;
}

Glyph parse(std::string_view text) {
    Glyph glyph;
    glyph.width = coordinate(text.front());
    text.remove_prefix(2);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        glyph.strokes.push_back(stroke_of(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return glyph;
}

std::vector<Glyph> parse_all() {
    std::vector<Glyph> glyphs;
    for (const std::string_view text : kLetters) glyphs.push_back(parse(text));
    glyphs.push_back({kSpaceWidth, {}});
    glyphs.push_back(parse(kBox));
    return glyphs;
}

/// Bytes that a first byte announces behind it; -1 for none that begins a letter.
int bytes_behind(unsigned char first) {
    if (first < 0x80) return 0;
    if (first >= 0xc2 && first < 0xe0) return 1;
    if (first >= 0xe0 && first < 0xf0) return 2;
    return first >= 0xf0 && first < 0xf5 ? 3 : -1;
}

}  // namespace

const Glyph& glyph_of(char32_t letter) {
    static const std::vector<Glyph> glyphs = parse_all();
    if (letter == U' ') return glyphs[kLetters.size()];
    if (letter > U' ' && letter <= U'~') return glyphs[letter - U'!'];
    return glyphs.back();
}

std::u32string letters_of(std::string_view utf8) {
    std::u32string letters;
    while (!utf8.empty()) {
        const auto first = static_cast<unsigned char>(utf8.front());
        const int behind = bytes_behind(first);
        std::size_t used = 1;
        char32_t letter = behind == 0 ? first : first & (0x3fU >> std::max(behind, 0));
        for (; behind > 0 && used <= static_cast<std::size_t>(behind) && used < utf8.size();
             ++used) {
            const auto next = static_cast<unsigned char>(utf8[used]);
            if ((next & 0xc0) != 0x80) break;
            letter = (letter << 6) | (next & 0x3f);
        }
        const bool whole = behind >= 0 && used == static_cast<std::size_t>(behind) + 1;
        letters += whole ? letter : U'\xfffd';
        utf8.remove_prefix(used);
    }
    return letters;
}

}  // namespace galley::preview
