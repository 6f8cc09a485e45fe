#include <gmock/gmock.h>

#include "cook_state.h"
#include "galley/core/memory_file_system.h"
#include "galley/core/sha256.h"
#include "inputs_log.h"
#include "state_log.h"

namespace galley::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> records_of(FileSystem& fs) {
    std::vector<std::string> records;
    StateLog log(fs, "log", 7, 1);
    log.read([&](std::uint32_t type, ByteSpan payload) {
        records.push_back(std::to_string(type) + ":" + std::string(as_text(payload)));
    });
    return records;
}

void append(FileSystem& fs, std::uint32_t type, std::string_view payload) {
    StateLog log(fs, "log", 7, 1);
    log.read([](std::uint32_t, ByteSpan) {});
    log.append(type, as_byte_span(payload));
    ASSERT_TRUE(log.flush());
}

class StateLogTest : public ::testing::Test {
protected:
    StateLogTest() {
        append(fs, 1, "one");
        append(fs, 2, "");
        append(fs, 3, "three");
        whole = fs.read("log").value();
    }
    MemoryFileSystem fs;
    Bytes whole;
};

TEST_F(StateLogTest, gives_back_what_was_appended) {
    EXPECT_THAT(records_of(fs), ElementsAre("1:one", "2:", "3:three"));
    // 16 bytes of header, three heads of 16 bytes, eight bytes of payload
    EXPECT_EQ(whole.size(), 16U + 3 * 16 + 8);
}

TEST_F(StateLogTest, a_log_cut_anywhere_gives_the_records_before_the_cut_and_can_go_on) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
        fs.put("log", ByteSpan(whole).first(size));
        const std::size_t expected = size < 16 ? 0 : size < 35 ? 0 : size < 51 ? 1 : 2;
        EXPECT_EQ(records_of(fs).size(), expected) << size;
        append(fs, 4, "four");
        const auto records = records_of(fs);
        ASSERT_EQ(records.size(), expected + 1) << size;
        EXPECT_EQ(records.back(), "4:four");
    }
}

TEST_F(StateLogTest, a_flipped_bit_ends_the_log_at_its_record) {
    for (std::size_t i = 0; i < whole.size(); ++i) {
        Bytes damaged = whole;
        damaged[i] ^= std::byte{4};
        fs.put("log", damaged);
        const auto records = records_of(fs);
        // The type of a record is not part of its hash: another type is another record.
        EXPECT_LE(records.size(), 3U);
        for (const std::string& record : records) {
            EXPECT_THAT(record.substr(record.find(':')), ::testing::AnyOf(":one", ":", ":three"));
        }
    }
}

TEST_F(StateLogTest, another_version_or_log_counts_as_empty) {
    for (const auto& [tag, version] : {std::pair(8U, 1U), std::pair(7U, 2U)}) {
        StateLog other(fs, "log", tag, version);
        other.read([](std::uint32_t, ByteSpan) { ADD_FAILURE(); });
        other.append(9, as_byte_span("new"));
        ASSERT_TRUE(other.flush());
        EXPECT_THAT(records_of(fs), IsEmpty());
        fs.put("log", whole);
    }
}

SourceRecord full_record() {
    SourceRecord record;
    record.source = "assets/a.glb";
    record.files = {{"assets/a.glb", {FileType::file, 10, 20, 30}, true, sha256({})},
                    {"assets/b.png", {FileType::file, 1, 2, 3}, false, {}}};
    record.absent = {"assets/c.png"};
    record.recipe = FileStat{FileType::file, 4, 5, 6};
    record.id.bytes[0] = 9;
    record.importer_version = 3;
    record.max_decoded = 1 << 20;
    record.parts.resize(2);
    record.parts[0].name = "Lid";
    record.parts[1].kind = Kind::material;
    record.parts[1].textures = {{true, "assets/b.png", MaterialMap::normal, TextureUsage::normal,
                                 WrapMode::clamp, WrapMode::mirror, 0.5f, true, "assets/n.png"}};
    record.assets.resize(1);
    record.assets[0].part = "mesh/Lid";
    record.assets[0].error =
        Error{ErrorCode{"G1234", "title"}, "message", Place{.file = "f"}, "hint",
              std::make_shared<const Error>(Error{{"G1", "t"}, "cause"})};
    record.ledger.add(Verdict::dropped, "skin", "/skins/0", "not read", 2);
    return record;
}

TEST(SourceRecords, are_the_same_after_writing_and_reading) {
    const SourceRecord record = full_record();
    const Bytes bytes = encode_source_record(record);
    const auto again = decode_source_record(bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(encode_source_record(*again), bytes);
    EXPECT_EQ(again->files, record.files);
    EXPECT_EQ(again->absent, record.absent);
    EXPECT_EQ(again->parts, record.parts);
    EXPECT_EQ(again->assets, record.assets);
    EXPECT_EQ(again->assets[0].error->to_string(), record.assets[0].error->to_string());
    EXPECT_EQ(again->ledger.entries(), record.ledger.entries());
    const auto head = decode_source_head(bytes);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->source, "assets/a.glb");
    EXPECT_EQ(head->stat, record.files[0].stat);
    EXPECT_FALSE(head->settled);
    EXPECT_TRUE(head->failed && head->textures && head->more_inputs);
}

TEST(SourceRecords, that_are_cut_are_none) {
    const Bytes bytes = encode_source_record(full_record());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_source_record(ByteSpan(bytes).first(size))) << size;
    }
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_source_record(longer));
}

TEST(SourceRecords, with_any_byte_changed_are_none_or_another_record) {
    const Bytes bytes = encode_source_record(full_record());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const std::uint8_t value : {std::uint8_t{0}, std::uint8_t{0x7f}, std::uint8_t{0xff}}) {
            Bytes damaged = bytes;
            damaged[i] = std::byte{value};
            if (const auto record = decode_source_record(damaged)) {
                for (const CookedAsset& asset : record->assets) {
                    EXPECT_LT(asset.imported, record->parts.size());
                }
            }
        }
    }
}

TEST(InputsLogs, keep_the_last_entry_of_each_asset) {
    MemoryFileSystem fs;
    ASSERT_TRUE(fs.make_directories("state"));
    Uuid id;
    id.bytes[3] = 1;
    for (const char* value : {"a", "b"}) {
        InputsLog log(fs, "state");
        log.put(id, {{{"setting", value}}, {{"setting", "x", value}}});
        ASSERT_TRUE(log.flush());
    }
    InputsLog log(fs, "state");
    const auto entry = log.find(id);
    ASSERT_TRUE(entry);
    EXPECT_THAT(entry->inputs, ElementsAre(std::pair<std::string, std::string>("setting", "b")));
    EXPECT_FALSE(log.find(Uuid{}));
}

}  // namespace
}  // namespace galley::test
