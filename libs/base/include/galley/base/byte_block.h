#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "galley/base/bytes.h"

namespace galley {

/// Bytes that keep their number: a vector's, or memory that is not set when it is made, for large
/// results of which each byte is written once. Clearing those first would cost up to a tenth of
/// making them.
class ByteBlock {
public:
    ByteBlock() = default;
    /// Whoever makes it writes every byte.
    [[nodiscard]] static ByteBlock unset(std::size_t size) {
        ByteBlock block;
        block.unset_ = std::make_unique_for_overwrite<std::byte[]>(size);
        block.unset_size_ = size;
        return block;
    }
    explicit ByteBlock(Bytes bytes) : bytes_(std::move(bytes)) {}
    ByteBlock(ByteBlock&& other) noexcept
        : unset_(std::move(other.unset_)), unset_size_(std::exchange(other.unset_size_, 0)),
          bytes_(std::move(other.bytes_)) {}
    ByteBlock& operator=(ByteBlock&& other) noexcept {
        unset_ = std::move(other.unset_);
        unset_size_ = std::exchange(other.unset_size_, 0);
        bytes_ = std::move(other.bytes_);
        return *this;
    }
    ~ByteBlock() = default;

    [[nodiscard]] std::byte* data() { return unset_ ? unset_.get() : bytes_.data(); }
    [[nodiscard]] const std::byte* data() const { return unset_ ? unset_.get() : bytes_.data(); }
    [[nodiscard]] std::size_t size() const { return unset_ ? unset_size_ : bytes_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::byte* begin() { return data(); }
    [[nodiscard]] std::byte* end() { return data() + size(); }
    [[nodiscard]] const std::byte* begin() const { return data(); }
    [[nodiscard]] const std::byte* end() const { return data() + size(); }

    friend bool operator==(const ByteBlock& left, ByteSpan right) {
        return std::ranges::equal(left, right);
    }

private:
    std::unique_ptr<std::byte[]> unset_;
    std::size_t unset_size_ = 0;
    Bytes bytes_;
};

}  // namespace galley
