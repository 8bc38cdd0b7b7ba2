#include "query/update/replay.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "quadstore/log/change_text.hpp"
#include "quadstore/membership.hpp"
#include "query/update/data_quads.hpp"
#include "query/update/send_records.hpp"

namespace quadrille::query {

namespace {

// A line of the log: the later version, of one version the later line, decides. All lines of a quad and version stand
// in one instance, so one image sends them, in order.
struct Line {
  Quad quad;
  std::uint64_t version_and_sign = 0;  // | version : 63 | insert : 1 |
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
      const std::vector<Line> own = at_owners(arena, to_lines(arena));
      look(kOfSorting);
      const Snapshot& before = before_->snapshot;
      if (faults_ != nullptr) look_for_idle(own, before);
      const QuadChanges changes = effective(in_the_end(own), before);
      look(kOfMembership);
      DatasetState next = next_state(team, arena, *before_, changes, version, writer_.levels);
      team.barrier();  // nobody reads the levels of the state that goes
      after = std::make_shared<const DatasetState>(std::move(next));
    });
    return after;
  }

 private:
  // Shares of the work that are done after these steps.
  static constexpr double kOfReading = 0.5, kOfSorting = 0.7, kOfMembership = 0.8;

  // Collective.
  void look(double share) {
    writer_.team.agree(pgas::attempt([&] {
      if (watch_) watch_(share);
    }));
  }

  std::vector<Line> to_lines(pgas::QueryArena& arena) {
    pgas::Team& team = writer_.team;
    std::vector<Term> terms;  // by place; texts of the reader live for a line only
    std::unordered_map<std::string, std::size_t> places;
    std::vector<std::array<Huri, 4>> known;  // blank nodes and the default graph
    std::vector<std::array<std::size_t, 4>> asked;
    std::vector<Line> lines;
    const pgas::Outcome outcome = pgas::attempt([&] {
      std::string name;
      std::size_t parts = 0;
      for (const VersionLines& part : read_) {
        if (watch_) watch_(kOfReading * static_cast<double>(parts++) / static_cast<double>(read_.size()));
        ChangeReader changes(part.lines, part.source);
        while (const auto change = changes.next()) {
          std::array<Huri, 4> huris{};
          std::array<std::size_t, 4> numbers{};
          const auto note = [&](std::size_t column, const TermView& term) {
            if (term.kind == TermKind::blank) {
              const auto counter = blank_counter(term.text);
              if (!counter)
                fail(ErrorKind::io, "{}: no blank node of this database: _:{}", part.source.string(), term.text);
              if (faults_ != nullptr && *counter >= part.next_blank) {
                faults_->add(fmt::format("{}: version {} has _:{}, but only those below b{} were given out by then",
                                         part.source.string(), part.version, term.text, part.next_blank));
              }
              huris[column] = FreshBlanks::huri(*counter);
              return;
            }
            name.clear();
            append_ntriples(name, term);
            const auto [place, is_new] = places.emplace(name, terms.size());
            if (is_new) terms.emplace_back(term);
            numbers[column] = place->second;
          };
          note(0, change->subject), note(1, change->predicate), note(2, change->object);
          if (change->graph) {
            note(3, *change->graph);
          } else {
            huris[3] = kDefaultGraph;
          }
          known.push_back(huris);
          asked.push_back(numbers);
          lines.push_back({{}, part.version << 1 | (change->insert ? 1 : 0)});
        }
      }
    });
    team.agree(outcome);
    std::vector<TermView> views;
    for (const Term& term : terms) views.push_back(term.view());
    std::vector<Huri> huris(views.size());
    DeltaInterner(team, arena, writer_.dictionary, writer_.vocabulary).intern(views, huris);
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const auto huri = [&](std::size_t column) {
        const Huri found = known[line][column];
        return found.is_unbound() ? huris[asked[line][column]] : found;
      };
      lines[line].quad = {huri(0), huri(1), huri(2), huri(3)};
    }
    return lines;
  }

  std::vector<Line> at_owners(pgas::QueryArena& arena, std::vector<Line> lines) {
    const std::uint32_t shards = before_->snapshot.shards();
    const auto owner = [&](const Line& line) {
      return member_of_shard(shard_of(line.quad.subject, shards), writer_.team.size(), shards);
    };
    auto [own] = send_records<1, Line>(writer_.team, arena, {std::move(lines)}, owner);
    const OwnerOrder before(shards);
    std::stable_sort(own.begin(), own.end(), [&](const Line& a, const Line& b) {
      if (a.quad != b.quad) return before(a.quad, b.quad);
      return a.version_and_sign >> 1 < b.version_and_sign >> 1;
    });
    return own;
  }

  // Lines of a quad change it in turn, the first against what the state has. Terms are told as far as they are here.
  void look_for_idle(const std::vector<Line>& lines, const Snapshot& before) {
    std::vector<Quad> quads;
    for (const Line& line : lines) {
      if (quads.empty() || quads.back() != line.quad) quads.push_back(line.quad);
    }
    const std::vector<bool> is_there = contains(before, quads);
    std::size_t place = 0;
    bool there = false;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (line == 0) {
        there = is_there[0];
      } else if (lines[line].quad != lines[line - 1].quad) {
        there = is_there[++place];
      }
      const bool inserts = (lines[line].version_and_sign & 1) != 0;
      if (inserts == there) {
        faults_->add(fmt::format("version {} of the log {} a quad that is {}there: {}",
                                 lines[line].version_and_sign >> 1, inserts ? "inserts" : "deletes",
                                 inserts ? "" : "not ", text_of(lines[line].quad)));
      }
      there = inserts;
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

  static QuadChanges in_the_end(const std::vector<Line>& lines) {
    QuadChanges changes;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (line + 1 < lines.size() && lines[line + 1].quad == lines[line].quad) continue;
      const bool inserts = (lines[line].version_and_sign & 1) != 0;
      (inserts ? changes.inserts : changes.deletes).push_back(lines[line].quad);
    }
    return changes;
  }

  const Writer& writer_;
  const DatasetStatePtr before_;
  const std::span<const VersionLines> read_;
  RecoveryFaults* const faults_;
  const ReplayWatch& watch_;
};

}  // namespace

DatasetStatePtr replay(const Writer& writer, DatasetStatePtr before, std::span<const VersionLines> lines,
                       std::uint64_t version, RecoveryFaults* faults, const ReplayWatch& watch) {
  return Replay(writer, std::move(before), lines, faults, watch).run(version);
}

}  // namespace quadrille::query
