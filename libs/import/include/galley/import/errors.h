#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kImporterClaim{"G1901", "two importers claim one extension"};
inline constexpr ErrorCode kImportTooLarge{"G1902", "import larger than the limit"};
inline constexpr ErrorCode kFormatNotReadYet{"G1903", "format not read yet"};

inline constexpr ErrorCode kGltfSyntax{"G2001", "glTF JSON cannot be parsed"};
inline constexpr ErrorCode kGltfValue{"G2002", "glTF value of the wrong type or range"};
inline constexpr ErrorCode kGltfReference{"G2003", "glTF index names nothing"};
inline constexpr ErrorCode kGltfMissing{"G2004", "glTF property missing"};
inline constexpr ErrorCode kGltfVersion{"G2005", "glTF version not read"};
inline constexpr ErrorCode kGlbContainer{"G2006", "GLB container damaged"};
inline constexpr ErrorCode kGltfUri{"G2007", "glTF URI refused"};
inline constexpr ErrorCode kGltfBuffer{"G2008", "glTF buffer missing or too short"};
inline constexpr ErrorCode kGltfRange{"G2009", "glTF accessor or view outside its bytes"};
inline constexpr ErrorCode kGltfExtensionUnknown{"G2010", "required glTF extension unknown"};
inline constexpr ErrorCode kGltfExtensionUnread{"G2011", "required glTF extension not read yet"};
inline constexpr ErrorCode kGltfVertexIndex{"G2012", "glTF vertex index out of range"};
inline constexpr ErrorCode kGltfNotFinite{"G2013", "glTF vertex position not finite"};
inline constexpr ErrorCode kGltfNodeTree{"G2014", "glTF nodes form no tree"};
inline constexpr ErrorCode kGltfDataUri{"G2015", "glTF data URI broken"};
inline constexpr ErrorCode kGltfPrimitive{"G2016", "glTF primitive contradicts itself"};
inline constexpr ErrorCode kGltfSkin{"G2017", "glTF skin contradicts itself"};

}  // namespace galley
