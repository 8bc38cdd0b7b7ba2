// Runs every file of query tests again, with terms created by updates: all constants of the query and all strings of
// its answer that the data do not have. The answers must be the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "dictionary/delta_interner.hpp"
#include "dictionary/volatile_huri.hpp"
#include "loader/build/build.hpp"
#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "query/terms/constants.hpp"
#include "query/update/state_follower.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/engine/served_database.hpp"
#include "tests/query/compared_format.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_services.hpp"

namespace quadrille::testing::delta_terms_test {
namespace {

namespace fs = std::filesystem;

class Base {
 public:
  explicit Base(const std::string& data)
      : folder_(pgas::test_team().broadcast(::testing::TempDir() + "delta_terms_" + std::to_string(::getpid()))) {
    if (pgas::test_team().is_first()) {
      fs::remove_all(folder_);
      fs::create_directories(folder_);
      std::ofstream(folder_ / "data.trig") << data;
    }
    pgas::test_team().barrier();
    BuildOptions options;
    options.inputs = {(folder_ / "data.trig").string()};
    options.database = folder_ / "db";
    options.base = kTestBase;
    options.progress = ProgressDisplay::none;
    build_database(pgas::test_job(), options);
    database_ = std::make_unique<server::ServedDatabase>(folder_ / "db", pgas::test_team());
    if (pgas::test_team().is_first()) services_ = std::make_unique<TestServices>(folder_ / "db");
    pgas::test_team().barrier();
  }
  ~Base() {
    services_.reset();
    database_.reset();
    pgas::test_team().barrier();
    if (pgas::test_team().is_first()) fs::remove_all(folder_);
  }

  const Snapshot& snapshot() const { return database_->snapshot(); }
  const Dictionary& dictionary() const { return database_->dictionary(); }
  const TestServices* services() const { return services_.get(); }

 private:
  fs::path folder_;
  std::unique_ptr<server::ServedDatabase> database_;
  std::unique_ptr<TestServices> services_;  // on the first image
};

// A delta vocabulary that grows from query to query.
class Delta {
 public:
  explicit Delta(const Base& base)
      : memory_(pgas::test_job().heap()),
        vocabulary_(pgas::test_team(), memory_, delta_parts(base.snapshot().shards())),
        dictionary_(base.dictionary().with(vocabulary_)) {
    pgas::Team& team = pgas::test_team();
    if (team.rank() == team.group_begin(team.group())) {
      copy_ = std::make_unique<DeltaVocabulary>(vocabulary_.image(), team.size(), memory_, vocabulary_.parts());
    }
    vocabulary_.read_from(team, copy_.get());
    follower_ = std::make_unique<query::StateFollower>(vocabulary_, copy_.get(), nullptr, 0);
  }
  ~Delta() { pgas::test_team().barrier(); }

  const Dictionary& dictionary() const { return dictionary_; }
  DeltaVocabulary& vocabulary() { return vocabulary_; }

  // Collective. Each member brings a part of the terms, which are the same everywhere.
  std::vector<Huri> intern(const std::vector<Term>& terms) {
    pgas::QueryArena arena(pgas::test_job().heap());
    std::vector<Huri> huris;
    pgas::test_team().run([&] {
      DeltaInterner interner(pgas::test_team(), arena, dictionary_, vocabulary_);
      std::vector<TermView> mine;
      for (std::size_t place = 0; place < terms.size(); ++place) {
        if (static_cast<int>(place % static_cast<std::size_t>(pgas::test_team().size())) == pgas::test_team().rank()) {
          mine.push_back(terms[place].view());
        }
      }
      huris.resize(mine.size());
      interner.intern(mine, huris);
      follower_->share_terms(pgas::test_team());
      pgas::test_team().barrier();
    });
    return huris;
  }

 private:
  pgas::QueryArena memory_;
  DeltaVocabulary vocabulary_;
  Dictionary dictionary_;
  std::unique_ptr<DeltaVocabulary> copy_;  // on the first image of each group
  std::unique_ptr<query::StateFollower> follower_;
};

void append_cells(const std::vector<std::string>& lines, std::vector<Term>& out) {
  for (const std::string& line : lines) {
    for (std::size_t at = 0; (at = line.find('"', at)) != std::string::npos;) {
      const std::size_t end = line.find('"', at + 1);
      if (end == std::string::npos) break;
      const std::string text = line.substr(at + 1, end - at - 1);
      if (text.find('\\') == std::string::npos) out.emplace_back(TermView::string(text));
      at = end + 1;
    }
  }
}

std::vector<std::string> run(const Base& base, const Dictionary& dictionary, const parser::Query& query,
                             std::size_t chunk_rows) {
  std::string answer;
  try {
    const results::AnswerKind kind = query::answer_kind(query);
    query::RunOptions options;
    options.format = compared_format(kind);
    options.settings.base = kTestBase;
    options.chunk_rows = chunk_rows;
    options.callees = server::callees(base.services());
    query::run_query(pgas::test_team(), base.snapshot(), dictionary, query, options, [&](std::string_view bytes) {
      answer += bytes;
      return true;
    });
    return answer_lines(answer, has_graph_lines(kind));
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

std::optional<parser::Query> parsed(const QueryCase& test) {
  try {
    return parser::parse_query(test.query, kTestBase);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void check(const Base& base, Delta& delta, const QueryCase& test, const std::string& name) {
  const auto query = parsed(test);
  if (!query) {
    EXPECT_TRUE(test.expected.at(0).starts_with("error ")) << name << ":" << test.line;
    return;
  }
  std::vector<Term> terms;
  for (const TermView& term : query::constants_of(*query)) terms.emplace_back(term);
  append_cells(test.expected, terms);
  std::erase_if(terms, [](const Term& term) { return term.kind == TermKind::blank; });
  delta.intern(terms);
  for (const std::size_t chunk_rows : {std::size_t{0}, std::size_t{1}}) {
    SCOPED_TRACE(name + ":" + std::to_string(test.line) + " with " + std::to_string(chunk_rows) + " rows a chunk\n" +
                 test.claim);
    const std::vector<std::string> found = run(base, delta.dictionary(), *query, chunk_rows);
    if (!pgas::test_team().is_first()) continue;
    if (!test.expected.empty() && test.expected.front().starts_with("error ")) {
      ASSERT_FALSE(found.empty());
      EXPECT_NE(found.front().find(test.expected.front().substr(6)), std::string::npos) << found.front();
      continue;
    }
    EXPECT_EQ(normal_form(found, test.ordered), normal_form(test.expected, test.ordered));
  }
}

TEST(DeltaTermsInQueries, ChangeNoAnswer) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(QUADRILLE_QUERY_TESTS)) {
    const fs::path& path = entry.path();
    if (path.filename() == "CMakeLists.txt") continue;
    if (path.extension() == ".txt") files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) {
    std::unique_ptr<Base> base;
    std::unique_ptr<Delta> delta;
    std::string data;
    for (const QueryCase& test : read_query_file(file)) {
      if (!base || data != test.data) {
        delta.reset();
        base.reset();
        base = std::make_unique<Base>(test.data);
        delta = std::make_unique<Delta>(*base);
        data = test.data;
      }
      check(*base, *delta, test, file.filename().string());
    }
    delta.reset();
  }
}

constexpr const char* kData = "<a> <name> \"Ann\" . <b> <name> \"Bo\" .";

// Runs `work` with a QueryDictionary of the whole team.
template <class Work>
void with_dictionary(pgas::Team& members, const Dictionary& dictionary, Work&& work) {
  pgas::QueryArena arena(pgas::test_job().heap());
  members.run([&] {
    query::QueryDictionary terms(members, arena, dictionary, {});
    work(terms, arena);
    members.barrier();
  });
}

std::string text(query::QueryDictionary& terms, Huri huri) {
  std::pmr::monotonic_buffer_resource arena;
  TermView term;
  terms.read({&huri, 1}, {&term, 1}, arena);
  return std::string(term.text);
}

TEST(DeltaTermsInQueries, AreWhatAQuerysOwnTermsBecome) {
  const Base base(kData);
  Delta delta(base);
  delta.intern({Term(TermView::string("new")), Term(TermView::iri("urn:new"))});
  with_dictionary(pgas::test_team(), delta.dictionary(), [&](query::QueryDictionary& terms, pgas::QueryArena&) {
    EXPECT_TRUE(terms.has_delta());
    const std::vector<TermView> constants{TermView::string("new"), TermView::string("Ann"), TermView::string("other"),
                                          TermView::iri("urn:new")};
    terms.find_all(constants);
    std::vector<Huri> huris;
    for (const TermView& term : constants) huris.push_back(terms.intern(term));
    EXPECT_TRUE(std::all_of(huris.begin(), huris.end(), is_query_term));
    terms.make_canonical(huris);
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const Huri known = terms.find(constants[i]);
      EXPECT_EQ(known.is_unbound(), i == 2);
      EXPECT_EQ(is_delta_term(known), i == 0 || i == 3);
      if (known.is_unbound()) {
        EXPECT_TRUE(is_query_term(huris[i]));
      } else {
        EXPECT_EQ(huris[i], known);
        EXPECT_EQ(text(terms, known), constants[i].text);
      }
    }
    const std::vector<Huri> of_first = pgas::test_team().all_gather(huris[2]);
    EXPECT_TRUE(std::all_of(of_first.begin(), of_first.end(), [&](Huri huri) { return huri == of_first[0]; }));
    // Canonical terms stay as they are.
    const std::vector<Huri> before = huris;
    terms.make_canonical(huris);
    EXPECT_EQ(huris, before);
  });
}

TEST(DeltaTermsInQueries, ThatComeAfterTheQuerysBeginAreNotFoundButRead) {
  const Base base(kData);
  Delta delta(base);
  delta.intern({Term(TermView::string("early"))});
  pgas::QueryArena arena(pgas::test_job().heap());
  query::QueryDictionary terms(pgas::test_team(), arena, delta.dictionary(), {});
  const std::vector<Huri> late = delta.intern({Term(TermView::string("late"))});
  EXPECT_TRUE(is_delta_term(terms.find(TermView::string("early"))));
  EXPECT_TRUE(terms.find(TermView::string("late")).is_unbound());
  for (const Huri huri : late) {
    EXPECT_EQ(text(terms, huri), "late");
  }
  pgas::test_team().barrier();
}

TEST(DeltaTermsInQueries, AnImageAloneReadsThoseOfAllImagesOfItsGroup) {
  const Base base(kData);
  Delta delta(base);
  std::vector<Term> terms;
  for (int number = 0; number < 200; ++number) terms.emplace_back(TermView::string("new" + std::to_string(number)));
  delta.intern(terms);
  if (pgas::test_team().is_one_group()) {
    const auto query =
        parser::parse_query("SELECT ?n { VALUES ?n { \"new7\" \"Ann\" \"new8\" } } ORDER BY ?n", kTestBase);
    std::string answer;
    query::RunOptions options;
    options.format = results::ResultFormat::tsv;
    const auto solo = pgas::test_job().make_solo_team();
    query::run_query(*solo, base.snapshot(), delta.dictionary(), query, options, [&](std::string_view bytes) {
      answer += bytes;
      return true;
    });
    EXPECT_EQ(answer, "?n\n\"Ann\"\n\"new7\"\n\"new8\"\n");
    with_dictionary(*solo, delta.dictionary(), [&](query::QueryDictionary& alone, pgas::QueryArena&) {
      for (const Term& term : terms) {
        Huri huri = alone.intern(term.view());
        alone.make_canonical({&huri, 1});
        EXPECT_TRUE(is_delta_term(huri));
        EXPECT_EQ(text(alone, huri), term.text);
      }
    });
  }
  pgas::test_team().barrier();
}

TEST(DeltaTermsInQueries, AQuerysTermsCanBeMadeDurable) {
  const Base base(kData);
  Delta delta(base);
  const Dictionary& dictionary = delta.dictionary();
  with_dictionary(pgas::test_team(), dictionary, [&](query::QueryDictionary& terms, pgas::QueryArena& arena) {
    EXPECT_FALSE(terms.has_delta());
    DeltaInterner interner(pgas::test_team(), arena, dictionary, delta.vocabulary());
    // Rows come from other members.
    std::vector<Huri> local = pgas::test_team().all_gather(terms.intern(TermView::string("new")));
    local.push_back(terms.intern(TermView::string("Ann")));
    const std::vector<TermView> texts = terms.read_local(local);
    EXPECT_EQ(texts.back(), TermView::string("Ann"));
    std::vector<Huri> durable(texts.size());
    interner.intern(texts, durable);
    EXPECT_TRUE(is_delta_term(durable[0]));
    EXPECT_FALSE(durable.back().is_volatile());
    for (std::size_t member = 0; member + 1 < durable.size(); ++member) {
      EXPECT_EQ(texts[member], TermView::string("new"));
      EXPECT_EQ(durable[member], durable[0]);
    }
    const std::vector<Huri> all = pgas::test_team().all_gather(durable[0]);
    EXPECT_TRUE(std::all_of(all.begin(), all.end(), [&](Huri huri) { return huri == all[0]; }));
  });
}

}  // namespace
}  // namespace quadrille::testing::delta_terms_test
