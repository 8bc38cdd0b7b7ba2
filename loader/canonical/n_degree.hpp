#pragma once

// Hash N-Degree Quads (RDFC-1.0, 4.8): a digest of all that is connected to a blank node through blank nodes, and the
// order in which it reaches these. The names are those of the specification.
//
// The recursion of the specification is a stack of frames here, so that a list of a million cells does not need a
// million calls. Frames share three stacks, whose upper parts are those of the innermost frame:
//
//   related_   H_n of each frame: digests and nodes, sorted; a group is a range of equal digests
//   lists_     the recursion list of each frame
//   issuer     the path identifier issuer, which is rolled back before each permutation instead of being copied
//
// Memory: under 1 KB a frame, and 52 bytes for each mention of its node; at most as many frames as blank nodes. Work:
// bounded by `most_steps` (options.hpp), since the permutations of k nodes are k! many.

#include <cstdint>
#include <string>
#include <vector>

#include "loader/canonical/dataset.hpp"
#include "loader/canonical/digest.hpp"
#include "loader/canonical/identifier_issuer.hpp"
#include "loader/canonical/labelled_quads.hpp"
#include "loader/canonical/mentions.hpp"
#include "loader/canonical/options.hpp"

namespace quadrille::canonical {

// The arguments that all calls share. Only `canonical` changes from call to call.
struct LabelState {
  const Dataset& dataset;
  const Mentions& mentions;
  const std::vector<Digest>& first_degree;
  const IdentifierIssuer& canonical;
  bool has_open_ties = false;
};

class NDegree {
 public:
  NDegree(const LabelState& state, const CanonicalOptions& options);

  // Local. The digest of `blank`. `issuer`, which has issued an identifier for it, issues those of the nodes that are
  // reached. Error (user) if all calls together need more steps than allowed.
  Digest hash(std::uint32_t blank, IdentifierIssuer& issuer);

 private:
  struct Related {
    Digest digest;
    std::uint32_t blank;
  };
  struct Frame {
    std::size_t related_begin = 0;               // in related_
    std::size_t group_begin = 0, group_end = 0;  // in related_; empty: all groups are done
    std::size_t list_begin = 0, list_at = 0;     // in lists_; list_at is the node to recurse on
    std::size_t issued = 0;                      // by the issuer before the group
    bool is_skipped = false;                     // the permutation: its path is worse than the chosen one
    bool is_chosen = false;                      // the permutation: the issuer has the identifiers of the chosen path
    std::string data_to_hash, path, chosen_path;
    std::vector<std::uint32_t> chosen_issued;  // unless is_chosen
    std::vector<LabelledQuad> chosen_quads;    // with open ties
  };

  void enter(std::uint32_t blank);
  void add_related(const RankedQuad& quad, std::uint32_t blank);
  Digest hash_related(std::uint32_t related, const RankedQuad& quad, char position);
  void begin_group(Frame& frame);
  void end_group(Frame& frame);
  void begin_permutation(Frame& frame);
  void end_permutation(Frame& frame);
  void choose(Frame& frame);
  void resume(Frame& frame, const Digest& result);
  void skip_if_worse(Frame& frame);
  Digest leave();
  void append_identifier(std::string& out, std::uint32_t blank) const;
  void spend(std::uint64_t steps);

  const LabelState& state_;
  const CanonicalOptions& options_;
  Hasher hasher_;
  IdentifierIssuer* issuer_ = nullptr;
  std::uint64_t most_steps_, steps_ = 0;
  std::uint64_t asked_ = 0;  // steps_ when options.cancelled was asked
  std::vector<Frame> frames_;
  std::vector<Related> related_;
  std::vector<std::uint32_t> lists_;
  std::string input_;
};

}  // namespace quadrille::canonical
