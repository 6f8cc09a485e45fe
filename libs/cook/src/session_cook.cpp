#include <algorithm>

#include <fmt/format.h>

#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/core/hashed_file.h"
#include "galley/core/sha256.h"
#include "galley/project/asset_name.h"
#include "galley/vda/asset_file.h"
#include "job_stream.h"
#include "model_parts.h"
#include "session.h"

namespace galley {

namespace {

/// A body that takes some milliseconds to hash.
constexpr std::size_t kLargeBody = std::size_t{1} << 20;

const CookedAsset* find_before(const SourceWork& work, const AssetWork& asset) {
    if (!work.before) {
        return nullptr;
    }
    const auto& assets = work.before->assets;
    const auto found = std::find_if(assets.begin(), assets.end(), [&](const CookedAsset& other) {
        return other.id == asset.asset.id;
    });
    return found == assets.end() ? nullptr : &*found;
}

/// Whether it failed for what its names meant, which nothing of its key tells.
bool was_refused(const CookedAsset& before) {
    return before.error && before.error->code == kNameAmbiguous;
}

const ModelPrimitive* find_primitive(const Model& model, std::uint32_t index) {
    for (const ModelMesh& mesh : model.meshes) {
        if (index < mesh.primitives.size()) {
            return &mesh.primitives[index];
        }
        index -= static_cast<std::uint32_t>(mesh.primitives.size());
    }
    return nullptr;
}

/// Whether a file of one of Veduta's kinds was made from this source: its META holds no key.
bool is_of(ByteSpan file, const vda::Meta& meta) {
    const auto asset = vda::read_asset_file(file, false);
    return asset && asset->meta.compiler == meta.compiler && asset->meta.kind == meta.kind &&
           asset->meta.name == meta.name && asset->meta.source == meta.source;
}

/// A key knows other pictures by their contents alone; a person knows them by name.
void name_pictures(const AssetWork& asset, std::vector<Change>& changes) {
    const auto name = [&](const std::string& label, const AssetWork::OtherPicture& picture) {
        const auto change = std::ranges::find(changes, label, &Change::input);
        if (change != changes.end()) change->input = "picture " + picture.name();
    };
    if (asset.normals) name("setting normals", *asset.normals);
    for (std::size_t i = 0; i < asset.pictures.size(); ++i) {
        name(fmt::format("setting picture {}", i + 1), asset.pictures[i]);
    }
}

/// A picture of which only a part could be read makes a whole asset, which looks right in the
/// lists.
void warn_of_damage(const Ledger& ledger, AssetWork& asset) {
    if (ledger.partial()) {
        asset.diagnostics.push_back({Severity::warning, damage_of(ledger)});
    }
}

std::unexpected<Error> changed_during_cook(const std::string& source) {
    return fail(kSourceChanged, "the file changed during the cook", Place{.file = source},
                "cook again");
}

std::string extension_of(std::string_view path) {
    const auto parsed = VirtualPath::parse(path);
    return parsed ? parsed->extension() : std::string();
}

}  // namespace

void CookSession::progress(std::string_view current) {
    const std::lock_guard lock(mutex_);
    observer_.progress(done_, total_, current);
}

void CookSession::plan_and_cook(SourceWork& work, const ImageUses& uses) {
    if (auto planned = plan_assets(plan_context_, uses, work); !planned) {
        work.failed = true;
        work.passing_error = std::move(planned).error();
        report_import(work);
        let_go(work);
        return;
    }
    // One more than there are, so that the parts stay until every asset was looked at.
    work.pending = work.assets.size() + 1;
    {
        const std::lock_guard lock(mutex_);
        total_ += work.assets.size();
    }
    for (AssetWork& asset : work.assets) {
        decide_asset(work, asset);
    }
    part_done(work);
}

/// Fills `why` with what is different from the last cook of this asset.
void CookSession::explain(SourceWork& work, AssetWork& asset) {
    const CookedAsset* before = find_before(work, asset);
    const std::lock_guard lock(mutex_);
    const auto entry = inputs_.find(asset.asset.id);
    if (before == nullptr) {
        asset.why.push_back({"asset", "", "first cook"});
    } else if (options_.force && before->key == asset.asset.key) {
        asset.why.push_back({"option --force", "", "given"});
    } else if (before->key == asset.asset.key && !was_refused(*before)) {
        const bool there = store_.contains(asset.asset.key);
        asset.why.push_back(there ? Change{"what its cook lost", "", "not known, and --strict"}
                                  : Change{"store file", asset.asset.key.to_hex(), "missing"});
    }
    std::vector<Change> inputs = entry && before != nullptr
                                     ? compare_inputs(entry->inputs, asset.inputs)
                                     : std::vector<Change>();
    name_pictures(asset, inputs);
    const bool content = std::any_of(inputs.begin(), inputs.end(), [](const Change& change) {
        return change.input == "content";
    });
    if (content || before == nullptr || was_refused(*before)) {
        asset.why.insert(asset.why.end(), work.changes.begin(), work.changes.end());
    }
    asset.why.insert(asset.why.end(), inputs.begin(), inputs.end());
}

Losses CookSession::known_losses(const Digest& key, const CookedAsset* before) {
    const std::lock_guard lock(mutex_);
    if (ledgers_.has(key)) {
        return Losses::logged;
    }
    return before != nullptr && before->losses == Losses::none ? Losses::none : Losses::unknown;
}

/// Ledgers first: a body whose ledger is lost could be taken for one that lost nothing.
Result<void> CookSession::commit_store() {
    {
        const std::lock_guard lock(mutex_);
        TRY(ledgers_.flush());
    }
    return store_.commit();
}

void CookSession::decide_asset(SourceWork& work, AssetWork& asset) {
    const CookedAsset* before = find_before(work, asset);
    if (asset.refused) {
        asset.why = work.changes;
        asset_done(work, asset, asset.refused);
        return;
    }
    const bool same = before != nullptr && before->key == asset.asset.key && !options_.force;
    if (same && before->error && !was_refused(*before) &&
        work.before->max_decoded == options_.max_decoded) {
        asset.asset.error = before->error;
        asset.outcome = Outcome::failed;
        part_done(work);
        return;
    }
    asset.asset.losses = known_losses(asset.asset.key, same ? before : nullptr);
    const bool enough = asset.asset.losses != Losses::unknown || !options_.strict;
    if (same && before->size > 0 && enough && store_.contains(asset.asset.key)) {
        asset.asset.output = before->output;
        asset.asset.size = before->size;
        asset.outcome = Outcome::fresh;
        part_done(work);
        return;
    }
    explain(work, asset);
    if (!options_.force && enough && store_.contains(asset.asset.key) && take_from_store(asset)) {
        asset.outcome = Outcome::restored;
        asset_done(work, asset, std::nullopt);
        return;
    }
    bool done = false;
    {
        const std::lock_guard lock(mutex_);
        const auto cooked = cooked_.find(asset.asset.key);
        done = cooked != cooked_.end();
        if (done) {
            asset.asset.output = cooked->second.output;
            asset.asset.size = cooked->second.size;
            asset.asset.losses = cooked->second.losses;
            asset.outcome = Outcome::restored;
        } else {
            const auto [waiting, first] = in_flight_.try_emplace(asset.asset.key);
            if (!first) {
                waiting->second.emplace_back(&work, &asset);
                return;
            }
        }
    }
    if (done) {
        asset_done(work, asset, std::nullopt);
        return;
    }
    submit_cook(work, asset);
}

/// The body is there already: from another branch, an equal asset, or a cook that was killed.
bool CookSession::take_from_store(AssetWork& asset) {
    const auto bytes = fs_.read(store_.path(asset.asset.key));
    if (bytes) {
        const auto file = open_cooked_file(*bytes);
        if (file && (asset.meta ? is_of(*bytes, *asset.meta) : file->key == asset.asset.key)) {
            asset.asset.output = output_hash(file->kind, file->body);
            asset.asset.size = bytes->size();
            return true;
        }
    }
    if (!options_.dry_run) {
        (void)store_.discard(asset.asset.key);
    }
    return false;
}

void CookSession::submit_cook(SourceWork& work, AssetWork& asset) {
    asset.outcome = Outcome::cooked;
    if (options_.dry_run) {
        asset_done(work, asset, std::nullopt);
        return;
    }
    const ImportedPart& part = work.record.parts[asset.asset.imported];
    const std::shared_ptr<Imported> kept = kept_picture(work);
    const std::uint64_t load = kept || part.name.empty() ? 0 : import_memory(work);
    // A normal map is let go before its roughness map comes; what is kept of it is below a quarter.
    const std::uint64_t normals = asset.normals ? asset.normals->weight : 0;
    std::uint64_t memory = std::max(part.weight, normals) + load + normals / 4;
    if (part.name.empty() && kept) {
        memory -= held_bytes(*kept);  // the ticket of the import has it
    }
    for (const AssetWork::OtherPicture& picture : asset.pictures) {
        memory += picture.weight;
    }
    scheduler_->submit(Scheduler::Stage::cook, part.weight, memory,
                       [this, &work, &asset](const MemoryTicket&) { cook_job(work, asset); });
}

Result<Bytes> CookSession::read_unchanged(const std::string& source, const Digest& content) {
    TRY_ASSIGN(HashedFile read,
               read_hashed(fs_, join_path(project_.root, source), kReadLimit, &*pool_));
    if (read.digest != content) return changed_during_cook(source);
    return std::move(read.bytes);
}

/// The encoded bytes of a picture that was found; those of another source's are kept in `kept`.
Result<TextureInput::Picture> CookSession::read_picture(const SourceWork& work,
                                                        const AssetWork::OtherPicture& picture,
                                                        std::deque<Bytes>& kept) {
    if (!picture.source.empty()) {
        TRY_ASSIGN(Bytes bytes, read_unchanged(picture.source, picture.content));
        const Bytes& stays = kept.emplace_back(std::move(bytes));
        return TextureInput::Picture{picture.name(), stays, extension_of(picture.source)};
    }
    const auto& parts = work.record.parts;
    const auto part = std::ranges::find_if(parts, [&](const ImportedPart& one) {
        return one.kind == Kind::texture && one.name == picture.part;
    });
    const Model& model = std::get<Model>(work.imported->content);
    return TextureInput::Picture{picture.name(), model.images[part->index].encoded, {}};
}

Result<BytePieces> CookSession::cook_picture(const SourceWork& work, AssetWork& asset,
                                             ByteSpan encoded, std::string extension,
                                             const CookContext& context,
                                             std::function<void()> on_decoded) {
    TextureInput input{encoded, std::move(extension), asset.texture, asset.wrap_u, asset.wrap_v};
    input.on_decoded = std::move(on_decoded);
    std::deque<Bytes> kept;
    if (asset.normals) {
        TRY_ASSIGN(const auto normals, read_picture(work, *asset.normals, kept));
        input.normals = normals.encoded;
        input.normals_extension = normals.extension;
    }
    for (const AssetWork::OtherPicture& picture : asset.pictures) {
        if (picture.found) {
            TRY_ASSIGN(auto read, read_picture(work, picture, kept));
            input.pictures.push_back(std::move(read));
        }
    }
    return cooker_of(cookers_, Kind::texture).cook(input, context);
}

/// Of what was read for the import, where it was kept. Else whether the file is still the one whose
/// hash is in the key is looked at while it is cooked.
Result<BytePieces> CookSession::cook_picture_source(SourceWork& work, AssetWork& asset,
                                                    const Digest& content,
                                                    const CookContext& context) {
    const std::string extension = extension_of(work.source);
    // A picture in several usages is cooked by as many jobs at once, and the first lets it go.
    if (std::shared_ptr<Imported> kept = kept_picture(work)) {
        const ByteSpan encoded = std::get<ImportedImage>(kept->content).encoded;
        return cook_picture(work, asset, encoded, extension, context, [&] {
            kept.reset();
            let_go(work);
        });
    }
    TRY_ASSIGN(Bytes bytes, fs_.read(join_path(project_.root, work.source)));
    bool same = false;
    JobStream beside(*pool_);
    beside.add([&] { same = sha256(bytes) == content; });
    auto cooked = cook_picture(work, asset, bytes, extension, context, [&] {
        beside.finish();
        bytes = Bytes();
    });
    beside.finish();
    if (same) return cooked;
    asset.ledger = {};
    asset.diagnostics.clear();
    return changed_during_cook(work.source);
}

Result<BytePieces> CookSession::cook_body(SourceWork& work, AssetWork& asset) {
    const ImportedPart& part = work.record.parts[asset.asset.imported];
    const CookContext context{&*pool_, import_context_.limits.decode, &asset.ledger,
                              &asset.diagnostics};
    const Cooker& cooker = cooker_of(cookers_, part.kind);
    if (part.name.empty()) {
        if (!asset.meta) return cook_picture_source(work, asset, part.content, context);
        TRY_ASSIGN(const Bytes bytes, read_unchanged(work.source, part.content));
        asset.meta->source_hash =
            seed_source_hash(asset.meta->compiler, asset.meta->source, bytes).to_hex();
        TRY_ASSIGN(VirtualPath path, VirtualPath::parse(work.source));
        return cooker.cook(MapInput{bytes, std::move(path)}, context);
    }
    {
        const std::lock_guard loading(work.parts_mutex);
        TRY(load_parts(import_context_, work));
    }
    const Model& model = std::get<Model>(work.imported->content);
    switch (part.kind) {
    case Kind::texture:
        return cook_picture(work, asset, model.images[part.index].encoded, "", context, {});
    case Kind::material:
        return cooker.cook(MaterialInput{&model.materials[part.index].material}, context);
    case Kind::mesh:
    case Kind::world:
    case Kind::tilemap: break;  // the last two have no name, and were cooked above
    }
    return cooker.cook(MeshInput{&find_primitive(model, part.index)->mesh, asset.mesh}, context);
}

/// A large body is hashed while it is written.
Result<void> CookSession::cook_and_stage(SourceWork& work, AssetWork& asset) {
    TRY_ASSIGN(const BytePieces body, cook_body(work, asset));
    std::vector<ByteSpan> pieces = spans_of(body);
    TRY_ASSIGN(const vda::AssetFileFrame frame,
               asset.meta ? vda::frame_asset_file(*asset.meta, pieces)
                          : frame_cooked_file(asset.asset.kind, asset.asset.key, pieces));
    JobStream beside(*pool_);
    const auto hash = [&asset, pieces] {
        asset.asset.output = output_hash(asset.asset.kind, pieces);
    };
    if (size_of(pieces) < kLargeBody) {
        hash();
    } else {
        beside.add(hash);
    }
    pieces.insert(pieces.begin(), frame.before);
    pieces.push_back(frame.behind);
    asset.asset.size = size_of(pieces);
    {
        const std::lock_guard lock(mutex_);
        ledgers_.put(asset.asset.key, asset.ledger);
        asset.asset.losses = ledgers_.has(asset.asset.key) ? Losses::logged : Losses::none;
    }
    auto staged = store_.stage(asset.asset.key, pieces);
    beside.finish();
    if (staged && store_.wants_commit()) {
        staged = commit_store();
    }
    if (!staged) {
        stop(staged.error());
    }
    return staged;
}

void CookSession::cook_job(SourceWork& work, AssetWork& asset) {
    if (stopped()) {
        part_done(work);
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    auto cooked = cook_and_stage(work, asset);
    asset.microseconds =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                       std::chrono::steady_clock::now() - start)
                                       .count());
    asset_done(work, asset, cooked ? std::nullopt : std::optional(std::move(cooked).error()));
}

/// Records how one asset ended, and ends those that waited for the same key.
void CookSession::asset_done(SourceWork& work, AssetWork& asset, std::optional<Error> error) {
    asset.tried = true;
    std::vector<std::pair<SourceWork*, AssetWork*>> same_key;
    const std::optional<Error> without_place = error;
    {
        const std::lock_guard lock(mutex_);
        if (const auto waiting = in_flight_.find(asset.asset.key); waiting != in_flight_.end()) {
            same_key = std::move(waiting->second);
            in_flight_.erase(waiting);
        }
        if (!error && asset.outcome == Outcome::cooked && !options_.dry_run) {
            cooked_[asset.asset.key] = {asset.asset.output, asset.asset.size, asset.asset.losses};
        }
        if (!error) {
            const bool restored = asset.outcome == Outcome::restored;
            warn_of_damage(restored ? ledgers_.find(asset.asset.key) : asset.ledger, asset);
        }
    }
    if (error) {
        asset.outcome = Outcome::failed;
        asset.asset.size = 0;
        if (error->place.file.empty()) {
            error->place.file = AssetName{work.source, asset.asset.part}.text();
        }
        (is_determined_by_inputs(*error) ? asset.asset.error : asset.passing_error) = error;
    }
    for (Diagnostic& diagnostic : asset.diagnostics) {
        if (diagnostic.error.place.file.empty()) {
            diagnostic.error.place.file = AssetName{work.source, asset.asset.part}.text();
        }
    }
    {
        const std::lock_guard lock(mutex_);
        const AssetOutcome outcome{AssetName{work.source, asset.asset.part}.text(),
                                   asset.asset.kind,
                                   asset.outcome,
                                   asset.why,
                                   error,
                                   asset.microseconds,
                                   asset.diagnostics,
                                   asset.ledger};
        observer_.asset(outcome);
        if (!options_.dry_run && asset.outcome != Outcome::failed) {
            inputs_.put(asset.asset.id, {asset.inputs, asset.why});
        }
    }
    for (const auto& [other_work, other] : same_key) {
        other->asset.output = asset.asset.output;
        other->asset.size = asset.asset.size;
        other->asset.losses = asset.asset.losses;
        other->outcome = asset.outcome == Outcome::cooked ? Outcome::restored : asset.outcome;
        asset_done(*other_work, *other, without_place);
    }
    part_done(work);
}

void CookSession::part_done(SourceWork& work) {
    if (--work.pending == 0) {
        let_go(work);
        return;
    }
    const std::lock_guard lock(mutex_);
    ++done_;
    observer_.progress(done_, total_, work.source);
}

}  // namespace galley
