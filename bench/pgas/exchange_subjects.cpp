#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "bench/pgas/subjects.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::bench {

namespace {

using Word = std::uint64_t;
constexpr std::size_t kWordsInLine = 64 / sizeof(Word);
constexpr std::size_t kInARow = 8;
constexpr const char* kAllImages = "all images";

// The value of every word of the block from one member to another.
Word word_of(int from, int to) {
  return static_cast<Word>(from) * 1000 + static_cast<Word>(to);
}

// Reads a word of every cache line.
Word read_lines(pgas::Block block) {
  const auto* words = reinterpret_cast<const Word*>(block.data());
  Word sum = 0;
  for (std::size_t word = 0; word < block.size() / sizeof(Word); word += kWordsInLine) sum += words[word];
  return sum;
}

// One size: the blocks that every image sends, and the expected blocks.
class AllToAll {
 public:
  AllToAll(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t bytes_in_all)
      : gauge_(gauge), team_(gauge.team()), raw_(raw), arena_(job.heap()) {
    const auto members = static_cast<std::size_t>(team_.size());
    block_words_ = std::max<std::size_t>(1, bytes_in_all / members / sizeof(Word));
    const std::span<Word> out = arena_.make_span<Word>(members * block_words_);
    outgoing_ = arena_.make_span<pgas::Block>(members);
    received_.resize(out.size());
    for (std::size_t member = 0; member < members; ++member) {
      const auto block = out.subspan(member * block_words_, block_words_);
      std::fill(block.begin(), block.end(), word_of(team_.rank(), static_cast<int>(member)));
      std::construct_at(&outgoing_[member], std::as_bytes(block));
      incoming_.push_back(std::as_writable_bytes(std::span(received_).subspan(member * block_words_, block_words_)));
    }
    outgoing_of_ = team_.all_gather<const pgas::Block*>(outgoing_.data());
  }

  // The method of the engine: one message from group to group and part, read in place.
  void measure_aggregated() {
    gauge_.measure_each(subject("exchange"), [&] {
      pgas::ExchangeView view(team_, outgoing_);
      read_all(view);
    });
  }
  // A message from every image to every image of another group; the blocks of the own group are not copied.
  void measure_naive() {
    if (team_.is_one_group()) return;
    gauge_.measure_each(subject("exchange, naive"), [&] {
      raw_.send_to_each(outgoing_, incoming_);
      for (int member = 0; member < team_.size(); ++member) {
        const auto place = static_cast<std::size_t>(member);
        const bool is_near = team_.in_my_group(member);
        check(member, is_near ? outgoing_of_[place][team_.rank()] : incoming_[place]);
      }
    });
  }
  // After each of several exchanges an image works as long as its bytes need at 1 GB/s.
  void measure_with_work() {
    gauge_.measure_each(subject("8 exchanges, each then work", kInARow), [&] {
      for (std::size_t step = 0; step < kInARow; ++step) {
        pgas::ExchangeView view(team_, outgoing_);
        read_all(view);
        work();
      }
    });
    if (team_.is_one_group()) return;
    gauge_.measure_each(subject("8 exchanges, ahead of work", kInARow), [&] {
      std::optional<pgas::ExchangeView> ahead;
      const auto begin = [&] { ahead.emplace(team_, outgoing_, 1, pgas::ExchangeView::Begin::ahead); };
      begin();
      for (std::size_t step = 0; step < kInARow; ++step) {
        ahead->receive();
        read_all(*ahead);
        if (step + 1 < kInARow) begin();
        work();
      }
    });
  }
  void measure_mpi() {
    gauge_.measure_each(subject("MPI_Ialltoallv, test, yield"), [&] {
      raw_.all_to_all(outgoing_, incoming_);
      for (int member = 0; member < team_.size(); ++member) {
        check(member, incoming_[static_cast<std::size_t>(member)]);
      }
    });
  }

 private:
  Subject subject(const char* operation, std::size_t exchanges = 1) const {
    return {operation, kAllImages, exchanges * bytes_in_all()};
  }
  std::size_t bytes_in_all() const { return outgoing_.size() * block_words_ * sizeof(Word); }
  void read_all(pgas::ExchangeView& view) const {
    for (int member = 0; member < team_.size(); ++member) check(member, view.from(member));
    view.finish();
  }
  void work() const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(bytes_in_all());
    while (std::chrono::steady_clock::now() < end) {
    }
  }
  void check(int from, pgas::Block block) const {
    const std::size_t lines = (block_words_ + kWordsInLine - 1) / kWordsInLine;
    if (read_lines(block) != word_of(from, team_.rank()) * lines) {
      fail(ErrorKind::internal, "an exchange delivered wrong data from image {}", from);
    }
  }

  Gauge& gauge_;
  pgas::Team& team_;
  RawMpi& raw_;
  pgas::QueryArena arena_;
  std::size_t block_words_ = 1;
  std::span<pgas::Block> outgoing_;
  std::vector<const pgas::Block*> outgoing_of_;  // by member; those of this group can be read
  std::vector<Word> received_;
  std::vector<std::span<std::byte>> incoming_;
};

}  // namespace

void measure_exchanges(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t largest_bytes) {
  for (std::size_t bytes = 1024; bytes <= largest_bytes; bytes *= 16) {
    AllToAll all_to_all(gauge, job, raw, bytes);
    all_to_all.measure_aggregated();
    all_to_all.measure_with_work();
    all_to_all.measure_naive();
    all_to_all.measure_mpi();
  }
}

}  // namespace quadrille::bench
