#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kRecipeMissing{"G3001", "recipe missing in a frozen cook"};
inline constexpr ErrorCode kStoreDamaged{"G3002", "store file damaged"};
inline constexpr ErrorCode kStrict{"G3003", "import lost something in a strict cook"};
inline constexpr ErrorCode kUsageConflict{"G3004", "texture used in different ways"};
inline constexpr ErrorCode kDuplicateId{"G3005", "two sources have one id"};
inline constexpr ErrorCode kSourceChanged{"G3006", "source changed while it was cooked"};
inline constexpr ErrorCode kNoSuchAsset{"G3007", "no asset of this name"};
inline constexpr ErrorCode kAmbiguousAsset{"G3008", "several assets have this name"};
inline constexpr ErrorCode kTextureOutside{"G3009", "texture outside the sources"};
inline constexpr ErrorCode kNameUnknown{"G3011", "name that means nothing in the project"};
inline constexpr ErrorCode kNameAmbiguous{"G3012", "name that means several assets"};
inline constexpr ErrorCode kCompressionUnfit{"G3020", "compression that does not fit the texture"};
inline constexpr ErrorCode kLooksLikeNormals{"G3021",
                                             "normal map that is cooked as something else"};
inline constexpr ErrorCode kNoNormals{"G3022", "not the normals that it is cooked as"};
inline constexpr ErrorCode kGreenDown{"G3023", "normals whose green points down"};
inline constexpr ErrorCode kAlphaFull{"G3024", "alpha that is never used"};
inline constexpr ErrorCode kChannelSizes{"G3025", "channels of pictures of several sizes"};
inline constexpr ErrorCode kAlphaOneBit{"G3026", "alpha of more values than its format holds"};
inline constexpr ErrorCode kUnverifiable{"G3010", "not a file that can be verified"};

}  // namespace galley
