#pragma once

// A Canonicalizer makes the canonical document of the quads that it is given (RDF Dataset Canonicalization, RDFC-1.0,
// Recommendation of May 2024). It is a QuadSink, so that any reader can fill it:
//
//   canonical::Canonicalizer canonicalizer;                      // or {.hash = HashAlgorithm::sha384, ...}
//   for (const InputFile& file : files) {
//     read_file(file, options, errors, canonicalizer);
//     canonicalizer.next_document();
//   }
//   canonicalizer.finish().write([&](std::string_view lines) { out.write(lines); });
//
// One reader at a time: QuadView::same_subject is about the quad before. A label names one blank node until
// next_document(), so parts of one document, such as the lines that several processes have written of one database, are
// read without it. Quads may come in any order; equal quads count once.
//
// Memory: 16 bytes a quad, at most 48 while their number grows, and for a different term its text and 32 bytes. With
// blank nodes also 76 bytes for each of them, and 4 for each quad in which it is. All is in memory: a dataset
// has no canonical label before its last quad is known. Cost: a hash look-up for each term, sorting terms and quads;
// blank nodes: issue_labels.hpp.

#include <memory>
#include <vector>

#include "loader/canonical/canonical_document.hpp"
#include "loader/canonical/options.hpp"
#include "loader/canonical/term_numbers.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::canonical {

// The most quads, equal ones included: places of quads have 32 bits.
inline Limit most_quads("canonical-quads", ~std::uint32_t{0});

class Canonicalizer : public QuadSink {
 public:
  explicit Canonicalizer(CanonicalOptions options = {});

  // Error (user) if the quad has a triple term, which RDFC-1.0 does not define; (memory) if there are too many
  // quads or terms.
  void quad(const QuadView& quad) override;

  // The bytes that finish() takes for these quads, about, without what labels of nodes that look alike take.
  std::size_t needed_bytes() const { return quads_.size() * kBytesOfQuad + terms_->needed_bytes(); }

  // The labels of blank nodes in later quads name other nodes.
  void next_document() { terms_->next_document(); }

  // Local. Once, after all quads. Error (user) if the blank nodes need more steps than allowed; (cancelled).
  CanonicalDocument finish();

 private:
  static constexpr std::size_t kBytesOfQuad = 48;

  CanonicalOptions options_;
  std::unique_ptr<TermNumbers> terms_ = std::make_unique<TermNumbers>();
  std::vector<RankedQuad> quads_;
};

}  // namespace quadrille::canonical
