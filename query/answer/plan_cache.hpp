#pragma once

// A PlanCache keeps parse results, join orders and HURIs of constants for queries that differ only in their constants
// (parser/prepared_query.hpp, join_order_cache.hpp, constant_cache.hpp).
//
//   text -> tokens -> shape -> constants that are parameters -> key -> entry: prepared queries, join orders, HURIs
//
// A text is cached when its shape occurs for the second time, so that queries that are asked once cost nothing. Join
// orders and HURIs belong to a generation and serve all its versions: a term keeps its HURI, and a join order is used
// only if the parts have about as many rows (join_order_cache.hpp). Another generation discards them and keeps the
// prepared queries.
// One cache serves all databases of a process. A shape that has been met in one of them is known for all; entries are
// for one database each.
// Several threads can use the same entry at once, each with its own prepared query. If the entries need too much
// memory, the least recently used ones are removed.
//
// Thread-safe; outlives the Uses taken from it. A hit costs about 2 us for a query of 30 tokens; parsing takes 15.

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

#include "base/cache_registry.hpp"
#include "parser/prepared_query.hpp"
#include "query/plan/order/join_order_cache.hpp"
#include "query/terms/constant_cache.hpp"

namespace quadrille::query {

struct PlanCacheCounts {
  std::uint64_t found = 0;    // queries that were not parsed
  std::uint64_t missed = 0;   // queries that were
  std::uint64_t entries = 0;  // at present
  std::uint64_t bytes = 0;    // of the entries, estimated
};

class PlanCache final : public Cache {
 public:
  static constexpr std::size_t kWantedBytes = 32 << 20;

  // `registry` may be nullptr.
  explicit PlanCache(CacheRegistry* registry = nullptr, std::size_t wanted_bytes = kWantedBytes)
      : Cache("prepared_queries", wanted_bytes), membership_(registry, *this) {}
  ~PlanCache() override;

  // The properties of a query that do not depend on the data. The views must outlive the Use.
  struct Request {
    std::string_view text;
    std::string_view base;
    parser::DefaultPrefixes prefixes = parser::DefaultPrefixes::none;
    const parser::Dataset* dataset = nullptr;  // replaces that of the text, unless null or empty
    bool union_default_graph = false;
    std::string_view rights = {};  // of the user, as a key (base/graph_rights.hpp)
    std::uint64_t database = 0;    // a number that no other database of this process has, or has had
  };
  // The state of the database: generation and version.
  using State = std::pair<std::uint64_t, std::uint64_t>;

  // A Use holds a parsed query for as long as it is in use.
  class Use {
   public:
    Use(Use&&) noexcept;
    Use& operator=(Use&&) = delete;
    ~Use();

    const parser::Query& query() const { return *query_; }
    // Those of this query's kind; null: queries of this kind are not cached.
    JoinOrderCache* orders() const { return kept_ ? &kept_->orders : nullptr; }
    JoinOrderCache* orders_apart() const { return kept_ ? &kept_->orders_apart : nullptr; }
    ConstantCache* constants() const { return kept_ ? &kept_->constants : nullptr; }
    bool was_prepared() const { return was_prepared_; }

   private:
    friend class PlanCache;
    struct Lender;
    // Valid for one generation, from the version on for which they were made.
    struct Kept {
      JoinOrderCache orders, orders_apart;  // of plans for one group, and for several
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

  // Throws Error(syntax), as parse_query() does.
  Use take(const Request& request, State state);

  PlanCacheCounts counts() const;
  std::size_t used_bytes() const override { return bytes_ + shape_bytes_; }

 private:
  using Lender = Use::Lender;
  using Entries = std::list<std::shared_ptr<Lender>>;  // most recently used first

  // The constants that are parameters; nullopt: the shape is new. (Rarely, a new shape is taken for a known one.)
  std::optional<std::vector<bool>> parameters_of(const parser::QueryTokens& tokens, const Request& request);
  std::shared_ptr<Lender> entry(std::string key, const parser::QueryTokens& tokens);
  void shrink() override;
  // Removes the least recently used entries until so many bytes are free. Needs the lock.
  void make_room(std::size_t bytes);

  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> found_ = 0, missed_ = 0;
  mutable std::mutex mutex_;                                                      // protects all members below
  std::vector<std::uint64_t> met_;                                                // hashes of shapes
  std::unordered_map<std::string, std::optional<std::vector<bool>>> parameters_;  // by shape
  std::atomic<std::size_t> shape_bytes_ = 0;
  Entries entries_;
  std::unordered_map<std::string_view, Entries::iterator> by_key_;  // keys lie in the entries
  const CacheMembership membership_;
};

}  // namespace quadrille::query
