#include "dictionary/vocabulary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/vocabulary_builder.hpp"

namespace quadrille {

namespace {

using Keys = std::map<HuriKind, std::set<std::string>>;

constexpr HuriKind kKinds[] = {HuriKind::iri,    HuriKind::string,   HuriKind::language_string,
                               HuriKind::number, HuriKind::temporal, HuriKind::typed};

std::string build(const Keys& keys, const VocabularyBuilder::FirstRanks& first_ranks = {}) {
  std::string part;
  VocabularyBuilder builder([&](std::string_view bytes) { part += bytes; }, first_ranks);
  for (const auto& [kind, texts] : keys) {
    for (const std::string& text : texts) builder.add(kind, text);
  }
  builder.finish();
  EXPECT_EQ(builder.bytes(), part.size());
  return part;
}

std::span<const std::byte> bytes_of(const std::string& part) {
  return {reinterpret_cast<const std::byte*>(part.data()), part.size()};
}

VocabularyView view(const std::string& part) {
  return {bytes_of(part), "test"};
}

std::string random_text(std::mt19937_64& random, std::size_t longest) {
  std::string text(random() % (longest + 1), '\0');
  for (char& character : text) character = "abc\0\xff"[random() % 5];
  return text;
}

// IRIs that share much, strings that do not, and long texts of few words, which compress.
Keys mixed_keys(std::uint64_t seed, std::size_t size) {
  std::mt19937_64 random(seed);
  Keys keys;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string number = std::to_string(random() % (size * 4));
    keys[HuriKind::iri].insert("http://www.Department" + std::to_string(random() % 15) + ".University0.edu/Student" +
                               number);
    keys[HuriKind::string].insert(random_text(random, 12));
    std::string words = "en";
    words += '\0';
    for (int word = 0; word < 60; ++word) words += random() % 2 ? " the quick brown fox" : " jumps over the lazy dog";
    if (i % 4 == 0) keys[HuriKind::language_string].insert(words + number);
  }
  keys[HuriKind::typed].insert(std::string("urn:a\0b", 7));
  return keys;
}

std::vector<std::string> sorted(const Keys& keys, HuriKind kind) {
  const auto at = keys.find(kind);
  if (at == keys.end()) return {};
  return {at->second.begin(), at->second.end()};
}

// Compares all functions of a vocabulary for a kind with a sorted vector.
template <class Looked>
void expect_agreement(const Looked& vocabulary, const Keys& keys, HuriKind kind, std::uint64_t first_rank) {
  const std::vector<std::string> expected = sorted(keys, kind);
  ASSERT_EQ(vocabulary.count(kind), expected.size());
  ASSERT_EQ(vocabulary.first_rank(kind), first_rank);
  KeyBuffer buffer;
  std::size_t seen = 0;
  vocabulary.for_each(kind, {first_rank, first_rank + expected.size()}, buffer,
                      [&](std::uint64_t rank, std::string_view key) {
                        ASSERT_EQ(rank, first_rank + seen);
                        ASSERT_EQ(key, expected[seen++]);
                      });
  EXPECT_EQ(seen, expected.size());
  std::mt19937_64 random(5);
  for (std::size_t i = 0; i < expected.size(); i += random() % 7 + 1) {
    ASSERT_EQ(vocabulary.key(kind, first_rank + i, buffer), expected[i]);
    ASSERT_EQ(vocabulary.find(kind, expected[i], buffer), first_rank + i);
    std::string probe = expected[i];
    for (int change = 0; change < 3; ++change) {
      if (change == 0) probe += random() % 2 ? std::string(1, '\0') : "z";
      if (change == 1 && !probe.empty()) probe.resize(random() % probe.size());
      if (change == 2 && !probe.empty()) ++probe[random() % probe.size()];
      const auto at = std::lower_bound(expected.begin(), expected.end(), probe);
      ASSERT_EQ(vocabulary.lower_bound(kind, probe, buffer),
                first_rank + static_cast<std::size_t>(at - expected.begin()));
      ASSERT_EQ(vocabulary.find(kind, probe, buffer).has_value(), at != expected.end() && *at == probe);
    }
  }
  EXPECT_EQ(vocabulary.lower_bound(kind, "", buffer), first_rank);
}

}  // namespace

TEST(Vocabulary, ACacheOfDecompressedBytesKeepsAllGroups) {
  const std::string part = build(mixed_keys(9, 3000));
  VocabularyView read = view(part);
  const std::uint64_t bytes = read.decompressed_bytes();
  ASSERT_GT(bytes, 0u) << "the long texts are compressed";
  GroupCache cache(nullptr, GroupCache::wanted_bytes_for(bytes));
  read.keep_groups_in(cache);
  KeyBuffer buffer;
  for (const HuriKind kind : kKinds) {
    read.for_each(kind, {read.first_rank(kind), read.end_rank(kind)}, buffer, [](std::uint64_t, std::string_view) {});
  }
  EXPECT_EQ(cache.used_bytes(), bytes);
}

TEST(VocabularyView, AgreesWithASortedVector) {
  for (const std::size_t size : {1, 2, 31, 32, 33, 1023, 1024, 1025, 5000}) {
    const Keys keys = mixed_keys(size, size);
    const std::string part = build(keys);
    const VocabularyView opened = view(part);
    opened.check();
    for (const HuriKind kind : kKinds) expect_agreement(opened, keys, kind, 0);
  }
}

TEST(VocabularyView, AnEmptyPartHasNoKeys) {
  const std::string part = build({});
  const VocabularyView opened = view(part);
  KeyBuffer buffer;
  EXPECT_EQ(opened.count(HuriKind::iri), 0u);
  EXPECT_FALSE(opened.find(HuriKind::iri, "x", buffer));
  EXPECT_EQ(opened.lower_bound(HuriKind::iri, "x", buffer), 0u);
  opened.check();
}

TEST(VocabularyView, LongTextsAreCompressedAndShortOnesAreNot) {
  Keys texts = mixed_keys(1, 4000);
  std::size_t raw = 0;
  for (const std::string& text : texts[HuriKind::language_string]) raw += text.size();
  const std::string compressed = build({{HuriKind::language_string, texts[HuriKind::language_string]}});
  EXPECT_LT(compressed.size(), raw / 4);
  const std::string iris = build({{HuriKind::iri, texts[HuriKind::iri]}});
  EXPECT_LT(iris.size(), 12 * texts[HuriKind::iri].size());
}

TEST(VocabularyView, OneKeyMayBeLongerThanAGroup) {
  Keys keys;
  keys[HuriKind::string] = {"", std::string(1 << 20, 'a'), std::string(1 << 20, 'a') + "b", std::string(300, 'b'), "c"};
  const std::string part = build(keys);
  expect_agreement(view(part), keys, HuriKind::string, 0);
}

TEST(VocabularyView, KeysInBatchesDecodeTheSame) {
  const Keys keys = mixed_keys(3, 3000);
  const std::string part = build(keys);
  const VocabularyView opened = view(part);
  const std::vector<std::string> expected = sorted(keys, HuriKind::iri);
  std::vector<Huri> huris;
  for (std::size_t i = 0; i < expected.size(); i += i % 13 + 1) {
    huris.insert(huris.end(), i % 3 + 1, Huri::make(HuriKind::iri, i));
  }
  KeyBuffer buffer;
  std::size_t seen = 0;
  std::string previous;
  opened.keys(HuriKind::iri, huris, buffer, [&](std::size_t i, std::string_view key) {
    ASSERT_EQ(i, seen++);
    ASSERT_EQ(key, expected[huris[i].payload()]);
    const std::size_t unchanged = buffer.take_unchanged();
    ASSERT_LE(unchanged, key.size());
    ASSERT_EQ(key.substr(0, unchanged), previous.substr(0, unchanged)) << "what is said to be unchanged is";
    previous = key;
  });
  EXPECT_EQ(seen, huris.size());
}

TEST(VocabularyView, DamageIsToldAndNotRead) {
  const Keys keys = mixed_keys(4, 300);
  const std::string whole = build(keys);
  std::mt19937_64 random(6);
  for (int i = 0; i < 300; ++i) {
    std::string part = whole;
    const std::size_t at = random() % part.size();
    part[at] = static_cast<char>(part[at] ^ (1 << random() % 8));
    try {
      view(part).check();
      // Only the padding before the index is in no checksum.
      const auto trailer = load<VocabularyTrailer>(whole.data() + whole.size() - sizeof(VocabularyTrailer));
      EXPECT_TRUE(at < trailer.index_offset && at + 8 > trailer.index_offset) << "changed byte " << at;
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::io || error.kind() == ErrorKind::unsupported) << error.what();
    }
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{500}, whole.size() - 1}) {
    EXPECT_THROW(view(whole.substr(0, length)), Error);
  }
}

TEST(VocabularyView, OtherGroupsAreReadThoughOneIsDamaged) {
  const Keys keys = mixed_keys(4, 3000);
  std::string part = build(keys);
  part[20] = static_cast<char>(part[20] ^ 1);
  const VocabularyView opened = view(part);
  KeyBuffer buffer;
  EXPECT_THROW(opened.key(HuriKind::iri, 0, buffer), Error);
  EXPECT_EQ(opened.key(HuriKind::iri, 1500, buffer), sorted(keys, HuriKind::iri)[1500]);
}

// Ranks that begin at 0, cross 2^32, and end the payload.
constexpr std::uint64_t kFirstRanks[] = {100, (std::uint64_t{1} << 32) - 900, Huri::kPayloadMask - 2000};

TEST(Vocabulary, PartsTogetherAgreeWithASortedVector) {
  const std::uint64_t seed = 17;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (const std::uint64_t first_rank : kFirstRanks) {
    for (const std::size_t cuts : {0, 1, 2, 7}) {
      const Keys keys = mixed_keys(seed + cuts, 2000);
      // Every kind is cut at places of its own; equal places make parts without the kind.
      std::vector<Keys> pieces(cuts + 1);
      for (const auto& [kind, texts] : keys) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < cuts; ++i) places.push_back(random() % (texts.size() + 1) / 700 * 700);
        std::sort(places.begin(), places.end());
        std::size_t i = 0;
        for (const std::string& text : texts) {
          const auto piece = std::upper_bound(places.begin(), places.end(), i++) - places.begin();
          pieces[static_cast<std::size_t>(piece)][kind].insert(text);
        }
      }
      VocabularyBuilder::FirstRanks ranks;
      ranks.fill(first_rank);
      std::vector<std::string> parts;
      for (const Keys& piece : pieces) {
        parts.push_back(build(piece, ranks));
        for (const auto& [kind, texts] : piece) ranks[static_cast<std::size_t>(kind)] += texts.size();
      }
      std::vector<VocabularyView> views;
      for (const std::string& part : parts) views.push_back(view(part));
      const Vocabulary vocabulary(std::move(views));
      for (const HuriKind kind : kKinds) expect_agreement(vocabulary, keys, kind, first_rank);
    }
  }
}

TEST(Vocabulary, BatchesOfTermsAndHurisMayHaveAnyRank) {
  for (const std::uint64_t first_rank : kFirstRanks) {
    Keys keys;
    for (int number = 0; number < 1900; ++number) keys[HuriKind::iri].insert("urn:" + std::to_string(number));
    VocabularyBuilder::FirstRanks ranks;
    ranks.fill(first_rank);
    const std::string part = build(keys, ranks);
    std::vector<VocabularyView> parts;
    parts.push_back(view(part));
    const Vocabulary vocabulary(std::move(parts));
    KeyBuffer buffer;
    TextArena arena;
    const std::vector<std::string> expected = sorted(keys, HuriKind::iri);
    std::vector<Huri> huris;
    std::vector<TermView> terms;
    for (const std::string& text : expected) {
      huris.push_back(Huri::make(HuriKind::iri, first_rank + huris.size()));
      terms.push_back(TermView::iri(text));
    }
    std::vector<Huri> found(terms.size());
    std::vector<TermView> read(huris.size());
    vocabulary.huris(terms, buffer, found);
    vocabulary.terms(huris, buffer, arena, read);
    EXPECT_EQ(found, huris);
    EXPECT_EQ(read, terms);
    EXPECT_TRUE(vocabulary.holds(HuriKind::iri, first_rank + 1899));
    EXPECT_FALSE(vocabulary.holds(HuriKind::iri, first_rank + 1900));
    EXPECT_EQ(vocabulary.prefix_range(HuriKind::iri, "urn:", buffer), (RankRange{first_rank, first_rank + 1900}));
    EXPECT_EQ(vocabulary.prefix_range(HuriKind::iri, expected[1000], buffer).first, first_rank + 1000);
  }
}

TEST(Vocabulary, PartsMustFollowEachOther) {
  const std::string part = build(mixed_keys(1, 10));
  std::vector<VocabularyView> twice;
  twice.push_back(view(part));
  twice.push_back(view(part));
  EXPECT_THROW(Vocabulary{std::move(twice)}, Error);
}

TEST(Vocabulary, WithoutPartsItKnowsNothing) {
  const Vocabulary vocabulary;
  KeyBuffer buffer;
  EXPECT_EQ(vocabulary.count(HuriKind::iri), 0u);
  EXPECT_FALSE(vocabulary.find(HuriKind::iri, "x", buffer));
  EXPECT_EQ(vocabulary.lower_bound(HuriKind::iri, "x", buffer), 0u);
  EXPECT_TRUE(vocabulary.prefix_range(HuriKind::iri, "", buffer).empty());
}

TEST(Vocabulary, PrefixesAreRanges) {
  Keys keys;
  keys[HuriKind::string] = {"", "a", "ab", "abc", "abd", "b", "\xff", "\xff\xff", "\xff\xff\x01"};
  const std::string part = build(keys);
  std::vector<VocabularyView> parts;
  parts.push_back(view(part));
  const Vocabulary vocabulary(std::move(parts));
  KeyBuffer buffer;
  const auto range = [&](std::string_view prefix) { return vocabulary.prefix_range(HuriKind::string, prefix, buffer); };
  EXPECT_EQ(range(""), (RankRange{0, 9}));
  EXPECT_EQ(range("a"), (RankRange{1, 5}));
  EXPECT_EQ(range("ab"), (RankRange{2, 5}));
  EXPECT_TRUE(range("ac").empty());
  EXPECT_EQ(range("\xff"), (RankRange{6, 9}));
  EXPECT_EQ(range("\xff\xff"), (RankRange{7, 9}));
}

TEST(VocabularyBuilder, RanksGoOnFromTheFirst) {
  VocabularyBuilder::FirstRanks first{};
  first[static_cast<std::size_t>(HuriKind::iri)] = 1000;
  VocabularyBuilder builder([](std::string_view) {}, first);
  EXPECT_EQ(builder.add(HuriKind::iri, "a"), 1000u);
  EXPECT_EQ(builder.add(HuriKind::iri, "b"), 1001u);
  EXPECT_EQ(builder.add(HuriKind::string, "a"), 0u);
  EXPECT_THROW(builder.add(HuriKind::string, std::string(kMaxKeyBytes + 1, 'x')), Error);
  EXPECT_DEATH(builder.add(HuriKind::string, "a"), "F1");
  EXPECT_DEATH(builder.add(HuriKind::iri, "c"), "F1");
}

}  // namespace quadrille
