#include "loader/canonical/testing/canonical_text.hpp"

#include <array>
#include <optional>

#include "base/canonical_term.hpp"
#include "loader/canonical/canonicalizer.hpp"
#include "loader/rdf/read_file.hpp"

namespace quadrille::canonical::testing {

namespace {

CanonicalText finish(Canonicalizer& canonicalizer) {
  const CanonicalDocument document = canonicalizer.finish();
  CanonicalText result;
  document.write([&](std::string_view lines) { result.text += lines; });
  for (const CanonicalLabel& label : document.labels()) {
    result.labels[std::string(label.label)] = "c14n" + std::to_string(label.number);
  }
  return result;
}

}  // namespace

CanonicalText canonical_text(const Quads& quads, const CanonicalOptions& options) {
  Canonicalizer canonicalizer(options);
  for (const quadrille::testing::TextQuad& quad : quads) {
    std::array<TermBytes, 4> bytes;
    std::array<std::optional<TermView>, 4> terms;
    for (std::size_t i = 0; i < 4; ++i) {
      if (!quad[i].empty()) terms[i] = CanonicalTermReader(quad[i]).next(bytes[i]).value();
    }
    canonicalizer.quad({*terms[0], *terms[1], *terms[2], terms[3]});
  }
  return finish(canonicalizer);
}

CanonicalText canonical_text(const std::filesystem::path& file, const CanonicalOptions& options) {
  Canonicalizer canonicalizer(options);
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(list_input_files(std::vector{file.string()}).front(), {}, errors, canonicalizer);
  return finish(canonicalizer);
}

}  // namespace quadrille::canonical::testing
