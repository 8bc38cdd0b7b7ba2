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
constexpr std::size_t kPartOfShapes = 8;     // an eighth of the memory is for shapes
constexpr std::size_t kMetShapes = 1 << 12;  // that are remembered

bool has_dataset(const PlanCache::Request& request) {
  return request.dataset && !request.dataset->empty();
}

parser::Query parsed(const PlanCache::Request& request) {
  parser::Query query = parser::parse_query(request.text, request.base, request.prefixes);
  if (has_dataset(request)) query.dataset = *request.dataset;
  return query;
}

// Queries of one shape are of different kinds if these differ. The database comes last and always takes eight bytes, so
// keys of two databases differ, whatever a request has as its base and dataset.
std::string surroundings(const PlanCache::Request& request) {
  std::string text(request.base);
  text += request.prefixes == parser::DefaultPrefixes::none ? '\0' : '\1';
  text += request.union_default_graph ? '\1' : '\0';
  if (has_dataset(request)) {
    for (const std::string& iri : request.dataset->default_graphs) text += '\2' + iri;
    for (const std::string& iri : request.dataset->named_graphs) text += '\3' + iri;
  }
  text += '\4';
  text += request.rights;
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(request.database >> shift & 0xff);
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
  Lender(std::string its_key, std::size_t its_query_bytes, PlanCache& its_cache)
      : key(std::move(its_key)), query_bytes(its_query_bytes), cache(its_cache) {
    cache.bytes_ += own_bytes();
    idle.reserve(kMostIdle);  // so that returning one cannot fail
  }
  ~Lender() { cache.bytes_ -= own_bytes() + idle.size() * query_bytes; }

  std::size_t own_bytes() const { return kEntryBytes + key.size(); }

  std::unique_ptr<parser::PreparedQuery> lend() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return nullptr;
    auto one = std::move(idle.back());
    idle.pop_back();
    cache.bytes_ -= query_bytes;
    return one;
  }
  void take_back(std::unique_ptr<parser::PreparedQuery> one) {
    const std::lock_guard lock(mutex);
    if (idle.size() == kMostIdle) return;
    const std::size_t before = cache.bytes_.fetch_add(query_bytes);
    if (before + query_bytes + cache.shape_bytes_ > cache.most_bytes()) {  // take() makes room for the next one
      cache.bytes_ -= query_bytes;
      return;
    }
    idle.push_back(std::move(one));
  }
  // Of this generation, from this version or an earlier one.
  std::shared_ptr<Kept> kept_of(State wanted) {
    const std::lock_guard lock(mutex);
    if (!kept || state.first != wanted.first || state.second > wanted.second) {
      kept = std::make_shared<Kept>();
      state = wanted;
    }
    return kept;
  }

  const std::string key;
  const std::size_t query_bytes;
  PlanCache& cache;
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
  const std::size_t bytes = shape.size() + kShapeBytes, most = most_bytes() / kPartOfShapes;
  if (bytes > most) return found;
  if (shape_bytes_ + bytes > most) parameters_.clear(), shape_bytes_ = 0;
  make_room(bytes);
  if (parameters_.emplace(shape, found).second) shape_bytes_ += bytes;
  return found;
}

std::shared_ptr<PlanCache::Lender> PlanCache::entry(std::string key, const parser::QueryTokens& tokens) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
  } else {
    const std::size_t query_bytes = tokens.size() * (kTokenBytes + longest_iri(tokens.text()));
    entries_.push_front(std::make_shared<Lender>(std::move(key), query_bytes, *this));
    by_key_.emplace(entries_.front()->key, entries_.begin());
  }
  std::shared_ptr<Lender> used = entries_.front();
  make_room(used->query_bytes);
  return used;
}

void PlanCache::make_room(std::size_t bytes) {
  while (bytes_ + shape_bytes_ + bytes > most_bytes() && !entries_.empty()) {
    by_key_.erase(entries_.back()->key);
    entries_.pop_back();
  }
}

void PlanCache::shrink() {
  const std::lock_guard lock(mutex_);
  if (shape_bytes_ > most_bytes() / kPartOfShapes) parameters_.clear(), shape_bytes_ = 0;
  make_room(0);
}

PlanCacheCounts PlanCache::counts() const {
  const std::lock_guard lock(mutex_);
  return {found_, missed_, entries_.size(), bytes_ + shape_bytes_};
}

}  // namespace quadrille::query
