#pragma once

// A NodeQueue is an array to whose end threads append nodes, through buffers of their own.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>

#include "bench/csr/kernels/array.hpp"
#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

class NodeQueue {
 public:
  explicit NodeQueue(std::size_t most) : nodes_(most) {}

  std::size_t size() const { return size_; }
  std::span<const Node> part(std::size_t begin, std::size_t end) const {
    return nodes_.span().subspan(begin, end - begin);
  }
  void clear() { size_ = 0; }
  void append(const Node* nodes, std::size_t count) {
    std::copy_n(nodes, count, nodes_.begin() + size_.fetch_add(count));
  }

  // Of one thread; appends its last nodes when it ends.
  class Buffer {
   public:
    explicit Buffer(NodeQueue& queue) : queue_(queue) {}
    ~Buffer() { queue_.append(nodes_.data(), size_); }
    Buffer(const Buffer&) = delete;
    void add(Node node) {
      if (size_ == nodes_.size()) queue_.append(nodes_.data(), std::exchange(size_, 0));
      nodes_[size_++] = node;
    }

   private:
    NodeQueue& queue_;
    std::size_t size_ = 0;
    std::array<Node, 512> nodes_;
  };

 private:
  Array<Node> nodes_;
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace quadrille::bench
