#pragma once

// OwnerMatches finds the rows whose keys have a match at the owners of their shards. The different keys of a batch of
// rows are sent to the owners, and one bit for each key comes back (CGE21; key_packing.hpp). The rows do not move.
//
//   rows of this image   different keys      their owners           bits back
//   (y3, x1) (y4, x9)    x1 x9 x7        ->  x1 x7: image 0,    ->  1 0, 1
//   (y5, x1) (y6, x7)                        x9: image 1
//
// Collective: two exchanges a batch. Memory: 48 bytes a row of a batch and a key to test.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/index/index_lookup.hpp"
#include "query/index/routed_path.hpp"
#include "query/table/factorizer.hpp"

namespace quadrille::query {

// The different keys of a batch, in the order of their owners.
struct KeysByOwner {
  std::vector<std::uint32_t> rows;     // a row for each key
  std::vector<std::uint32_t> numbers;  // and the number of the key
  std::vector<std::uint32_t> starts;   // by member: start of its keys in these

  // `first_rows`: a row for each key, by number. `of_rows`: by row, the value whose shard has an owner.
  void divide(const Context& context, std::span<const std::uint32_t> first_rows, std::span<const Huri> of_rows);
  std::span<const std::uint32_t> rows_of(std::size_t member) const { return part(rows, member); }
  std::span<const std::uint32_t> numbers_of(std::size_t member) const { return part(numbers, member); }

 private:
  std::span<const std::uint32_t> part(const std::vector<std::uint32_t>& all, std::size_t member) const {
    return std::span(all).subspan(starts[member], starts[member + 1] - starts[member]);
  }
};

// The keys that all members sent to this image.
struct ReceivedKeys {
  std::unique_ptr<Table> keys;
  std::vector<std::size_t> starts;     // by member: its first key
  std::vector<std::uint32_t> matches;  // keys with a match, ascending

  // For each member one bit a key, in `room`.
  void write_bits(std::span<std::byte> room, std::span<pgas::Block> outgoing) const;
};

class OwnerMatches {
 public:
  // The variables in the prefix and residual of the path of `way` are columns of `rows`, bound in every row. The owner
  // of the shard of `way.at` tests a key. `way` must stay.
  OwnerMatches(const RoutedPath& way, const Schema& rows);

  // Called once, before anything else. Collective.
  void open(Context& context);
  // Collective. Finds the matches of the rows of this image, which may have none.
  void find(Context& context, const Table& rows);
  // True if the row of the last find() has a match.
  bool has_match(std::size_t row) const { return matched_[factorizer_.of_rows()[row]] != 0; }

 private:
  void prepare_keys(Context& context, const Table& rows);
  void receive_keys(Context& context);
  void prepare_bits(Context& context);
  void receive_bits(Context& context);

  const Schema keys_;                 // one column for each variable of the path
  std::vector<std::size_t> columns_;  // these columns of the rows
  const std::size_t owner_column_;    // of the rows: way.at
  IndexLookup lookup_;
  std::size_t most_rows_ = 0, most_keys_ = 0;  // of a batch
  Factorizer factorizer_;
  KeysByOwner asked_;
  ReceivedKeys received_;
  std::vector<std::uint8_t> matched_;  // by number of a key of this image
  // Shared: data to send, by member.
  std::span<pgas::Block> outgoing_;
  std::span<std::uint32_t> words_;
  std::span<std::byte> bits_;
};

}  // namespace quadrille::query
