#include "query/update/state_follower.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "query/update/bytes_of_lists.hpp"
#include "query/update/data_batch.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kTermBytes = 4 << 20;  // that an image sends in one gather, which brings them to every image

// | cleared graphs | deletes | inserts | changes of marks |; nothing: too many
std::string serialise(const QuadChanges& changes) {
  const std::size_t quads = (changes.deletes.size() + changes.inserts.size() + changes.terms.size()) * sizeof(Quad);
  if (quads + changes.marked.size() * sizeof(MarkedQuad) > StateFollower::kMostBytes) return {};
  std::string out;
  append_list(out, changes.clears_graphs);
  append_list(out, changes.deletes);
  append_list(out, changes.inserts);
  append_list(out, changes.marked);
  append_list(out, changes.terms);
  return out;
}

// | number of the first : 8 | terms that did not fit : 8 | terms |; nothing: no new terms
std::string serialise(const DeltaVocabulary::Exported& exported) {
  if (exported.terms.empty()) return {};
  std::string out(2 * sizeof(std::uint64_t), '\0');
  store(out.data(), exported.first);
  store(out.data() + sizeof exported.first, exported.more);
  return out + exported.terms;
}

}  // namespace

StateFollower::StateFollower(DeltaVocabulary& own, DeltaVocabulary* copy, std::unique_ptr<pgas::Team> alone,
                             std::size_t most_bytes)
    : own_(own), copy_(copy), alone_(std::move(alone)), most_bytes_(most_bytes) {}

// The state that `next` makes; nullopt if the whole view has ended, also by this: then this image reads with the
// others.
template <class Next>
std::optional<CountedState> StateFollower::guarded(Next&& next) {
  if (!is_here_ || has_ended_ || !alone_) return std::nullopt;
  try {
    CountedState after = next();
    if (after.state.levels.size_bytes() <= most_bytes_) return after;
  } catch (const Error&) {
  } catch (const std::bad_alloc&) {
  }
  is_here_ = false;
  return std::nullopt;
}

void StateFollower::share_terms(pgas::Team& team) {
  for (bool are_more = true; are_more;) {
    const DeltaVocabulary::Exported mine = own_.export_new_terms(kTermBytes);
    const std::vector<std::string> all = team.all_gather_bytes(serialise(mine));
    const auto is_empty = [](const std::string& theirs) { return theirs.empty(); };
    if (std::all_of(all.begin(), all.end(), is_empty)) return;
    are_more = false;
    team.agree(pgas::attempt([&] {
      for (int member = 0; member < team.size(); ++member) {
        const std::string_view theirs = all[static_cast<std::size_t>(member)];
        if (theirs.empty()) continue;
        are_more = are_more || load<std::uint64_t>(theirs.data() + sizeof(std::uint64_t)) > 0;
        if (copy_ == nullptr) continue;
        copy_->follow(team.image(member), load<std::uint64_t>(theirs.data()), theirs.substr(2 * sizeof(std::uint64_t)));
      }
    }));
    own_.accept_export(mine);
  }
}

DatasetStatePtr StateFollower::follow(pgas::Team& team, const DatasetStatePtr& before, const QuadChanges& changes,
                                      std::uint64_t version, std::pmr::memory_resource& levels, bool marks_rows) {
  if (has_ended_) return nullptr;
  const std::vector<std::string> all = team.all_gather_bytes(serialise(changes));
  QuadChanges together;
  together.clears = changes.clears;
  together.are_effective = true;
  for (int member = 0; member < team.size(); ++member) {
    std::string_view bytes = all[static_cast<std::size_t>(member)];
    has_ended_ = has_ended_ || bytes.empty();
    if (has_ended_ || !before) continue;
    together.clears_graphs.clear();  // the same on all images
    read_list(bytes, together.clears_graphs);
    read_list(bytes, together.deletes);
    read_list(bytes, together.inserts);
    read_list(bytes, together.marked);
    read_list(bytes, together.terms);
  }
  if (!before) return nullptr;
  auto after = guarded([&] {
    pgas::QueryArena arena(alone_->heap());
    return CountedState{next_state(*alone_, arena, *before, together, version, levels, {}, marks_rows), {}};
  });
  return after ? std::make_shared<const DatasetState>(std::move(after->state)) : nullptr;
}

std::optional<CountedState> StateFollower::after_batch(const DatasetState& before, const QuadChanges& changes,
                                                       std::uint64_t version, std::pmr::memory_resource& levels) {
  return guarded([&] { return next_state_in_group(*alone_, before, changes, nullptr, version, levels, {}); });
}

void StateFollower::take_terms(const DataBatch& batch) {
  if (copy_ == nullptr) return;
  for (std::size_t image = 0; image < batch.terms.size(); ++image) {
    copy_->follow(ImageId{static_cast<std::int32_t>(image)}, batch.sizes[image], batch.terms[image]);
  }
}

}  // namespace quadrille::query
