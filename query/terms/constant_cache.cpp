#include "query/terms/constant_cache.hpp"

#include <algorithm>
#include <new>

namespace quadrille::query {

namespace {

const Huri* look_in(const ConstantCache::Known& known, const Term& term) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& entry) { return entry.first == term; });
  return found == known.end() ? nullptr : &found->second;
}

}  // namespace

std::shared_ptr<const ConstantCache::Known> ConstantCache::known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

void ConstantCache::keep(Known known) {
  auto kept = std::make_shared<const Known>(std::move(known));
  const std::lock_guard lock(mutex_);
  if (!known_) known_ = std::move(kept);
}

ConstantMemory::ConstantMemory(ConstantCache* kept) : kept_(kept), known_(kept ? kept->known() : nullptr) {}

ConstantMemory::~ConstantMemory() {
  if (kept_ == nullptr || known_ || own_.empty()) return;
  try {
    kept_->keep(std::move(own_));
  } catch (const std::bad_alloc&) {  // the next query will store them
  }
}

Huri ConstantMemory::find(const Term& term, const std::function<Huri()>& find) {
  if (known_) {
    if (const Huri* const huri = look_in(*known_, term)) return *huri;
  }
  if (const Huri* const huri = look_in(own_, term)) return *huri;
  const Huri huri = find();
  const std::size_t bytes = term.text.size() + term.datatype.size() + term.language.size();
  if (!huri.is_unbound() && own_.size() < kMost && own_bytes_ + bytes <= kMostBytes) {
    own_.emplace_back(term, huri);
    own_bytes_ += bytes;
  }
  return huri;
}

}  // namespace quadrille::query
