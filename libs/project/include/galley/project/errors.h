#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kProjectFile{"G1501", "project file not usable"};
inline constexpr ErrorCode kProjectField{"G1502", "project field ignored"};
inline constexpr ErrorCode kProjectExists{"G1503", "directory already in use"};
inline constexpr ErrorCode kNoCacheDirectory{"G1504", "no cache directory"};
inline constexpr ErrorCode kSettingUnknown{"G1505", "unknown setting"};
inline constexpr ErrorCode kSettingValue{"G1506", "setting with a wrong value"};
inline constexpr ErrorCode kRecipeInvalid{"G1507", "recipe not usable"};
inline constexpr ErrorCode kRecipeOtherVersion{"G1508", "recipe of another version"};

}  // namespace galley
