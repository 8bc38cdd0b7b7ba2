#include "loader/database/delta_term_files.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/sealed_file.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kMark = "QDLTTERM";
constexpr std::uint32_t kFormat = 1;

struct Header {
  std::uint32_t part;
  std::uint32_t parts;
  std::uint64_t terms;
};
static_assert(sizeof(Header) == 16);

Failpoint before_file("delta_terms.file.before");
Failpoint after_file("delta_terms.file.after");

void append_text(std::string& out, std::string_view text) {
  append_varint(out, text.size());
  out += text;
}

std::string part_table(const DeltaVocabulary& delta, std::uint32_t part, std::uint64_t terms) {
  std::string out(sizeof(Header), '\0');
  store(out.data(), Header{part, delta.parts(), terms});
  for (std::uint64_t number = 0; number < terms; ++number) {
    const DeltaTermTable::Entry& entry = delta.at(part, number);
    out += static_cast<char>(entry.kind);
    out += static_cast<char>(entry.term.kind);
    append_text(out, entry.term.text);
    if (entry.term.kind != TermKind::literal) continue;
    append_text(out, entry.term.datatype);
    append_text(out, entry.term.language);
  }
  return out;
}

// Reads the terms of a file's table. The checksum has been verified, so a fault was written that way; still no byte
// outside of the table is read.
class TableReader {
 public:
  TableReader(std::string_view table, const std::string& name) : left_(table), name_(name) {}

  Header header() {
    need(sizeof(Header));
    const auto header = load<Header>(left_.data());
    left_.remove_prefix(sizeof(Header));
    return header;
  }
  std::uint8_t byte() {
    need(1);
    const auto value = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  std::string_view text() {
    std::uint64_t bytes = 0, next = 0x80;
    for (int shift = 0; next >= 0x80; shift += 7) {
      next = shift < 64 ? byte() : damaged();
      bytes |= (next & 0x7f) << shift;
    }
    need(bytes);
    const std::string_view value = left_.substr(0, bytes);
    left_.remove_prefix(bytes);
    return value;
  }
  TermView term() {
    TermView term;
    const std::uint8_t kind = byte();
    if (kind > static_cast<std::uint8_t>(TermKind::triple)) damaged();
    term.kind = static_cast<TermKind>(kind);
    term.text = text();
    if (term.kind != TermKind::literal) return term;
    term.datatype = text();
    term.language = text();
    return term;
  }
  bool is_at_end() const { return left_.empty(); }
  [[noreturn]] std::uint64_t damaged() const {
    fail(ErrorKind::io, "{}: the terms end at a wrong place; restore the file from a copy", name_);
  }

 private:
  void need(std::uint64_t bytes) const {
    if (bytes > left_.size()) damaged();
  }

  std::string_view left_;
  const std::string& name_;
};

void load_part(const std::filesystem::path& path, std::uint32_t part, DeltaVocabulary& delta) {
  const std::string name = path.string();
  const std::string table = read_sealed(path, kMark, kFormat);
  TableReader reader(table, name);
  const Header header = reader.header();
  if (header.part != part || header.parts != delta.parts()) {
    fail(ErrorKind::io, "{}: expected part {} of {}, found part {} of {}; restore the file from a copy", name, part,
         delta.parts(), header.part, header.parts);
  }
  for (std::uint64_t number = 0; number < header.terms; ++number) {
    const auto kind = static_cast<HuriKind>(reader.byte());
    const TermView term = reader.term();
    if (!delta.restore(part, term, kind)) {
      fail(ErrorKind::io, "{}: term {} belongs to another part; restore the file from a copy", name, number);
    }
  }
  if (!reader.is_at_end()) reader.damaged();
}

}  // namespace

std::vector<ManifestFile> write_delta_terms(const std::filesystem::path& folder, std::uint64_t generation,
                                            const DeltaVocabulary& delta, std::uint64_t image_size) {
  std::vector<ManifestFile> files;
  for (std::uint32_t part = delta.first_part(delta.image()); part < delta.end_part(delta.image()); ++part) {
    const std::uint64_t terms = delta.size_at(part, image_size);
    if (terms == 0) continue;
    const std::string path = fmt::format("{}/delta-terms-{:04}.terms", generation_folder(generation), part);
    before_file.pass();
    const FileSeal seal = write_sealed(folder / path, kMark, kFormat, part_table(delta, part, terms));
    after_file.pass();
    files.push_back({path, file_role::kDeltaVocabulary, part, seal});
  }
  return files;
}

void load_delta_terms(pgas::Team& team, const std::filesystem::path& folder, const Manifest& manifest,
                      DeltaVocabulary& delta) {
  QUADRILLE_ASSERT(delta.parts() == delta_parts(manifest.shards), "parts follow from the shards");
  team.agree(pgas::attempt([&] {
    for (const ManifestFile& file : manifest.files_of(file_role::kDeltaVocabulary)) {
      if (file.part >= delta.parts()) {
        fail(ErrorKind::io, "{}: part {} of the delta vocabulary, which has {}: restore the manifest from a copy",
             (folder / file.path).string(), file.part, delta.parts());
      }
      if (delta.image_of_part(file.part) == delta.image()) load_part(folder / file.path, file.part, delta);
    }
  }));
}

}  // namespace quadrille
