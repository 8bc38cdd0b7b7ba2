#include "loader/build/ingest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "loader/build/ingest_quads.hpp"
#include "loader/rdf/line_reader.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille {

namespace {

// Adds the number of bytes read to `bytes`.
class CountedSource final : public ByteSource {
 public:
  CountedSource(std::unique_ptr<ByteSource> source, std::uint64_t& bytes) : source_(std::move(source)), bytes_(bytes) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t got = source_->read(to);
    bytes_ += got;
    return got;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::uint64_t& bytes_;
};

class ItemReader {
 public:
  ItemReader(BuildContext& context, const IngestInput& input, TermTable& terms, QuadLog& log, RejectSpool* spool,
             const std::function<bool()>& relieve)
      : context_(context),
        files_(input.files),
        graphs_(input.graphs),
        spool_(spool),
        read_options_{context.options().base, context.options().graph, context.options().contexts.get(),
                      context.options().rdf_star},
        relieve_(relieve),
        ingest_(
            terms, log, [this](std::uint64_t rows) { end_batch(rows); }, input.triple_terms) {}

  void read(std::uint64_t number, const IngestItem& item, const IngestPlan& plan) {
    ErrorPolicy errors = policy(number);
    item_bytes_ = item.bytes;
    read_ = told_ = 0;
    ingest_.begin_document(item.file);
    read_options_.default_graph = item.piece ? context_.options().graph : graphs_[item.file];
    if (item.piece) {
      outcome_.bytes += read_piece(*item.piece, errors);
    } else {
      read_document(item, plan, errors);
      outcome_.bytes += item.bytes;
    }
    outcome_.rejects += errors.rejects();
    context_.pulse(item.bytes - told_);
    item_bytes_ = 0;
  }

  IngestOutcome finish(const Stopwatch& watch) {
    ingest_.flush();
    outcome_.read_seconds = watch.seconds() - ingest_.seconds();
    outcome_.ingest_seconds = ingest_.seconds();
    return std::move(outcome_);
  }

 private:
  void end_batch(std::uint64_t rows) {
    context_.pulse(news(), rows);
    if (relieve_()) ingest_.forget_terms();
  }

  // The bytes of the item read since the last call, if the item is a whole file.
  std::uint64_t news() {
    const std::uint64_t now = std::min(read_.load(std::memory_order_relaxed), item_bytes_);
    return now - std::exchange(told_, now);
  }

  void read_document(const IngestItem& item, const IngestPlan& plan, ErrorPolicy& errors) {
    const InputFile& file = files_[item.file];
    if (item.is_range) {
      scan_range(file, item.range, lines_of(item.file), read_options_, errors,
                 [&](const QuadView& quad) { ingest_.quad(quad); });
    } else if (item.turtle_part) {
      read_turtle_part(file, plan.turtle[item.file], *item.turtle_part, read_options_, errors, ingest_);
    } else {
      read_file(file, read_options_, errors, ingest_, &read_);
    }
  }

  // Reads a piece of the generated input. Returns its size.
  std::uint64_t read_piece(std::uint64_t piece, ErrorPolicy& errors) {
    const GeneratedInput& generated = *context_.options().generated;
    const InputFile file{fmt::format("{}, piece {}", generated.name(), piece), {Syntax::ntriples, Compression::none}};
    std::uint64_t bytes = 0;
    auto source = std::make_unique<CountedSource>(generated.open(piece), bytes);
    LineReader reader(file, std::move(source), read_options_, errors);
    reader.read([&](const QuadView& quad) { ingest_.quad(quad); });
    return bytes;
  }

  ErrorPolicy policy(std::uint64_t item) {
    ErrorPolicy errors = policy_of_errors(item);
    errors.set_warnings([this](const SyntaxErrorAt& warning) { outcome_.warnings.push_back(to_string(warning)); });
    return errors;
  }

  ErrorPolicy policy_of_errors(std::uint64_t item) {
    if (context_.options().on_error == OnError::stop) return ErrorPolicy::stop();
    const auto take = [this, item](const SyntaxErrorAt& error) {
      if (error.ends_file) outcome_.unread.push_back(error);
      if (spool_ != nullptr) spool_->add(item, error);
    };
    if (spool_ == nullptr) return ErrorPolicy::skip(take);
    return ErrorPolicy::skip(take, [this, item](std::string_view rest) { spool_->add_rest(item, rest); });
  }

  // For the current file; an image comes to its ranges in order.
  LineCount& lines_of(std::uint32_t file) {
    if (!lines_ || lines_file_ != file) lines_.emplace(files_[file]);
    lines_file_ = file;
    return *lines_;
  }

  BuildContext& context_;
  const std::span<const InputFile> files_;
  const std::span<const std::string> graphs_;
  RejectSpool* spool_;
  ReadOptions read_options_;  // of the current item
  const std::function<bool()>& relieve_;
  QuadIngest ingest_;
  std::uint64_t item_bytes_ = 0;  // of the current item
  BytesRead read_ = 0;            // of its file
  std::uint64_t told_ = 0;        // the part of read_ that the pulse has counted
  IngestOutcome outcome_;
  std::optional<LineCount> lines_;
  std::uint32_t lines_file_ = 0;
};

// Across groups, taking a slice costs a message and its answer, up to a millisecond. So reading a slice should take
// tens of these, but each image should get several slices.
std::uint64_t least_slice_bytes(pgas::Team& team, const IngestPlan& plan) {
  constexpr std::uint64_t kEnoughBytes = 8 << 20, kSlicesAnImage = 16;
  if (team.is_one_group()) return 0;
  return std::min(kEnoughBytes, plan.bytes / (kSlicesAnImage * static_cast<std::uint64_t>(team.size())));
}

}  // namespace

IngestOutcome ingest_items(BuildContext& context, const IngestInput& input, const IngestPlan& plan, TermTable& terms,
                           QuadLog& log, RejectSpool* spool, const std::function<bool()>& relieve) {
  const Stopwatch watch;
  ItemReader reader(context, input, terms, log, spool, relieve);
  if (context.team().is_first()) {
    for (std::uint64_t number = 0; number < plan.for_first_image.size(); ++number) {
      reader.read(number, plan.for_first_image[number], plan);
    }
  }
  const std::vector<std::uint64_t> slices = cut_into_slices(plan.shared, least_slice_bytes(context.team(), plan));
  for (;;) {
    const std::uint64_t slice = context.take_slice();
    if (slice + 1 >= slices.size()) break;
    for (std::uint64_t item = slices[slice]; item < slices[slice + 1]; ++item) {
      reader.read(plan.for_first_image.size() + item, plan.shared[item], plan);
    }
  }
  return reader.finish(watch);
}

}  // namespace quadrille
