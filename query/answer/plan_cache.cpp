#include "query/answer/plan_cache.hpp"

#include <algorithm>
#include <functional>

#include "query/expression/cast.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostIdle = 32;          // unused prepared queries of one entry
constexpr std::size_t kTokenBytes = 500;       // of a prepared query, for each token of its text, approximately
constexpr std::size_t kEntryBytes = 16 << 10;  // with its join orders and constants
constexpr std::size_t kShapeBytes = 200;
constexpr std::size_t kMetShapes = 1 << 12;  // that are remembered

bool has_dataset(const PlanCache::Request& request) {
  return request.dataset && !request.dataset->empty();
}

parser::Query parsed(const PlanCache::Request& request) {
  parser::Query query = parser::parse_query(request.text, request.base, request.prefixes);
  if (has_dataset(request)) query.dataset = *request.dataset;
  return query;
}

// Queries of one shape are of different kinds if these differ.
std::string surroundings(const PlanCache::Request& request) {
  std::string text(request.base);
  text += request.prefixes == parser::DefaultPrefixes::none ? '\0' : '\1';
  text += request.union_default_graph ? '\1' : '\0';
  if (!has_dataset(request)) return text;
  for (const std::string& iri : request.dataset->default_graphs) text += '\2' + iri;
  for (const std::string& iri : request.dataset->named_graphs) text += '\3' + iri;
  return text;
}

// The longest IRI that a prefixed name can become.
std::size_t longest_iri(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t open = text.find('<'); open != text.npos; open = text.find('<', open + 1)) {
    longest = std::max(longest, std::min(text.find('>', open), text.size()) - open);
  }
  return longest;
}

}  // namespace

// A cache entry. It outlives its removal from the cache for as long as it is used.
struct PlanCache::Use::Lender {
  Lender(std::string its_key, std::size_t its_query_bytes, std::atomic<std::size_t>& its_total)
      : key(std::move(its_key)), query_bytes(its_query_bytes), total(its_total) {
    total += kEntryBytes + key.size();
    idle.reserve(kMostIdle);  // so that returning one cannot fail
  }
  ~Lender() { total -= kEntryBytes + key.size() + idle.size() * query_bytes; }

  std::unique_ptr<parser::PreparedQuery> lend() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return nullptr;
    auto one = std::move(idle.back());
    idle.pop_back();
    total -= query_bytes;
    return one;
  }
  void take_back(std::unique_ptr<parser::PreparedQuery> one) {
    const std::lock_guard lock(mutex);
    if (idle.size() == kMostIdle) return;
    idle.push_back(std::move(one));
    total += query_bytes;
  }
  std::shared_ptr<Kept> kept_of(State wanted) {
    const std::lock_guard lock(mutex);
    if (!kept || state != wanted) kept = std::make_shared<Kept>(), state = wanted;
    return kept;
  }

  const std::string key;
  const std::size_t query_bytes;
  std::atomic<std::size_t>& total;
  std::mutex mutex;
  std::vector<std::unique_ptr<parser::PreparedQuery>> idle;
  std::shared_ptr<Kept> kept;
  State state;
};

PlanCache::~PlanCache() = default;

PlanCache::Use::Use() = default;
PlanCache::Use::Use(Use&&) noexcept = default;
PlanCache::Use::Use(parser::Query query)
    : own_(std::make_unique<parser::Query>(std::move(query))), query_(own_.get()) {}

PlanCache::Use::~Use() {
  if (prepared_) lender_->take_back(std::move(prepared_));
}

PlanCache::Use PlanCache::take(const Request& request, State state) {
  if (request.text.size() > parser::QueryTokens::kMostBytes) return ++missed_, Use(parsed(request));
  const parser::QueryTokens tokens(request.text);
  const auto is_parameter = tokens.can_be_prepared() ? parameters_of(tokens, request) : std::nullopt;
  if (!is_parameter) return ++missed_, Use(parsed(request));
  Use use;
  use.lender_ = entry(tokens.key(*is_parameter) + surroundings(request), tokens);
  use.prepared_ = use.lender_->lend();
  use.was_prepared_ = use.prepared_ != nullptr;
  ++(use.was_prepared_ ? found_ : missed_);
  if (!use.prepared_) {
    use.prepared_ = std::make_unique<parser::PreparedQuery>(tokens, *is_parameter, request.base, request.prefixes);
    if (has_dataset(request)) use.prepared_->replace_dataset(*request.dataset);
  }
  use.query_ = &use.prepared_->with(tokens);
  use.kept_ = use.lender_->kept_of(state);
  return use;
}

std::optional<std::vector<bool>> PlanCache::parameters_of(const parser::QueryTokens& tokens, const Request& request) {
  const std::string& shape = tokens.shape();
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = parameters_.find(shape); known != parameters_.end()) return known->second;
    const std::uint64_t hash = std::hash<std::string>()(shape);
    met_.resize(kMetShapes);
    if (std::exchange(met_[hash % kMetShapes], hash) != hash) return std::nullopt;
  }
  auto found = parser::find_parameters(tokens, request.base, request.prefixes, is_cast);
  const std::lock_guard lock(mutex_);
  if (shape_bytes_ > most_bytes_ / 8) parameters_.clear(), shape_bytes_ = 0;
  if (parameters_.emplace(shape, found).second) shape_bytes_ += shape.size() + kShapeBytes;
  return found;
}

std::shared_ptr<PlanCache::Lender> PlanCache::entry(std::string key, const parser::QueryTokens& tokens) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
  } else {
    const std::size_t query_bytes = tokens.size() * (kTokenBytes + longest_iri(tokens.text()));
    entries_.push_front(std::make_shared<Lender>(std::move(key), query_bytes, bytes_));
    by_key_.emplace(entries_.front()->key, entries_.begin());
  }
  while (bytes_ + shape_bytes_ > most_bytes_ && entries_.size() > 1) {
    by_key_.erase(entries_.back()->key);
    entries_.pop_back();
  }
  return entries_.front();
}

PlanCacheCounts PlanCache::counts() const {
  const std::lock_guard lock(mutex_);
  return {found_, missed_, entries_.size(), bytes_ + shape_bytes_};
}

}  // namespace quadrille::query
