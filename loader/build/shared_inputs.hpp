#pragma once

// The inputs of a build or of a load without a server, which all images read together, each some of it into terms and
// rows of its own.
//
//   SharedInputs inputs(context);
//   inputs.list();                        files, their graphs, what is left out
//   inputs.read(terms, log, relieve);     Read RDF, Ingest Quads
//   inputs.report(rows);                  the same on all images: bytes, quads, rejects, seconds of the steps
//   inputs.write_rejects();

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/ingest.hpp"
#include "loader/build/ingest_rejects.hpp"
#include "loader/build/row_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

class SharedInputs {
 public:
  // Local. `context` outlives it, and so do its options.
  explicit SharedInputs(BuildContext& context) : context_(context) {}

  // Collective. Fails alike on all images if a file is missing, or if hosts see different ones.
  void list();
  // Local, if the options name a file of rejects: until write_rejects() an image keeps what it skips in SPOOL-N.spool,
  // which all hosts see.
  void spool_rejects(const std::filesystem::path& spool);
  // Collective, within Team::run. Looks at the heads of the files, then reads them. `relieve`: ingest.hpp.
  void read(TermTable& terms, QuadLog& log, const std::function<bool()>& relieve);
  // Collective. `rows`: that this image has read. Reading and ingesting go hand in hand; the seconds of each are the
  // mean over the images, what is left is waiting.
  void report(std::uint64_t rows);
  // Local. Ends the steps that were reported, as progress shows them.
  void end_steps();
  // Collective. The file of rejects, if one is wanted, is complete.
  void write_rejects();

  std::span<const InputFile> files() const { return files_; }
  std::uint64_t bytes() const;  // of all, as far as it is known

 private:
  void gather_unread(const std::vector<SyntaxErrorAt>& mine);

  BuildContext& context_;
  std::vector<InputFile> files_;
  std::vector<std::string> graphs_;  // of their triples
  std::optional<RejectSpool> spool_;
  Stopwatch watch_;
  IngestOutcome mine_;
};

}  // namespace quadrille
