#pragma once

// Context processing (JSON-LD 1.1 API, 4.1): a local context, as in "@context", changes an active context.
//
//   active context + local context  -->  ContextProcessor::process()  -->  new active context
//                                         `-- remote contexts           `-- kept, for the same local context again
//
// Local; a processor belongs to one thread. Cost: linear in the terms of both contexts; a repeated local context costs
// writing it as JSON.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loader/jsonld/context/active_context.hpp"
#include "loader/jsonld/context/remote_contexts.hpp"

namespace quadrille::jsonld {

// json_ld_1_0 refuses what JSON-LD 1.1 added to contexts.
enum class ProcessingMode : std::uint8_t { json_ld_1_0, json_ld_1_1 };

struct ContextFlags {
  bool override_protected = false;
  bool propagate = true;
  bool validate_scoped_context = true;
};

// The IRIs of the remote contexts that are being processed, the outermost first.
using RemoteChain = std::vector<std::string>;

class ContextProcessor {
 public:
  // `remote` outlives the processor.
  explicit ContextProcessor(RemoteContexts& remote, ProcessingMode mode = ProcessingMode::json_ld_1_1)
      : remote_(remote), mode_(mode) {}

  // JsonLdError with the code of the specification.
  ContextPtr process(const ContextPtr& active, Value local, const std::optional<std::string>& base_url,
                     ContextFlags flags = {});
  // The scoped context of a term. It may change protected terms unless it is that of a type.
  ContextPtr process_scoped(const ContextPtr& active, const ScopedContext& scoped, ContextFlags flags);

  // Not kept. For the scoped contexts of term definitions, which are only checked.
  ContextPtr process_in_chain(const ContextPtr& active, Value local, const std::optional<std::string>& base_url,
                              ContextFlags flags, const RemoteChain& chain);
  ProcessingMode mode() const { return mode_; }

 private:
  using Result = std::shared_ptr<ActiveContext>;
  struct Kept {
    ContextPtr active;  // its address is part of the key
    std::shared_ptr<const ScopedContext> scoped;
    ContextPtr result;
  };

  void apply_remote(Result& result, std::string_view reference, const std::optional<std::string>& base_url,
                    ContextFlags flags, const RemoteChain& chain);
  void apply_definition(Result& result, Value context, const std::optional<std::string>& base_url, ContextFlags flags,
                        const RemoteChain& chain);
  Value import_into(Value context, const std::optional<std::string>& base_url, Arena& arena);
  void keep(std::string key, Kept kept);

  RemoteContexts& remote_;
  ProcessingMode mode_;
  StringMap<Kept> kept_;
};

}  // namespace quadrille::jsonld
