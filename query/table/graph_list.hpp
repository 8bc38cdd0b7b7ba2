#pragma once

// A GraphList is a list of named graphs that a query reads: those of FROM or FROM NAMED, or those that its user may
// read. Only a GraphView makes one (graph_view.hpp), of graphs that it shows.

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::query {

class GraphList {
 public:
  auto begin() const { return graphs_.begin(); }  // ascending
  auto end() const { return graphs_.end(); }
  std::size_t size() const { return graphs_.size(); }
  bool empty() const { return graphs_.empty(); }
  Huri operator[](std::size_t place) const { return graphs_[place]; }
  std::span<const Huri> graphs() const { return graphs_; }
  bool contains(Huri graph) const { return std::binary_search(begin(), end(), graph); }

 private:
  friend class GraphView;
  GraphList(std::vector<Huri> graphs, std::shared_ptr<const GraphList> within)
      : graphs_(std::move(graphs)), within_(std::move(within)) {}

  std::vector<Huri> graphs_;
  std::shared_ptr<const GraphList> within_;  // of the view; nullptr: it shows all named graphs
};

using GraphListPtr = std::shared_ptr<const GraphList>;

}  // namespace quadrille::query
