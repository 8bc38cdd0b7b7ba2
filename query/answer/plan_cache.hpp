#pragma once

// What queries need not do again that differ from earlier ones in constants alone: be parsed, have their joins
// ordered, and the HURIs of their common constants found (parser/prepared_query.hpp, join_order_cache.hpp,
// constant_cache.hpp).
//
//   text -> tokens -> shape -> which constants are parameters -> key -> entry: prepared queries, orders, HURIs
//
// A text comes in when its shape is met for the second time, so that queries that are asked once cost nothing. What
// belongs to the data is of one state: with another the orders begin anew, and the prepared queries stay. Several
// threads can have the same entry at once, each with a prepared query of its own. Entries go when they are too many, or
// take too much memory, those first that have not been used for longest.
//
// Thread-safe; outlives what was taken of it. Found: about 2 us for a query of 30 tokens, where parsing takes 15.

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "parser/prepared_query.hpp"
#include "query/plan/join_order_cache.hpp"
#include "query/terms/constant_cache.hpp"

namespace quadrille::query {

struct PlanCacheCounts {
  std::uint64_t found = 0;    // queries that were not parsed
  std::uint64_t missed = 0;   // queries that were
  std::uint64_t entries = 0;  // now
  std::uint64_t bytes = 0;    // of them, estimated
};

class PlanCache {
 public:
  static constexpr std::size_t kMostBytes = 32 << 20;

  explicit PlanCache(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}
  ~PlanCache();
  PlanCache(const PlanCache&) = delete;
  PlanCache& operator=(const PlanCache&) = delete;

  // What a query is besides the data. The views must outlive the Use.
  struct Request {
    std::string_view text;
    std::string_view base;
    parser::DefaultPrefixes prefixes = parser::DefaultPrefixes::none;
    const parser::Dataset* dataset = nullptr;  // which replaces the text's; null or empty: the text's stays
    bool union_default_graph = false;
  };
  // Of the data: generation and version.
  using State = std::pair<std::uint64_t, std::uint64_t>;

  // A parsed query for as long as somebody works with it.
  class Use {
   public:
    Use(Use&&) noexcept;
    Use& operator=(Use&&) = delete;
    ~Use();

    const parser::Query& query() const { return *query_; }
    // Those of this query's kind; null: it is of a kind that is not kept.
    JoinOrderCache* orders() const { return kept_ ? &kept_->orders : nullptr; }
    ConstantCache* constants() const { return kept_ ? &kept_->constants : nullptr; }
    bool was_prepared() const { return was_prepared_; }

   private:
    friend class PlanCache;
    struct Lender;
    // Of one state of the data.
    struct Kept {
      JoinOrderCache orders;
      ConstantCache constants;
    };
    explicit Use(parser::Query query);
    Use();

    std::unique_ptr<parser::Query> own_;
    std::unique_ptr<parser::PreparedQuery> prepared_;
    std::shared_ptr<Lender> lender_;
    std::shared_ptr<Kept> kept_;
    const parser::Query* query_ = nullptr;
    bool was_prepared_ = false;
  };

  // Throws Error(syntax) as parse_query().
  Use take(const Request& request, State state);

  PlanCacheCounts counts() const;

 private:
  using Lender = Use::Lender;
  using Entries = std::list<std::shared_ptr<Lender>>;  // the last used first

  // Which constants are parameters; nullopt: the shape has not been met before. (Now and then it has.)
  std::optional<std::vector<bool>> parameters_of(const parser::QueryTokens& tokens, const Request& request);
  std::shared_ptr<Lender> entry(std::string key, const parser::QueryTokens& tokens);

  const std::size_t most_bytes_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> found_ = 0, missed_ = 0;
  mutable std::mutex mutex_;                                                      // of all that follows
  std::vector<std::uint64_t> met_;                                                // hashes of shapes
  std::unordered_map<std::string, std::optional<std::vector<bool>>> parameters_;  // by shape
  std::size_t shape_bytes_ = 0;
  Entries entries_;
  std::unordered_map<std::string_view, Entries::iterator> by_key_;  // keys lie in the entries
};

}  // namespace quadrille::query
