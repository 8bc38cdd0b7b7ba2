#include "loader/check/check_vocabulary.hpp"

#include <array>
#include <map>
#include <string>

#include "base/bytes.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/vocabulary_map.hpp"

namespace quadrille {

namespace {

// The first and last terms of one kind in a part, for comparison with other parts.
struct PartEnds {
  std::uint32_t part = 0;
  std::size_t kind = 0;
  std::uint64_t count = 0;
  std::string name, first, last;
};

void append_text(std::string& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  bytes += text;
}

std::string take_text(const unsigned char*& at) {
  const std::uint64_t size = get_varint(at);
  at += size;
  return {reinterpret_cast<const char*>(at - size), size};
}

void append(std::string& bytes, const PartEnds& ends) {
  for (const std::uint64_t number : {std::uint64_t{ends.part}, std::uint64_t{ends.kind}, ends.count}) {
    append_varint(bytes, number);
  }
  for (const std::string& text : {ends.name, ends.first, ends.last}) append_text(bytes, text);
}

PartEnds take_ends(const unsigned char*& at) {
  PartEnds ends;
  ends.part = static_cast<std::uint32_t>(get_varint(at));
  ends.kind = get_varint(at);
  ends.count = get_varint(at);
  ends.name = take_text(at);
  ends.first = take_text(at);
  ends.last = take_text(at);
  return ends;
}

// The numbers of the parts that are open here, in the order of Vocabulary::parts(): all, also where an image has some
// shards only, or those with the numbers of its shards.
std::vector<std::uint32_t> open_parts(const Database& database) {
  const Generation& generation = database.generation();
  const std::vector<ManifestFile> files = generation.manifest().files_of(file_role::kVocabulary);
  const bool all = database.dictionary().vocabulary().parts().size() == files.size();
  std::vector<std::uint32_t> parts;
  for (const ManifestFile& file : files) {
    if (all || generation.is_open(ShardId{file.part})) parts.push_back(file.part);
  }
  return parts;
}

void look_up(CheckFinds& finds, const VocabularyView& part, HuriKind kind) {
  KeyBuffer buffer, other;
  std::uint64_t wrong = 0, first_wrong = 0;
  const auto look = [&](std::uint64_t rank) {
    const std::string key(part.key(kind, rank, buffer));
    const TermPlace place = place_of(from_key(kind, key));
    if (part.find(kind, key, other) == rank && place.kind == kind && !place.inlined) return;
    if (wrong++ == 0) first_wrong = rank;
  };
  for (std::uint64_t rank = part.first_rank(kind); rank < part.end_rank(kind); rank += kBlockKeys) look(rank);
  if (part.count(kind) > 0) look(part.end_rank(kind) - 1);
  if (wrong == 0) return;
  finds.damage(
      fmt::format("vocabulary part {}: {} terms of kind {} are not found by their text, the first of rank {}; {}",
                  part.name(), wrong, static_cast<int>(kind), first_wrong, kRestoreFile));
}

std::string check_part(CheckFinds& finds, const VocabularyView& part, std::uint32_t number) {
  std::string told;
  part.check();
  KeyBuffer buffer;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const auto huri_kind = static_cast<HuriKind>(kind);
    if (part.count(huri_kind) == 0) continue;
    look_up(finds, part, huri_kind);
    finds.looked_at(part.count(huri_kind));
    append(told, {number, kind, part.count(huri_kind), part.name(), std::string(part.smallest_key(huri_kind)),
                  std::string(part.key(huri_kind, part.end_rank(huri_kind) - 1, buffer))});
  }
  return told;
}

void check_ends(CheckFinds& finds, const Manifest& manifest, const std::string& folder,
                const std::vector<std::string>& told) {
  std::array<std::map<std::uint32_t, PartEnds>, kHuriKinds> parts;
  for (const std::string& bytes : told) {
    const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
    for (const auto* const end = at + bytes.size(); at != end;) {
      PartEnds ends = take_ends(at);
      parts[ends.kind].emplace(ends.part, std::move(ends));
    }
  }
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    std::uint64_t count = 0;
    const PartEnds* before = nullptr;
    for (const auto& [number, ends] : parts[kind]) {
      count += ends.count;
      if (before != nullptr && before->last >= ends.first) {
        finds.damage(fmt::format("vocabulary part {}: kind {} begins below where {} ends; {}", ends.name, kind,
                                 before->name, kRestoreFile));
      }
      before = &ends;
    }
    if (!in_vocabulary(static_cast<HuriKind>(kind))) continue;
    if (count != manifest.terms_of_kind[kind]) {
      finds.damage(fmt::format("{}: the vocabulary has {} terms of kind {}, but the manifest has {}; {}", folder, count,
                               kind, manifest.terms_of_kind[kind], kRestoreFile));
    }
  }
}

}  // namespace

void check_vocabulary(DatabaseCheck& check, const Database& database) {
  pgas::Team& team = check.team();
  const Generation& generation = database.generation();
  const auto all_parts = static_cast<std::uint32_t>(generation.manifest().files_of(file_role::kVocabulary).size());
  check.step("vocabulary", "terms", [&](CheckFinds& finds) {
    std::string told;
    bool all_read = true;
    const auto numbers = open_parts(database);
    for (std::size_t place = 0; place < numbers.size(); ++place) {
      if (member_of_part(numbers[place], all_parts, team.size()) != team.rank()) continue;
      const VocabularyView& part = database.dictionary().vocabulary().parts()[place];
      all_read &= finds.attempt([&] { told += check_part(finds, part, numbers[place]); });
    }
    const auto all = team.all_gather_bytes(told);
    if (!team.all(all_read) || !team.is_first()) return;  // unreadable parts cannot be counted
    check_ends(finds, generation.manifest(), generation.folder().string(), all);
  });
}

}  // namespace quadrille
