#include "query/update/state_follower.hpp"

#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "query/update/bytes_of_lists.hpp"

namespace quadrille::query {

namespace {

// | bytes of the terms : 8 | terms | cleared graphs | deletes | inserts |; nothing: too many
std::string serialise(const QuadChanges& changes, std::string_view terms) {
  const std::uint64_t bytes = terms.size();
  if (bytes + (changes.deletes.size() + changes.inserts.size()) * sizeof(Quad) > StateFollower::kMostBytes) return {};
  std::string out(reinterpret_cast<const char*>(&bytes), sizeof bytes);
  out.append(terms);
  append_list(out, changes.clears_graphs);
  append_list(out, changes.deletes);
  append_list(out, changes.inserts);
  return out;
}

}  // namespace

StateFollower::StateFollower(DeltaVocabulary& own, DeltaVocabulary* copy, std::unique_ptr<pgas::Team> alone,
                             std::size_t most_bytes)
    : own_(own), copy_(copy), alone_(std::move(alone)), most_bytes_(most_bytes) {}

void StateFollower::copy_terms(ImageId image, std::string_view terms) {
  if (copy_ == nullptr) return;
  try {
    copy_->follow(image, terms);
  } catch (const Error&) {
    copy_ = nullptr;
  } catch (const std::bad_alloc&) {
    copy_ = nullptr;
  }
}

// The state that `next` makes; nullopt if the whole view has ended, also by this: then this image reads with the
// others.
template <class Next>
std::optional<CountedState> StateFollower::guarded(Next&& next) {
  if (copy_ == nullptr) return std::nullopt;
  try {
    CountedState after = next();
    if (after.state.levels.size_bytes() <= most_bytes_) return after;
  } catch (const Error&) {
  } catch (const std::bad_alloc&) {
  }
  copy_ = nullptr;
  return std::nullopt;
}

void StateFollower::begin(pgas::Team& team) {
  const std::vector<std::string> all = team.all_gather_bytes(own_.export_new_terms());
  for (int member = 0; member < team.size(); ++member) {
    copy_terms(team.image(member), all[static_cast<std::size_t>(member)]);
  }
}

DatasetStatePtr StateFollower::follow(pgas::Team& team, const DatasetStatePtr& before, const QuadChanges& changes,
                                      std::uint64_t version, std::pmr::memory_resource& levels) {
  if (has_ended_) return nullptr;
  const std::vector<std::string> all = team.all_gather_bytes(serialise(changes, own_.export_new_terms()));
  QuadChanges together;
  together.clears = changes.clears;
  together.are_effective = true;
  for (int member = 0; member < team.size(); ++member) {
    std::string_view bytes = all[static_cast<std::size_t>(member)];
    has_ended_ = has_ended_ || bytes.empty();
    if (has_ended_ || !before || copy_ == nullptr) continue;
    const auto terms = load<std::uint64_t>(bytes.data());
    copy_terms(team.image(member), bytes.substr(sizeof terms, terms));
    bytes.remove_prefix(sizeof terms + terms);
    together.clears_graphs.clear();  // the same on all images
    read_list(bytes, together.clears_graphs);
    read_list(bytes, together.deletes);
    read_list(bytes, together.inserts);
  }
  if (has_ended_ || !before) return nullptr;
  auto after = guarded([&] {
    pgas::QueryArena arena(alone_->heap());
    return CountedState{next_state(*alone_, arena, *before, together, version, levels), {}};
  });
  return after ? std::make_shared<const DatasetState>(std::move(after->state)) : nullptr;
}

std::optional<CountedState> StateFollower::after_batch(const DatasetState& before, const QuadChanges& changes,
                                                       std::uint64_t version, std::pmr::memory_resource& levels) {
  return guarded([&] { return next_state_in_group(*alone_, before, changes, nullptr, version, levels, {}); });
}

bool StateFollower::take_terms(std::span<const std::string> terms) {
  for (int image = 0; image < static_cast<int>(terms.size()); ++image) {
    copy_terms(ImageId{image}, terms[static_cast<std::size_t>(image)]);
  }
  return copy_ != nullptr;
}

}  // namespace quadrille::query
