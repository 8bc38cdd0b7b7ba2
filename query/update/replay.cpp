#include "query/update/replay.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/log/change_block.hpp"
#include "quadstore/log/change_text.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/sort_rows.hpp"
#include "query/update/closure.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/send_records.hpp"
#include "query/update/term_numbers.hpp"
#include "query/update/triple_rows.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::query {

namespace {

// A line as this image has read it; terms are numbers.
struct ReadLine {
  std::array<std::uint32_t, 4> terms;  // kNoGraph: the default graph
  std::uint32_t clears = 0;            // number of lines on whole graphs before it, in its version and instance
  std::uint64_t version_and_sign = 0;  // | version : 63 | insert : 1 |
};

// A line on whole graphs. All instances of a version have the same lines of this kind in the same order, so (version,
// number) identifies a line wherever it is read.
struct Clear {
  std::uint64_t version = 0;
  std::uint64_t number = 0;  // among those of the version
  ChangeScope scope = ChangeScope::default_graph;
  Huri graph;  // of a named one

  auto place() const { return std::pair(version, number); }
};
static_assert(std::is_trivially_copyable_v<Clear>);

// A line sent to the owner of its subject: the quad, then | version : 63 | insert : 1 |, then its epoch. The later
// version counts; within a version, the later line.
using Line = Row<6>;

Quad quad_of(const Line& line) {
  return {line[0], line[1], line[2], line[3]};
}
std::uint64_t version_and_sign(const Line& line) {
  return line[4].bits();
}
bool inserts(const Line& line) {
  return (version_and_sign(line) & 1) != 0;
}
std::uint64_t epoch(const Line& line) {
  return line[5].bits();
}

// The lines of one image: local, one part after the other.
class LinesReader {
 public:
  explicit LinesReader(RecoveryFaults* faults) : faults_(faults) {}

  void read(const VersionLines& part) {
    if (part.version != version_ || part.source != source_) clears_here_ = 0;
    version_ = part.version;
    source_ = part.source;
    is_change_block(part.lines) ? read_block(part) : read_text(part);
  }

  const TermNumbers& terms() const { return terms_; }
  std::vector<Huri>& huris() { return huris_; }
  std::vector<ReadLine>& lines() { return lines_; }
  // Lines on named graphs have the numbers of their terms.
  std::vector<std::pair<Clear, std::uint32_t>>& clears() { return clears_; }

 private:
  void read_block(const VersionLines& part) {
    std::vector<std::uint32_t> numbers;
    read_change_block(
        part.lines, part.source, [&](const TermView& term) { numbers.push_back(number_of(term, part)); },
        [&](const PackedChange& change) {
          const std::uint32_t graph = change.graph == kNoGraph ? kNoGraph : numbers[change.graph];
          add({numbers[change.subject], numbers[change.predicate], numbers[change.object], graph}, change.insert);
        });
  }

  void read_text(const VersionLines& part) {
    ChangeReader changes(part.lines, part.source);
    while (const auto change = changes.next()) {
      const std::uint32_t graph = change->graph ? number_of(*change->graph, part) : kNoGraph;
      if (change->scope != ChangeScope::quad) {
        clears_.push_back({{version_, clears_here_++, change->scope, kUnbound}, graph});
        continue;
      }
      add({number_of(change->subject, part), number_of(change->predicate, part), number_of(change->object, part),
           graph},
          change->insert);
    }
  }

  void add(const std::array<std::uint32_t, 4>& terms, bool insert) {
    lines_.push_back({terms, clears_here_, version_ << 1 | (insert ? 1 : 0)});
  }

  // Blank nodes get their HURIs at once.
  std::uint32_t number_of(const TermView& term, const VersionLines& part) {
    const std::uint32_t number = terms_.of(term);
    if (number >= huris_.size()) huris_.push_back(kUnbound);
    if (term.kind != TermKind::blank) return number;
    const auto counter = blank_counter(term.text);
    if (!counter) fail(ErrorKind::io, "{}: _:{} is not a blank node of this database", part.source.string(), term.text);
    if (faults_ != nullptr && *counter >= part.next_blank) {
      faults_->add(fmt::format("{}: version {} has _:{}, but only blank nodes below b{} existed then",
                               part.source.string(), part.version, term.text, part.next_blank));
    }
    huris_[number] = FreshBlanks::huri(*counter);
    return number;
  }

  RecoveryFaults* const faults_;
  TermNumbers terms_;
  std::vector<Huri> huris_;  // by number; set for blank nodes only
  std::vector<ReadLine> lines_;
  std::vector<std::pair<Clear, std::uint32_t>> clears_;
  std::uint64_t version_ = 0;
  std::filesystem::path source_;
  std::uint32_t clears_here_ = 0;
};

// The lines on whole graphs of all images, in their order. The epoch of a quad's line is the number, from 1 on, of the
// last of them before it that concerns the quad; 0: there is none. A quad does not exist unless a line of its last
// epoch inserts it.
class Epochs {
 public:
  explicit Epochs(std::vector<Clear> clears) : clears_(std::move(clears)) {
    const auto before = [](const Clear& a, const Clear& b) { return a.place() < b.place(); };
    std::sort(clears_.begin(), clears_.end(), before);
    const auto same = [](const Clear& a, const Clear& b) { return a.place() == b.place(); };
    clears_.erase(std::unique(clears_.begin(), clears_.end(), same), clears_.end());
    for (std::size_t place = 0; place < clears_.size(); ++place) {
      if (clears_[place].scope == ChangeScope::named_graph) graphs_[clears_[place].graph].push_back(place + 1);
      if (clears_[place].scope == ChangeScope::default_graph) default_.push_back(place + 1);
      if (clears_[place].scope == ChangeScope::named_graphs) named_.push_back(place + 1);
    }
  }

  std::uint64_t of(Huri graph, std::uint64_t version, std::uint64_t clears_before) const {
    if (clears_.empty()) return 0;
    const auto is_before = [](const Clear& clear, std::uint64_t its) { return clear.version < its; };
    const auto first = std::lower_bound(clears_.begin(), clears_.end(), version, is_before);
    return last_to(graph, static_cast<std::uint64_t>(first - clears_.begin()) + clears_before);
  }
  std::uint64_t last(Huri graph) const { return last_to(graph, clears_.size()); }

  GraphKinds kinds() const { return {!default_.empty(), !named_.empty()}; }
  // The named graphs that were cleared individually, ascending.
  std::vector<Huri> graphs() const {
    std::vector<Huri> graphs;
    for (const auto& [graph, places] : graphs_) graphs.push_back(graph);
    return graphs;
  }

 private:
  static std::uint64_t last_to(const std::vector<std::uint64_t>& places, std::uint64_t most) {
    const auto after = std::upper_bound(places.begin(), places.end(), most);
    return after == places.begin() ? 0 : *(after - 1);
  }
  std::uint64_t last_to(Huri graph, std::uint64_t most) const {
    if (graph == kDefaultGraph) return last_to(default_, most);
    const auto own = graphs_.find(graph);
    return std::max(last_to(named_, most), own == graphs_.end() ? 0 : last_to(own->second, most));
  }

  std::vector<Clear> clears_;
  std::vector<std::uint64_t> default_, named_;  // places from 1 on
  std::map<Huri, std::vector<std::uint64_t>> graphs_;
};

class Replay {
 public:
  Replay(const Writer& writer, DatasetStatePtr before, std::span<const VersionLines> read, RecoveryFaults* faults,
         const ReplayWatch& watch)
      : writer_(writer), before_(std::move(before)), read_(read), faults_(faults), watch_(watch) {}

  DatasetStatePtr run(std::uint64_t version) {
    pgas::Team& team = writer_.team;
    pgas::QueryArena arena(team.heap());
    DatasetStatePtr after;
    team.run([&] {
      std::vector<Line> lines = to_lines(arena);
      const std::vector<Line> own = at_owners(arena, std::move(lines));
      if (faults_ != nullptr) look_for_idle(own, before_->snapshot.in(View::stated));
      const bool has_rules = writer_.closure != nullptr;
      const Snapshot seen = before_->snapshot.in(has_rules ? View::stated : View::all);
      QuadChanges asked = in_the_end(own);
      asked.terms = std::move(triples_);
      if (has_rules) asked = without_clears(arena, seen, std::move(asked));
      QuadChanges changes = effective(std::move(asked), seen, part(kSorted, kMembership));
      look(kMembership);
      if (has_rules) changes = in_marks(changes, before_->snapshot);
      DatasetState next =
          next_state(team, arena, *before_, changes, version, writer_.levels, part(kMembership, 1), has_rules);
      if (has_rules) next.unclosed = unclosed_after(*before_, changes.marked);
      if (writer_.follower != nullptr) {
        writer_.follower->share_terms(team);
        next.whole = writer_.follower->follow(team, before_->whole, changes, version, writer_.levels, has_rules);
      }
      team.barrier();  // nobody reads the levels of the state that goes
      after = std::make_shared<const DatasetState>(std::move(next));
    });
    return after;
  }

 private:
  // The share of the work that is done after each step.
  static constexpr double kRead = 0.25, kInterned = 0.4, kLines = 0.45, kSorted = 0.6, kMembership = 0.65;
  static constexpr std::size_t kBetweenLooks = 65536;

  // Local.
  void look(double share) const {
    if (watch_) watch_(share);
  }
  // Called now and then in a step that goes from one share to another.
  void look(double from, double to, std::size_t done, std::size_t all) const {
    if (done % kBetweenLooks == 0) look(from + (to - from) * static_cast<double>(done) / static_cast<double>(all));
  }
  ShareWatch part(double from, double to) const {
    return [this, from, to](double share) { look(from + (to - from) * share); };
  }

  std::vector<Line> to_lines(pgas::QueryArena& arena) {
    LinesReader reader(faults_);
    for (std::size_t part = 0; part < read_.size(); ++part) {
      look(kRead * static_cast<double>(part) / static_cast<double>(read_.size()));
      reader.read(read_[part]);
    }
    intern(arena, reader);
    gather_clears(reader);
    std::vector<Line> lines;
    lines.reserve(reader.lines().size());
    std::size_t done = 0;
    for (const ReadLine& read : reader.lines()) {
      look(kInterned, kLines, done++, reader.lines().size());
      const auto huri = [&](std::size_t column) { return reader.huris()[read.terms[column]]; };
      const Huri graph = read.terms[3] == kNoGraph ? kDefaultGraph : huri(3);
      const std::uint64_t its = epochs_->of(graph, read.version_and_sign >> 1, read.clears);
      if (faults_ == nullptr && its < epochs_->last(graph)) continue;  // deleted later
      lines.push_back({huri(0), huri(1), huri(2), graph, Huri(read.version_and_sign), Huri(its)});
    }
    return lines;
  }

  void intern(pgas::QueryArena& arena, LinesReader& reader) {
    DeltaInterner interner(writer_.team, arena, writer_.dictionary, writer_.vocabulary);
    const std::size_t all = reader.terms().size(), most = writer_.team.max(all);
    for (std::size_t begin = 0; begin < most; begin += kBetweenLooks) {
      look(kRead, kInterned, begin, most);
      const std::size_t from = std::min(begin, all);
      intern_some(interner, reader, from, std::min(from + kBetweenLooks, all));
    }
    QuadChanges rows;
    add_triple_rows(writer_.team, arena, before_->snapshot.shards(), interner, rows);
    triples_ = std::move(rows.terms);
  }

  // Collective.
  static void intern_some(DeltaInterner& interner, LinesReader& reader, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> places;
    std::vector<TermView> terms;
    for (auto number = static_cast<std::uint32_t>(begin); number < end; ++number) {
      if (reader.terms().term(number).kind == TermKind::blank) continue;
      places.push_back(number);
      terms.push_back(reader.terms().term(number));
    }
    std::vector<Huri> huris(terms.size());
    interner.intern(terms, huris);
    for (std::size_t place = 0; place < places.size(); ++place) reader.huris()[places[place]] = huris[place];
  }

  void gather_clears(LinesReader& reader) {
    std::string mine;
    for (auto& [clear, graph] : reader.clears()) {
      if (clear.scope == ChangeScope::named_graph) clear.graph = reader.huris()[graph];
      append_word(mine, clear);
    }
    std::vector<Clear> all;
    for (const std::string& theirs : writer_.team.all_gather_bytes(mine)) {
      const std::size_t count = theirs.size() / sizeof(Clear);
      all.resize(all.size() + count);
      copy_bytes(all.data() + all.size() - count, theirs.data(), theirs.size());
    }
    epochs_.emplace(std::move(all));
  }

  // Sorts by shard and kind of graph, quad, version: stable, so lines of a version stay in their order.
  std::vector<Line> at_owners(pgas::QueryArena& arena, std::vector<Line> lines) {
    const std::uint32_t shards = before_->snapshot.shards();
    const auto owner = [&](const Line& line) {
      return member_of_shard(shard_of(line[0], shards), writer_.team.size(), shards);
    };
    auto [own] = send_records<1, Line>(writer_.team, arena, {std::move(lines)}, owner);
    const auto version = [](const Line& line) { return version_and_sign(line) >> 1; };
    const auto older = [&](const Line& a, const Line& b) { return version(a) < version(b); };
    if (!std::is_sorted(own.begin(), own.end(), older)) std::stable_sort(own.begin(), own.end(), older);
    return in_owner_order(own, shards);
  }

  std::vector<Line> in_owner_order(const std::vector<Line>& lines, std::uint32_t shards) const {
    const auto bucket_of = [&](const Line& line) { return owner_bucket(quad_of(line), shards); };
    std::vector<std::size_t> ends(owner_buckets(shards) + 1);
    for (const Line& line : lines) ++ends[bucket_of(line) + 1];
    for (std::size_t bucket = 1; bucket < ends.size(); ++bucket) ends[bucket] += ends[bucket - 1];
    std::vector<Line> sorted(lines.size()), scratch(lines.size());
    for (const Line& line : lines) sorted[ends[bucket_of(line)]++] = line;
    std::size_t begin = 0;
    for (std::size_t bucket = 0; bucket + 1 < ends.size(); begin = ends[bucket++]) {
      if (begin == ends[bucket]) continue;
      look(kLines + (kSorted - kLines) * static_cast<double>(begin) / static_cast<double>(lines.size()));
      const std::span<Line> own(sorted.data() + begin, ends[bucket] - begin);
      sort_rows<6>(own, scratch, positions(Permutation::spog));
    }
    return sorted;
  }

  // Tests each line of a quad in turn: the first against the state, the first of another epoch against no quad.
  // Messages contain the terms that are available here.
  void look_for_idle(const std::vector<Line>& lines, const Snapshot& before) {
    std::vector<Quad> quads;
    for (const Line& line : lines) {
      if (quads.empty() || quads.back() != quad_of(line)) quads.push_back(quad_of(line));
    }
    const std::vector<bool> is_there = contains(before, quads);
    std::size_t place = 0;
    bool there = false;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const bool is_first = line == 0 || quad_of(lines[line]) != quad_of(lines[line - 1]);
      if (is_first) there = is_there[line == 0 ? 0 : ++place];
      if (epoch(lines[line]) != (is_first ? 0 : epoch(lines[line - 1]))) there = false;
      if (inserts(lines[line]) == there) {
        faults_->add(fmt::format("version {} of the log {} a quad that {}: {}", version_and_sign(lines[line]) >> 1,
                                 there ? "inserts" : "deletes", there ? "already exists" : "does not exist",
                                 text_of(quad_of(lines[line]))));
      }
      there = inserts(lines[line]);
    }
  }

  std::string text_of(const Quad& quad) const {
    std::string text;
    for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      if (huri == kDefaultGraph) continue;
      if (writer_.dictionary.holds(huri)) {
        append_ntriples(text, writer_.dictionary.term(huri).view());
      } else {
        text += fmt::format("{:016x}", huri.bits());
      }
      text += ' ';
    }
    return text + '.';
  }

  QuadChanges in_the_end(const std::vector<Line>& lines) const {
    QuadChanges changes;
    changes.clears = non_empty(before_->snapshot, epochs_->kinds());
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (line + 1 < lines.size() && lines[line + 1][0] == lines[line][0] &&
          quad_of(lines[line + 1]) == quad_of(lines[line])) {
        continue;
      }
      const Quad quad = quad_of(lines[line]);
      if (faults_ != nullptr && epoch(lines[line]) < epochs_->last(quad.graph)) continue;
      (inserts(lines[line]) ? changes.inserts : changes.deletes).push_back(quad);
    }
    if (!changes.clears.named_graphs) changes.clears_graphs = epochs_->graphs();
    return changes;
  }

  // A backup of a database whose rules have changed may have lines that clear graphs.
  QuadChanges without_clears(pgas::QueryArena& arena, const Snapshot& stated, QuadChanges asked) const {
    if (!asked.clears_any()) return asked;
    QueryDictionary terms(writer_.team, arena, writer_.dictionary, {});
    const StateContext context(writer_.team, arena, stated, terms);
    return query::without_clears(context, stated, std::move(asked));
  }

  const Writer& writer_;
  const DatasetStatePtr before_;
  const std::span<const VersionLines> read_;
  RecoveryFaults* const faults_;
  const ReplayWatch& watch_;
  std::vector<Quad> triples_;  // rows of triple terms that the lines have, of this image's shards
  std::optional<Epochs> epochs_;
};

}  // namespace

DatasetStatePtr replay(const Writer& writer, DatasetStatePtr before, std::span<const VersionLines> lines,
                       std::uint64_t version, RecoveryFaults* faults, const ReplayWatch& watch) {
  return Replay(writer, std::move(before), lines, faults, watch).run(version);
}

}  // namespace quadrille::query
