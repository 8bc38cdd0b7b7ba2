#pragma once

// Read RDF and Ingest Quads, one image's part: takes work items until there are none, and reads them into its terms and
// rows. Local, but the items are shared: each is read by one image.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "loader/build/build_context.hpp"
#include "loader/build/ingest_plan.hpp"
#include "loader/build/ingest_rejects.hpp"
#include "loader/build/row_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

struct IngestOutcome {
  double read_seconds = 0;    // in readers
  double ingest_seconds = 0;  // in the term table and the log
  std::uint64_t bytes = 0;    // of the items, as files have them; what was generated is counted as it came
  std::uint64_t rejects = 0;
  std::vector<SyntaxErrorAt> unread;  // errors that ended their files
};

// The files of a build, and by file the graph of its triples (file_graphs.hpp).
struct IngestInput {
  std::span<const InputFile> files;
  std::span<const std::string> graphs;
};

// `spool` may be nullptr: then rejects are only counted. `relieve` is called after every batch of quads; it may take
// rows and terms away, to where there is more room, and says whether the terms have gone. Throws Error(syntax) at the
// first malformed statement unless options().on_error is skip.
IngestOutcome ingest_items(BuildContext& context, const IngestInput& input, const IngestPlan& plan, TermTable& terms,
                           QuadLog& log, RejectSpool* spool, const std::function<bool()>& relieve);

}  // namespace quadrille
