#include "loader/jsonld/context/process_context.hpp"

#include <algorithm>

#include "loader/jsonld/context/context_entries.hpp"
#include "loader/jsonld/context/create_term.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/json/write_json.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kMostKeptContexts = 1000;

// The start of a key of kept contexts: all that a result depends on, but the local context.
std::string key_of(const ActiveContext* active, const std::optional<std::string>& base_url, ContextFlags flags) {
  std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(active));
  key += flags.override_protected ? 'O' : 'o';
  key += flags.propagate ? 'P' : 'p';
  key += base_url ? *base_url + '\n' : std::string("\n");
  return key;
}

std::shared_ptr<ActiveContext> clone(const ActiveContext& context) {
  auto copy = std::make_shared<ActiveContext>(context);
  copy->inverse = nullptr;
  return copy;
}

// Step 5.1.
void nullify(std::shared_ptr<ActiveContext>& result, const ActiveContext& active, ContextFlags flags) {
  if (!flags.override_protected && result->has_protected_terms()) {
    refuse(ErrorCode::invalid_context_nullification,
           "null would remove protected terms; only the scoped context of a property may do this");
  }
  const auto before = result;
  result = clone(*make_initial_context(active.original_base_url, active.original_base_url));
  if (!flags.propagate) result->previous = before;
}

}  // namespace

ContextPtr ContextProcessor::process(const ContextPtr& active, Value local, const std::optional<std::string>& base_url,
                                     ContextFlags flags) {
  std::string key = key_of(active.get(), base_url, flags);
  write_json(key, local);
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second.result;
  ContextPtr result = process_in_chain(active, local, base_url, flags, {});
  keep(std::move(key), {active, nullptr, result});
  return result;
}

ContextPtr ContextProcessor::process_scoped(const ContextPtr& active, const ScopedContext& scoped, ContextFlags flags) {
  std::string key = key_of(active.get(), scoped.base_url, flags);
  key += std::to_string(reinterpret_cast<std::uintptr_t>(scoped.local.get()));
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second.result;
  ContextPtr result = process_in_chain(active, scoped.local->value, scoped.base_url, flags, {});
  keep(std::move(key), {active, std::make_shared<ScopedContext>(scoped), result});
  return result;
}

void ContextProcessor::keep(std::string key, Kept kept) {
  if (kept_.size() >= kMostKeptContexts) kept_.clear();
  kept_.emplace(std::move(key), std::move(kept));
}

ContextPtr ContextProcessor::process_in_chain(const ContextPtr& active, Value local,
                                              const std::optional<std::string>& base_url, ContextFlags flags,
                                              const RemoteChain& chain) {
  Result result = clone(*active);
  if (const Value propagate = local.at("@propagate"); propagate.is_boolean()) flags.propagate = propagate.boolean();
  if (!flags.propagate && !result->previous) result->previous = active;
  Arena arena;
  const Value contexts = as_array(local, arena);
  for (const Value context : contexts.items()) {
    if (context.is_null()) {
      nullify(result, *active, flags);
    } else if (context.is_string()) {
      apply_remote(result, context.text(), base_url, flags, chain);
    } else if (context.is_object()) {
      apply_definition(result, context, base_url, flags, chain);
    } else {
      refuse(ErrorCode::invalid_local_context,
             "a context is an object, the IRI of one, null, or an array of these; not {}",
             name_with_article(context.kind()));
    }
  }
  return result;
}

// Step 5.2.
void ContextProcessor::apply_remote(Result& result, std::string_view reference,
                                    const std::optional<std::string>& base_url, ContextFlags flags,
                                    const RemoteChain& chain) {
  const std::string url = base_url ? resolve_iri(*base_url, reference) : std::string(reference);
  if (!has_scheme(url)) {
    refuse(ErrorCode::loading_document_failed, "the context '{}' is a relative reference, and there is no base IRI",
           url);
  }
  if (std::find(chain.begin(), chain.end(), url) != chain.end()) {
    if (!flags.validate_scoped_context) return;
    refuse(ErrorCode::context_overflow, "the context <{}> includes itself", url);
  }
  if (chain.size() >= remote_.limits().deepest) {
    refuse(ErrorCode::context_overflow, "contexts name contexts more than {} deep, at <{}>", remote_.limits().deepest,
           url);
  }
  const RemoteContext remote = remote_.load(url);
  RemoteChain longer = chain;
  longer.push_back(url);
  ContextFlags inner;
  inner.validate_scoped_context = flags.validate_scoped_context;
  const ContextPtr processed =
      process_in_chain(result, remote.document->value.at("@context"), remote.url, inner, longer);
  result = clone(*processed);
}

// Step 5.6: the entries of `context` and, for other keys, those of the imported context.
Value ContextProcessor::import_into(Value context, const std::optional<std::string>& base_url, Arena& arena) {
  const Value reference = context.at("@import");
  if (mode_ == ProcessingMode::json_ld_1_0) {
    refuse(ErrorCode::invalid_context_entry, "@import is not part of JSON-LD 1.0");
  }
  if (!reference.is_string()) {
    refuse(ErrorCode::invalid_import_value, "@import must be the IRI of a context, not {}",
           name_with_article(reference.kind()));
  }
  const std::string url = base_url ? resolve_iri(*base_url, reference.text()) : std::string(reference.text());
  const RemoteContext remote = remote_.load(url);
  const Value imported = remote.document->value.at("@context");
  if (!imported.is_object()) {
    refuse(ErrorCode::invalid_remote_context, "the context <{}>, which @import names, must be one object", url);
  }
  if (imported.has("@import")) {
    refuse(ErrorCode::invalid_context_entry, "the imported context <{}> may not have an @import itself", url);
  }
  const Value merged = deep_copy(imported, arena);
  for (const Member& member : context.members()) merged.set(arena, member.key, member.value);
  return merged;
}

// Steps 5.5 to 5.13.
void ContextProcessor::apply_definition(Result& result, Value context, const std::optional<std::string>& base_url,
                                        ContextFlags flags, const RemoteChain& chain) {
  Arena arena;
  check_version(context, mode_);
  if (context.has("@import")) context = import_into(context, base_url, arena);
  if (chain.empty()) set_base(*result, context);
  set_vocabulary(*result, context, mode_);
  set_default_language(*result, context);
  set_default_direction(*result, context, mode_);
  check_propagate(context, mode_);
  TermCreator creator(*this, result, context, base_url, flags, chain);
  for (const Member& member : context.members()) {
    if (!is_context_entry(member.key)) creator.create(member.key);
  }
}

}  // namespace quadrille::jsonld
