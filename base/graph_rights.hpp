#pragma once

// GraphRights are the graphs of a database that a user may read, or may write, in words: the default graph or not, and
// named graphs by their IRIs and by prefixes of IRIs. They do not depend on the data: a graph need not exist.
//
//   all        the default graph and every named one     the prefix "" stands for all names
//   none       no graph
//
// Immutable and cheap to copy. Equal rights have the same key(), however they were put together.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

class GraphRights {
 public:
  struct Parts {
    bool default_graph = false;
    std::vector<std::string> iris = {}, prefixes = {};
  };
  // There is no default: whoever runs something for a user says for which graphs.
  explicit GraphRights(Parts parts);
  static const GraphRights& all();
  static const GraphRights& none();

  bool is_all() const { return has_default_graph() && has_all_named(); }
  bool is_none() const { return !parts_->default_graph && parts_->iris.empty() && parts_->prefixes.empty(); }
  bool has_default_graph() const { return parts_->default_graph; }
  // Also those whose names are blank nodes, which no other right has.
  bool has_all_named() const { return parts_->prefixes.size() == 1 && parts_->prefixes[0].empty(); }
  // Ascending; none of them has one of the prefixes, and no prefix begins with another.
  const std::vector<std::string>& iris() const { return parts_->iris; }
  const std::vector<std::string>& prefixes() const { return parts_->prefixes; }

  // Of a named graph.
  bool holds(std::string_view iri) const;
  bool includes(const GraphRights& other) const { return intersection(other) == other; }
  // The graphs that both have.
  GraphRights intersection(const GraphRights& other) const;

  // A text of which of_key() makes the same rights, on one line for IRIs without line ends. For messages between
  // images, and as a key of caches.
  const std::string& key() const { return parts_->key; }
  // nullopt: no such text.
  static std::optional<GraphRights> of_key(std::string_view key);

  bool operator==(const GraphRights& other) const { return key() == other.key(); }

 private:
  struct Kept : Parts {
    std::string key;
  };
  std::shared_ptr<const Kept> parts_;
};

}  // namespace quadrille
