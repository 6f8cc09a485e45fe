#pragma once

#include "galley/base/result.h"

namespace galley::vda {

inline constexpr ErrorCode kBadMagic{"G1301", "not a .vda file"};
inline constexpr ErrorCode kChunkTruncated{"G1302", "chunk not whole"};
inline constexpr ErrorCode kBadChunkType{"G1303", "chunk type not four letters or digits"};
inline constexpr ErrorCode kBadCrc{"G1304", "chunk's checksum does not match"};
inline constexpr ErrorCode kChunkTooLarge{"G1305", "chunk over 4 GiB"};
inline constexpr ErrorCode kMetaNotCanonical{"G1306", "META not canonical"};
inline constexpr ErrorCode kMetaInvalid{"G1307", "META value not allowed"};
inline constexpr ErrorCode kMetaCount{"G1308", "not exactly one META chunk"};
inline constexpr ErrorCode kBodyCount{"G1309", "not exactly one body chunk of META's kind"};
inline constexpr ErrorCode kBodyVersion{"G1310", "body of another version"};
inline constexpr ErrorCode kBodyHead{"G1311", "body's head damaged"};
inline constexpr ErrorCode kBodyHash{"G1312", "body's hash does not match"};
inline constexpr ErrorCode kBodyLayout{"G1313", "body's sections do not fit its bytes"};
inline constexpr ErrorCode kBodyPadding{"G1314", "body's padding not zero"};
inline constexpr ErrorCode kBodyAlignment{"G1315", "body not aligned in memory"};
inline constexpr ErrorCode kFieldCut{"G1316", "field not inside its payload"};
inline constexpr ErrorCode kPayloadLeft{"G1317", "bytes left after the last field"};
inline constexpr ErrorCode kRuleBroken{"G1318", "value breaks a rule of its kind"};
inline constexpr ErrorCode kDumpShape{"G1319", "JSON is not the shape of a dump"};

}  // namespace galley::vda
