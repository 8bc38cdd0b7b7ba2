#include "server/mcp/schema_text.hpp"

#include <fmt/format.h>

namespace quadrille::server {

namespace {

constexpr std::size_t kMostRanges = 5;

std::string named(const std::string& term) {
  if (term.empty()) return "things without a class";
  return term.starts_with("_:") || term.starts_with('"') ? term : fmt::format("<{}>", term);
}

std::string ranges_text(const std::vector<SchemaRange>& ranges) {
  std::string text;
  for (std::size_t i = 0; i < ranges.size() && i < kMostRanges; ++i)
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", named(ranges[i].term), ranges[i].count);
  if (ranges.size() > kMostRanges) text += fmt::format(", {} more", ranges.size() - kMostRanges);
  return text;
}

// Lines under a heading, as long as there is room.
class Lines {
 public:
  explicit Lines(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  void begin(std::string heading, std::size_t most_bytes) {
    text_ += std::move(heading);
    end_ = std::min(most_bytes_, text_.size() + most_bytes);
    left_out_ = 0;
  }
  void add(const std::string& line) {
    if (left_out_ > 0 || text_.size() + line.size() > end_) {
      ++left_out_;
    } else {
      text_ += line;
    }
  }
  void end(std::string_view what) {
    if (left_out_ > 0) text_ += fmt::format("... and {} {} with fewer\n", left_out_, what);
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t most_bytes_, end_ = 0, left_out_ = 0;
  std::string text_;
};

}  // namespace

std::string schema_text(const Schema& schema, std::string_view of_class, std::size_t most_bytes) {
  Lines lines(most_bytes);
  if (!of_class.empty()) {
    lines.begin(fmt::format("What things of the class <{}> have (triples, predicate, what it leads to):\n", of_class),
                most_bytes / 2);
    for (const SchemaCombination& one : schema.combinations) {
      if (one.of_class == of_class)
        lines.add(fmt::format("{}\t<{}>\t{}\n", one.range.count, one.predicate, named(one.range.term)));
    }
    lines.end("combinations");
    lines.begin("What leads to them (triples, class, predicate):\n", most_bytes / 2);
    for (const SchemaCombination& one : schema.combinations) {
      if (!one.range.is_datatype && one.range.term == of_class)
        lines.add(fmt::format("{}\t{}\t<{}>\n", one.range.count, named(one.of_class), one.predicate));
    }
    lines.end("combinations");
    return lines.take();
  }
  lines.begin(fmt::format("{} triples, {} classes, {} predicates.\n\nClasses (things, class):\n", schema.triples(),
                          schema.classes.size(), schema.predicates.size()),
              most_bytes / 3);
  for (const SchemaClass& one : schema.classes) lines.add(fmt::format("{}\t{}\n", one.count, named(one.term)));
  lines.end("classes");
  lines.begin("\nPredicates (triples, predicate, what they lead to):\n", most_bytes / 3);
  for (const SchemaPredicate& one : schema.predicates)
    lines.add(fmt::format("{}\t<{}>\t{}\n", one.count, one.iri, ranges_text(one.ranges)));
  lines.end("predicates");
  if (!schema.is_whole) return lines.take();
  lines.begin("\nCombinations (triples, class of the subject, predicate, class or datatype of the object):\n",
              most_bytes / 3);
  for (const SchemaCombination& one : schema.combinations)
    lines.add(
        fmt::format("{}\t{}\t<{}>\t{}\n", one.range.count, named(one.of_class), one.predicate, named(one.range.term)));
  lines.end("combinations");
  return lines.take();
}

}  // namespace quadrille::server
