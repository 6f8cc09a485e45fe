#include "fixed_light.h"

#include <cmath>
#include <cstdint>

#include "galley/core/det_math.h"

namespace galley::texel {

const FixedLight& fixed_light() {
    static const FixedLight kLight = [] {
        FixedLight light;
        for (std::size_t code = 0; code < 256; ++code) {
            const double linear = det::srgb_to_linear(static_cast<double>(code) / 255.0);
            std::int32_t rest = static_cast<std::int32_t>(std::rint(linear * FixedLight::kOne));
            light.units[code] = rest;
            for (auto& digits : light.digits) {
                digits[code] = static_cast<std::int8_t>(rest & 255);
                rest = (rest - digits[code]) / 256;
            }
        }
        return light;
    }();
    return kLight;
}

}  // namespace galley::texel
