#include "loader/canonical/first_degree.hpp"

#include <algorithm>

namespace quadrille::canonical {

namespace {

class FirstDegree {
 public:
  FirstDegree(const Dataset& dataset, const Mentions& mentions, HashAlgorithm hash)
      : dataset_(dataset), mentions_(mentions), hasher_(hash) {}

  Digest hash(std::uint32_t blank);

 private:
  // The ranks of _:a and _:z, which follow those of all other terms, in this order.
  std::uint32_t a() const { return dataset_.first_blank(); }
  std::uint32_t z() const { return dataset_.first_blank() + 1; }

  const Dataset& dataset_;
  const Mentions& mentions_;
  Hasher hasher_;
  std::vector<RankedQuad> quads_;
  std::string line_;
};

Digest FirstDegree::hash(std::uint32_t blank) {
  quads_.clear();
  for (const std::uint32_t place : mentions_.of(blank)) {
    quads_.push_back(dataset_.quads()[place]);
    auto& [subject, predicate, object, graph] = quads_.back();
    for (std::uint32_t* const term : {&subject, &object, &graph}) {
      if (dataset_.is_blank(*term)) *term = *term - dataset_.first_blank() == blank ? a() : z();
    }
  }
  std::sort(quads_.begin(), quads_.end());
  for (const RankedQuad& quad : quads_) {
    line_.clear();
    append_line(line_, quad, dataset_,
                [&](std::string& out, std::uint32_t rank) { out += rank == a() ? "_:a" : "_:z"; });
    hasher_.add(line_);
  }
  return hasher_.finish();
}

}  // namespace

std::vector<Digest> first_degree_digests(const Dataset& dataset, const Mentions& mentions,
                                         const CanonicalOptions& options) {
  FirstDegree first_degree(dataset, mentions, options.hash);
  std::vector<Digest> digests(dataset.blank_nodes());
  for (std::uint32_t blank = 0; blank < digests.size(); ++blank) {
    if (blank % 1024 == 0) check_cancelled(options);
    digests[blank] = first_degree.hash(blank);
  }
  return digests;
}

}  // namespace quadrille::canonical
