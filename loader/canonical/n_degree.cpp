#include "loader/canonical/n_degree.hpp"

#include <algorithm>
#include <tuple>

#include "loader/canonical/too_much_work.hpp"

namespace quadrille::canonical {

NDegree::NDegree(const LabelState& state, const CanonicalOptions& options)
    : state_(state),
      options_(options),
      hasher_(options.hash),
      most_steps_(options.most_steps.value_or(default_steps(state.dataset.blank_nodes()))) {}

Digest NDegree::hash(std::uint32_t blank, IdentifierIssuer& issuer) {
  issuer_ = &issuer;
  enter(blank);
  for (;;) {
    Frame& frame = frames_.back();
    if (frame.list_at < lists_.size()) {
      enter(lists_[frame.list_at]);
    } else if (frame.group_begin < frame.group_end) {
      end_permutation(frame);
    } else {
      const Digest result = leave();
      if (frames_.empty()) return result;
      resume(frames_.back(), result);
    }
  }
}

// Steps 1 to 4.
void NDegree::enter(std::uint32_t blank) {
  spend(1);
  Frame& frame = frames_.emplace_back();
  frame.related_begin = related_.size();
  frame.list_begin = frame.list_at = lists_.size();
  for (const std::uint32_t place : state_.mentions.of(blank)) add_related(state_.dataset.quads()[place], blank);
  const auto begin = related_.begin() + static_cast<std::ptrdiff_t>(frame.related_begin);
  std::sort(begin, related_.end(), [](const Related& a, const Related& b) {
    return std::tie(a.digest, a.blank) < std::tie(b.digest, b.blank);
  });
  frame.group_end = frame.related_begin;
  begin_group(frame);
}

// Step 3.1.
void NDegree::add_related(const RankedQuad& quad, std::uint32_t blank) {
  const std::uint32_t first = state_.dataset.first_blank();
  const auto add = [&](std::uint32_t rank, char position) {
    if (rank < first || rank - first == blank) return;
    spend(1);
    related_.push_back({hash_related(rank - first, quad, position), rank - first});
  };
  add(quad.subject, 's');
  add(quad.object, 'o');
  add(quad.graph, 'g');
}

// Hash Related Blank Node (4.7).
Digest NDegree::hash_related(std::uint32_t related, const RankedQuad& quad, char position) {
  input_ = position;
  if (position != 'g') input_ += state_.dataset.text(quad.predicate);
  if (state_.canonical.has(related) || issuer_->has(related)) {
    append_identifier(input_, related);
  } else {
    hasher_.append_hexadecimal(input_, state_.first_degree[related]);
  }
  return hasher_.hash(input_);
}

// The next range of equal digests, if there is one.
void NDegree::begin_group(Frame& frame) {
  frame.group_begin = frame.group_end;
  if (frame.group_begin == related_.size()) return;
  while (frame.group_end < related_.size() && related_[frame.group_end].digest == related_[frame.group_begin].digest) {
    ++frame.group_end;
  }
  frame.issued = issuer_->issued().size();
  frame.is_chosen = false;
  frame.chosen_path.clear();
  begin_permutation(frame);
}

// Steps 5.4.1 to 5.4.4.
void NDegree::begin_permutation(Frame& frame) {
  if (frame.is_chosen) {
    const auto issued = issuer_->issued().subspan(frame.issued);
    spend(issued.size());
    frame.chosen_issued.assign(issued.begin(), issued.end());
  }
  issuer_->roll_back(frame.issued);
  frame.is_chosen = frame.is_skipped = false;
  frame.path.clear();
  lists_.resize(frame.list_at = frame.list_begin);
  for (std::size_t at = frame.group_begin; at < frame.group_end && !frame.is_skipped; ++at) {
    spend(1);
    const std::uint32_t related = related_[at].blank;
    if (!state_.canonical.has(related) && !issuer_->has(related)) {
      lists_.push_back(related);
      issuer_->issue(related);
    }
    append_identifier(frame.path, related);
    skip_if_worse(frame);
  }
}

// Steps 5.4.5.2 to 5.4.5.5, after the recursion on a node.
void NDegree::resume(Frame& frame, const Digest& result) {
  append_identifier(frame.path, lists_[frame.list_at++]);
  frame.path += '<';
  hasher_.append_hexadecimal(frame.path, result);
  frame.path += '>';
  skip_if_worse(frame);
}

// Steps 5.4.4.3 and 5.4.5.5.
void NDegree::skip_if_worse(Frame& frame) {
  frame.is_skipped =
      !frame.chosen_path.empty() && frame.path.size() >= frame.chosen_path.size() && frame.path > frame.chosen_path;
  if (frame.is_skipped) lists_.resize(frame.list_at = frame.list_begin);
}

// Step 5.4.6. The order of permutations is open: among equal paths, any may be the first.
void NDegree::choose(Frame& frame) {
  const bool is_better = frame.chosen_path.empty() || frame.path < frame.chosen_path;
  if (!is_better && !(state_.has_open_ties && frame.path == frame.chosen_path)) return;
  if (state_.has_open_ties) {
    std::vector<LabelledQuad> quads = labelled_quads(state_.dataset, state_.mentions, state_.canonical, *issuer_,
                                                     issuer_->issued().subspan(frame.issued));
    spend(quads.size());
    if (!is_better && quads >= frame.chosen_quads) return;
    frame.chosen_quads = std::move(quads);
  }
  frame.chosen_path.swap(frame.path);
  frame.is_chosen = true;
}

// The next permutation or group.
void NDegree::end_permutation(Frame& frame) {
  if (!frame.is_skipped) choose(frame);
  const auto begin = related_.begin();
  if (std::next_permutation(begin + static_cast<std::ptrdiff_t>(frame.group_begin),
                            begin + static_cast<std::ptrdiff_t>(frame.group_end),
                            [](const Related& a, const Related& b) { return a.blank < b.blank; })) {
    begin_permutation(frame);
  } else {
    end_group(frame);
    begin_group(frame);
  }
}

// Steps 5.1, 5.5 and 5.6.
void NDegree::end_group(Frame& frame) {
  if (!frame.is_chosen) {
    issuer_->roll_back(frame.issued);
    for (const std::uint32_t blank : frame.chosen_issued) issuer_->issue(blank);
  }
  lists_.resize(frame.list_at = frame.list_begin);
  hasher_.append_hexadecimal(frame.data_to_hash, related_[frame.group_begin].digest);
  frame.data_to_hash += frame.chosen_path;
}

// Step 6.
Digest NDegree::leave() {
  const Frame& frame = frames_.back();
  const Digest result = hasher_.hash(frame.data_to_hash);
  related_.resize(frame.related_begin);
  lists_.resize(frame.list_begin);
  frames_.pop_back();
  return result;
}

void NDegree::append_identifier(std::string& out, std::uint32_t blank) const {
  const std::uint32_t canonical = state_.canonical.number_of(blank);
  const bool is_canonical = canonical != IdentifierIssuer::kNone;
  out += is_canonical ? "_:c14n" : "_:b";
  out += std::to_string(is_canonical ? canonical : issuer_->number_of(blank));
}

void NDegree::spend(std::uint64_t steps) {
  constexpr std::uint64_t kStepsBetweenQuestions = 4096;
  steps_ += steps;
  if (steps_ > most_steps_)
    fail_too_much_work(state_, issuer_->issued().front(), most_steps_, options_.how_to_allow_more);
  if (steps_ - asked_ < kStepsBetweenQuestions) return;
  asked_ = steps_;
  check_cancelled(options_);
}

}  // namespace quadrille::canonical
