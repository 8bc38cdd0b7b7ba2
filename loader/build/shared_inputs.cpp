#include "loader/build/shared_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "loader/build/file_graphs.hpp"
#include "loader/build/file_heads.hpp"
#include "loader/build/shared_files.hpp"
#include "loader/build/turtle_cuts.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace {

// Different lists (a folder that changes meanwhile, hosts that see different files) would make a wrong database.
void require_equal_lists(pgas::Team& team, const std::vector<InputFile>& files) {
  std::string text;
  for (const InputFile& file : files) text += fmt::format("{} {}\n", file.path, file.size_bytes);
  const std::size_t hash = std::hash<std::string>()(text);
  if (team.min(hash) != team.max(hash)) {
    fail(ErrorKind::io, "the images see different input files; all hosts need the same files at the same paths");
  }
}

// A file may be missing on only one host.
std::vector<InputFile> list_inputs_here(pgas::Team& team, const BuildOptions& options,
                                        std::vector<std::string>& left_out) {
  try {
    return list_input_files(options.inputs, options.format, &left_out);
  } catch (const Error& error) {
    if (team.is_one_group()) throw;
    throw Error(error.kind(), fmt::format("{} (on host {})", error.what(), host_name()));
  }
}

}  // namespace

void SharedInputs::list() {
  pgas::Team& team = context_.team();
  const BuildOptions& options = context_.options();
  if (team.is_first() && !options.rejects.empty()) AsideFile(options.rejects);  // checks early that it can be written
  std::vector<std::string> left_out;
  files_ = list_inputs_here(team, options, left_out);
  require_equal_lists(team, files_);
  context_.report.skipped.left_out = describe_left_out(left_out);
  if (team.is_first()) context_.tell(context_.report.skipped.left_out);
  graphs_ = graphs_of_files(files_, options);
}

void SharedInputs::spool_rejects(const std::filesystem::path& spool) {
  if (!context_.options().rejects.empty()) spool_.emplace(spool, context_.team().rank());
}

std::uint64_t SharedInputs::bytes() const {
  const auto& generated = context_.options().generated;
  std::uint64_t bytes = generated ? generated_bytes(*generated) : 0;
  for (const InputFile& file : files_) bytes += file.size_bytes;
  return bytes;
}

void SharedInputs::read(TermTable& terms, QuadLog& log, const std::function<bool()>& relieve) {
  const BuildOptions& options = context_.options();
  watch_.restart();
  context_.begin(BuildStep::read_rdf, bytes());
  const std::vector<SyntaxErrorAt> unfit = check_heads(context_, files_);
  const std::vector<FrameCuts> frames = cut_frames(context_, files_, options.range_bytes);
  std::vector<TurtleParts> turtle = cut_turtle(context_, files_, options.range_bytes);
  const IngestPlan plan = plan_ingest(files_, options.range_bytes, frames, options.generated.get(), std::move(turtle));
  mine_ =
      ingest_items(context_, {files_, graphs_, triple_terms_}, plan, terms, log, spool_ ? &*spool_ : nullptr, relieve);
  mine_.unread.insert(mine_.unread.begin(), unfit.begin(), unfit.end());
}

// Gathers lines of all images for the report.
void SharedInputs::gather_lines(const std::string& mine, std::vector<std::string>& all) {
  for (const std::string& theirs : context_.team().all_gather_bytes(mine)) {
    std::istringstream each(theirs);
    for (std::string line; std::getline(each, line);) all.push_back(line);
  }
}

void SharedInputs::report(std::uint64_t rows) {
  pgas::Team& team = context_.team();
  BuildReport& report = context_.report;
  std::string unread, warnings;
  for (const SyntaxErrorAt& error : mine_.unread) unread += unread_rest(error) + '\n';
  for (const std::string& warning : mine_.warnings) warnings += warning + '\n';
  gather_lines(unread, report.skipped.unread_files);
  gather_lines(warnings, report.skipped.warnings);
  const double images = team.size();
  const double read_seconds = team.sum(mine_.read_seconds) / images;
  const double ingest_seconds = team.sum(mine_.ingest_seconds) / images;
  report.input_bytes = team.sum(mine_.bytes);
  report.quads_read = team.sum(rows);
  report.skipped.rejects = team.sum(mine_.rejects);
  const double waiting = watch_.seconds() - read_seconds - ingest_seconds;
  report[BuildStep::ingest_quads] = {ingest_seconds, report.quads_read};
  report[BuildStep::read_rdf] = {read_seconds, report.input_bytes};
  report[BuildStep::sync_quads] = {std::max(0.0, waiting), report.quads_read};
}

void SharedInputs::end_steps() {
  for (const BuildStep step : {BuildStep::read_rdf, BuildStep::ingest_quads, BuildStep::sync_quads}) context_.end(step);
}

void SharedInputs::write_rejects() {
  if (spool_) spool_->collect(context_.team(), context_.options().rejects);
}

}  // namespace quadrille
