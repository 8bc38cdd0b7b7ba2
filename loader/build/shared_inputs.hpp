#pragma once

// SharedInputs reads the inputs of a build, or of a load without a server, on all images together. Each image reads a
// part of them into its own terms and rows.
//
//   SharedInputs inputs(context);
//   inputs.list();                        files, their graphs, files left out
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
#include "loader/build/quad_log.hpp"
#include "loader/build/term_table.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

class SharedInputs {
 public:
  // Local. `context` outlives it, and so do its options.
  explicit SharedInputs(BuildContext& context, TripleTermsAs triple_terms = TripleTermsAs::rows)
      : context_(context), triple_terms_(triple_terms) {}

  // Collective. Fails on all images with the same error if a file is missing, or if hosts see different files.
  void list();
  // Local; called if the options name a file of rejects. Until write_rejects() an image keeps the statements that it
  // skips in SPOOL-N.spool, which all hosts can read.
  void spool_rejects(const std::filesystem::path& spool);
  // Collective, within Team::run. Checks the heads of the files, then reads them. `relieve`: ingest.hpp.
  void read(TermTable& terms, QuadLog& log, const std::function<bool()>& relieve);
  // Collective. `rows`: the number that this image has read. Reading and ingesting alternate; the seconds of each are
  // the mean over the images, and the remaining time is waiting.
  void report(std::uint64_t rows);
  // Local. Ends the reported steps in the progress display.
  void end_steps();
  // Collective. Completes the file of rejects, if one is wanted.
  void write_rejects();

  std::span<const InputFile> files() const { return files_; }
  std::uint64_t bytes() const;  // of all files with a known size

 private:
  void gather_lines(const std::string& mine, std::vector<std::string>& all);

  BuildContext& context_;
  const TripleTermsAs triple_terms_;
  std::vector<InputFile> files_;
  std::vector<std::string> graphs_;  // by file, of their triples
  std::optional<RejectSpool> spool_;
  Stopwatch watch_;
  IngestOutcome mine_;
};

}  // namespace quadrille
