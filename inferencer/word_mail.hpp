#pragma once

// WordMail carries words to other images: what an image finds for things that others own.
//
//   a letter for each image   | tag | count | words | tag | count | words | ...
//
// All letters travel in one exchange. Local but for deliver(). Memory: the words, in the arena of the partition.

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "inferencer/partition.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::inferencer {

class WordMail {
 public:
  // `partition` outlives it.
  explicit WordMail(const Partition& partition) : partition_(partition) {
    if (partition.is_alone()) return;
    for (Letters& letters : letters_) {
      for (int image = 0; image < partition.size(); ++image) letters.emplace_back(&partition.arena());
    }
    outgoing_ = partition.arena().make_span<pgas::Block>(static_cast<std::size_t>(partition.size()));
  }

  // For another image. Words with the same tag arrive in their order, in spans of some of them.
  template <class Words>
  void add(int to, std::uint64_t tag, const Words& words) {
    Letter& letter = letters_[filled_][static_cast<std::size_t>(to)];
    if (letter.words.empty() || letter.tag != tag) letter.begin(tag);
    letter.words.insert(letter.words.end(), words.begin(), words.end());
    letter.words[letter.count] += words.size();
    is_empty_ = false;
  }
  bool is_empty() const { return is_empty_; }

  // Collective. Calls take(tag, words) for the words from other images. take() may add() words for the next time.
  template <class Take>
  void deliver(const Take& take) {
    if (partition_.is_alone()) return;
    Letters& sent = letters_[filled_];
    filled_ = 1 - filled_;
    is_empty_ = true;
    for (std::size_t to = 0; to < sent.size(); ++to) outgoing_[to] = std::as_bytes(std::span(sent[to].words));
    pgas::ExchangeView view(partition_.team(), outgoing_);
    for (int from = 0; from < partition_.size(); ++from) {
      auto words = view.from_as<std::uint64_t>(from);
      while (!words.empty()) {
        const std::size_t count = words[1];
        take(words[0], words.subspan(2, count));
        words = words.subspan(2 + count);
      }
    }
    view.finish();
    for (Letter& letter : sent) letter.words.clear();
  }

 private:
  struct Letter {
    explicit Letter(std::pmr::memory_resource* memory) : words(memory) {}
    void begin(std::uint64_t new_tag) {
      tag = new_tag;
      words.push_back(tag);
      count = words.size();
      words.push_back(0);
    }
    std::pmr::vector<std::uint64_t> words;
    std::uint64_t tag = 0;
    std::size_t count = 0;  // the place of the count of the last tag
  };
  using Letters = std::vector<Letter>;

  const Partition& partition_;
  std::array<Letters, 2> letters_;  // one is filled while the other is read
  std::size_t filled_ = 0;
  bool is_empty_ = true;
  std::span<pgas::Block> outgoing_;
};

}  // namespace quadrille::inferencer
