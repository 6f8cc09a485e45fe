#include "png_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include "codec.h"
#include "galley/base/try.h"
#include "png_unfilter.h"

namespace galley::image {
namespace {

/// What is inflated at a time; it stays in a core's cache until its rows are unfiltered.
constexpr std::size_t kStaging = 128 * 1024;

/// The zlib stream (RFC 1950) in the IDAT chunks, whose checksums go along: what was just inflated
/// is still in a cache.
class DataStream {
public:
    explicit DataStream(const PngChunks& chunks)
        : parts_(chunks.data), state_(std::make_unique<inflate_state>()) {
        isal_inflate_init(state_.get());
        state_->crc_flag = ISAL_ZLIB;
    }

    /// Fills all of `out`.
    Result<void> read(std::uint8_t* out, std::size_t size) {
        state_->next_out = out;
        while (size > 0) {
            // The library counts in 32 bits.
            const auto part = static_cast<std::uint32_t>(std::min<std::size_t>(size, 1U << 30));
            TRY_ASSIGN(const std::uint32_t got, inflate(part));
            if (got == 0) return broken("the picture's data ends before its rows");
            size -= got;
        }
        return {};
    }

    /// After the last row: the checksums. Data beyond the picture is let be.
    Result<void> finish() {
        std::array<std::uint8_t, 256> rest;
        state_->next_out = rest.data();
        TRY_ASSIGN(const std::uint32_t got, inflate(rest.size()));
        if (got == 0 && state_->block_state != ISAL_BLOCK_FINISH)
            return broken("the picture's data ends before its checksum");
        return check_rest();
    }

    /// What is wrong with the data, or that a chunk of it is not what was written, which explains
    /// it.
    std::unexpected<Error> broken(std::string message) {
        if (auto whole = check_rest(); !whole) return std::unexpected(std::move(whole).error());
        return damaged(std::move(message));
    }

private:
    /// At most `size` bytes to `next_out`; 0 at the end of the stream or the file.
    Result<std::uint32_t> inflate(std::uint32_t size) {
        if (state_->block_state == ISAL_BLOCK_FINISH) return 0;
        state_->avail_out = size;
        for (;;) {
            if (unread_.empty() && !parts_.empty()) TRY(feed());
            const std::size_t in = unread_.size();
            const int status = isal_inflate(state_.get());
            if (status == ISAL_INCORRECT_CHECKSUM)
                return broken("the checksum of the picture's data is wrong");
            if (status < 0 || status == ISAL_NEED_DICT)
                return broken("the picture's data can't be inflated");
            // At the end of the stream it gives back what it took too much.
            add_to_crc(in - std::min<std::size_t>(in, state_->avail_in));
            const std::uint32_t got = size - state_->avail_out;
            const bool stuck = unread_.size() == in && parts_.empty();
            if (got > 0 || stuck || state_->block_state == ISAL_BLOCK_FINISH) return got;
        }
    }

    Result<void> feed() {
        TRY(end_part());
        part_ = &parts_.front();
        parts_ = parts_.subspan(1);
        unread_ = part_->bytes;
        // The library only reads; its interface is C's of old.
        state_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(unread_.data()));
        state_->avail_in = static_cast<std::uint32_t>(unread_.size());
        crc_ = libdeflate_crc32(0, "IDAT", 4);
        return {};
    }

    void add_to_crc(std::size_t size) {
        // libdeflate takes a null pointer as a request for the initial value.
        if (size > 0) crc_ = libdeflate_crc32(crc_, unread_.data(), size);
        unread_ = unread_.subspan(size);
    }

    /// The chunk that is being read, to its end.
    Result<void> end_part() {
        if (part_ == nullptr) return {};
        add_to_crc(unread_.size());
        const PngData& part = *std::exchange(part_, nullptr);
        if (crc_ != part.crc) return damaged("the checksum of chunk IDAT is wrong", part.offset);
        return {};
    }

    Result<void> check_rest() {
        TRY(end_part());
        while (!parts_.empty()) {
            TRY(feed());
            TRY(end_part());
        }
        return {};
    }

    std::span<const PngData> parts_;
    const PngData* part_ = nullptr;  ///< that is being read
    ByteSpan unread_;                ///< of it; after an error the library's own count is wrong
    std::uint32_t crc_ = 0;          ///< of what was read of it
    std::unique_ptr<inflate_state> state_;
};

/// Rows of one width, one after the other.
class RowReader {
public:
    RowReader(DataStream& stream, const PngHeader& header, std::uint32_t width,
              std::uint32_t height)
        : stream_(stream), bits_(std::size_t{header.samples()} * header.bit_depth),
          row_bytes_((width * bits_ + 7) / 8), height_(height),
          staged_(std::max<std::size_t>(1, kStaging / (row_bytes_ + 1)) * (row_bytes_ + 1)) {}

    [[nodiscard]] std::size_t row_bytes() const { return row_bytes_; }

    /// `above` is the row before, as it came from here; zeros before the first.
    Result<void> next(const std::uint8_t* above, std::uint8_t* out) {
        if (at_ == filled_) {
            filled_ = std::min(staged_.size(), (height_ - row_) * (row_bytes_ + 1));
            TRY(stream_.read(staged_.data(), filled_));
            at_ = 0;
        }
        const std::uint8_t* row = staged_.data() + at_;
        at_ += row_bytes_ + 1;
        if (!unfilter_row(row[0], row + 1, above, out, row_bytes_,
                          std::max<std::size_t>(1, bits_ / 8)))
            return stream_.broken(fmt::format("row {} has the unknown filter {}", row_, row[0]));
        ++row_;
        return {};
    }

private:
    DataStream& stream_;
    std::size_t bits_;
    std::size_t row_bytes_;
    std::size_t height_;
    std::size_t row_ = 0;
    std::vector<std::uint8_t> staged_;
    std::size_t at_ = 0;
    std::size_t filled_ = 0;
};

void swap_samples(std::uint8_t* row, std::size_t size) {
    if constexpr (std::endian::native == std::endian::little) {
        for (std::size_t i = 0; i + 1 < size; i += 2) std::swap(row[i], row[i + 1]);
    }
}

Result<void> read_plain(const PngChunks& chunks, DataStream& stream, Bytes& rows,
                        const std::function<void(std::uint32_t)>& on_rows) {
    const PngHeader& header = chunks.header;
    RowReader reader(stream, header, header.width, header.height);
    const std::size_t row_bytes = reader.row_bytes();
    const std::vector<std::uint8_t> zeros(row_bytes);
    // It grows row by row, so that its memory is touched first, which costs as much as decoding
    // into it, while rows that came are encoded.
    rows.reserve(row_bytes * header.height);
    auto* out = reinterpret_cast<std::uint8_t*>(rows.data());
    const std::uint8_t* above = zeros.data();
    const bool wide = header.bit_depth == 16;
    for (std::uint32_t y = 0; y < header.height; ++y) {
        rows.resize((y + 1) * row_bytes);
        std::uint8_t* row = out + y * row_bytes;
        TRY(reader.next(above, row));
        // A row is done when the next, which is told from it, has it no longer to read.
        if (wide && y > 0) swap_samples(row - row_bytes, row_bytes);
        if (on_rows && (!wide || y > 0)) on_rows(wide ? y : y + 1);
        above = row;
    }
    if (wide) {
        swap_samples(out + (header.height - 1) * row_bytes, row_bytes);
        if (on_rows) on_rows(header.height);
    }
    return {};
}

/// Puts the pixels of a pass's row into their places.
void spread(const std::uint8_t* from, std::uint32_t count, const PngPass& pass, std::size_t bits,
            std::uint8_t* to) {
    if (bits >= 8) {
        const std::size_t bytes = bits / 8;
        for (std::uint32_t i = 0; i < count; ++i) {
            std::memcpy(to + (pass.x + std::size_t{i} * pass.step_x) * bytes, from + i * bytes,
                        bytes);
        }
        return;
    }
    const unsigned mask = (1U << bits) - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t in = i * bits;
        const std::size_t at = (pass.x + std::size_t{i} * pass.step_x) * bits;
        const unsigned pixel = from[in / 8] >> (8 - bits - in % 8) & mask;
        to[at / 8] = static_cast<std::uint8_t>(to[at / 8] | pixel << (8 - bits - at % 8));
    }
}

Result<void> read_passes(const PngChunks& chunks, DataStream& stream, Bytes& rows) {
    const PngHeader& header = chunks.header;
    const std::size_t bits = std::size_t{header.samples()} * header.bit_depth;
    const std::size_t row_bytes = (header.width * bits + 7) / 8;
    rows.resize(row_bytes * header.height);  // zeros: small pixels are put in by bits
    auto* out = reinterpret_cast<std::uint8_t*>(rows.data());
    for (const PngPass& pass : kPngPasses) {
        const std::uint32_t width = pass.columns(header.width);
        const std::uint32_t height = pass.rows(header.height);
        if (width == 0 || height == 0) continue;
        RowReader reader(stream, header, width, height);
        std::vector<std::uint8_t> above(reader.row_bytes());
        std::vector<std::uint8_t> row(reader.row_bytes());
        for (std::uint32_t y = 0; y < height; ++y) {
            TRY(reader.next(above.data(), row.data()));
            spread(row.data(), width, pass, bits,
                   out + (pass.y + std::size_t{y} * pass.step_y) * row_bytes);
            above.swap(row);
        }
    }
    if (header.bit_depth == 16) swap_samples(out, rows.size());
    return {};
}

}  // namespace

Result<void> read_png_rows(const PngChunks& chunks, Bytes& rows,
                           const std::function<void(std::uint32_t)>& on_rows) {
    DataStream stream(chunks);
    TRY(chunks.header.interlaced ? read_passes(chunks, stream, rows)
                                 : read_plain(chunks, stream, rows, on_rows));
    return stream.finish();
}

}  // namespace galley::image
