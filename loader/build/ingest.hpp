#pragma once

// Read RDF and Ingest Quads on one image: takes work items until none are left, and reads them into the image's terms
// and rows. Local, but the list of items is shared: one image reads each item.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "loader/build/build_context.hpp"
#include "loader/build/ingest_plan.hpp"
#include "loader/build/ingest_quads.hpp"
#include "loader/build/ingest_rejects.hpp"
#include "loader/build/quad_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

struct IngestOutcome {
  double read_seconds = 0;    // in readers
  double ingest_seconds = 0;  // in the term table and the log
  std::uint64_t bytes = 0;    // of the items, as stored in files; generated input: as generated
  std::uint64_t rejects = 0;
  std::vector<SyntaxErrorAt> unread;  // errors that ended their files
  std::vector<std::string> warnings;
};

// The files of a build, and the graph of each file's triples (file_graphs.hpp).
struct IngestInput {
  std::span<const InputFile> files;
  std::span<const std::string> graphs;
  TripleTermsAs triple_terms = TripleTermsAs::rows;
};

// If `spool` is nullptr, rejects are only counted. `relieve` is called after every batch of quads. It may move rows and
// terms to disk, and returns whether it has moved the terms. Throws Error(syntax) at the first malformed statement
// unless options().on_error is skip.
IngestOutcome ingest_items(BuildContext& context, const IngestInput& input, const IngestPlan& plan, TermTable& terms,
                           QuadLog& log, RejectSpool* spool, const std::function<bool()>& relieve);

}  // namespace quadrille
