#pragma once

// BlankNodes generates blank node identifiers, and relabels those of documents (JSON-LD 1.1 API, 7.4), so that the two
// never collide.
//
//   in the document     NumberedBlankNodes    WrittenBlankNodes
//   a node without @id  _:b0                  _:genid1
//   _:x                 _:b1                  _:x
//   _:genid1            _:b2                  _:genid_1
//   _:a b               _:b3                  _:genid-612062
//
// Written labels need no table: the parts of a document that is read piece by piece agree on them. Documents that
// follow the first in one stream have other nodes: the label x of the third one becomes genid-2.x. Local.

#include <cstdint>
#include <string>
#include <string_view>

#include "loader/jsonld/context/active_context.hpp"

namespace quadrille::jsonld {

class BlankNodes {
 public:
  virtual ~BlankNodes() = default;
  // `identifier` begins with "_:", as do the results, which lie in `arena`.
  virtual std::string_view relabel(std::string_view identifier, Arena& arena) = 0;
  virtual std::string_view generate(Arena& arena) = 0;
};

class NumberedBlankNodes : public BlankNodes {
 public:
  std::string_view relabel(std::string_view identifier, Arena& arena) override;
  std::string_view generate(Arena& arena) override;

 private:
  std::uint64_t next_ = 0;
  StringMap<std::string> labels_;
};

class WrittenBlankNodes : public BlankNodes {
 public:
  std::string_view relabel(std::string_view identifier, Arena& arena) override;
  std::string_view generate(Arena& arena) override;

  void set_document(std::uint64_t document) { document_ = document; }

 private:
  std::uint64_t generated_ = 0;
  std::uint64_t document_ = 0;
};

}  // namespace quadrille::jsonld
