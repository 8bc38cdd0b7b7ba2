#include "loader/build/file_heads.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/content_guess.hpp"
#include "loader/rdf/rdfxml_reader.hpp"
#include "loader/rdf/unfit_content.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kHeadBytes = 4096;

struct Finding {
  std::uint32_t file;
  Compression compression;
  bool is_unfit;
};

std::string first_bytes(ByteSource& source) {
  std::string head(kHeadBytes, '\0');
  std::size_t size = 0;
  while (const std::size_t got = size < head.size() ? source.read(std::span(head).subspan(size)) : 0) size += got;
  head.resize(size);
  return head;
}

std::string head_of(const InputFile& file) {
  auto bytes = decompressed(open_bytes_at(file, 0), file.format.compression, file.path);
  return first_bytes(*bytes);
}

std::optional<SyntaxErrorAt> head_fault(const InputFile& file, std::string_view head, const std::string& base) {
  if (const auto reason = unfit_content(head, file.format.syntax))
    return SyntaxErrorAt{file.path, 1, 1, *reason, {}, true};
  return file.format.syntax == Syntax::rdfxml ? refused_rdfxml(file, head, base) : std::nullopt;
}

}  // namespace

std::optional<SyntaxErrorAt> check_head(InputFile& file, const std::string& base) {
  if (!file.regular || file.size_bytes == 0) return std::nullopt;
  const std::string stored = first_bytes(*open_bytes_at(file, 0));
  if (const auto shown = compression_of(stored)) {
    file.format.compression = *shown;
  } else if (guess_content(stored) != Content::binary) {
    file.format.compression = Compression::none;
  }
  return head_fault(file, head_of(file), base);
}

std::vector<SyntaxErrorAt> check_heads(BuildContext& context, std::span<InputFile> files) {
  pgas::Team& team = context.team();
  std::vector<Finding> mine;
  std::vector<SyntaxErrorAt> faults;
  for (std::size_t number = static_cast<std::size_t>(team.rank()); number < files.size();
       number += static_cast<std::size_t>(team.size())) {
    InputFile& file = files[number];
    context.pulse(0);
    const Compression named = file.format.compression;
    std::optional<SyntaxErrorAt> fault = check_head(file, context.options().base);
    const bool is_hidden = file.format.compression != named;
    if (is_hidden || fault)
      mine.push_back({static_cast<std::uint32_t>(number), file.format.compression, fault.has_value()});
    if (fault && context.options().on_error == OnError::stop) throw Error(ErrorKind::syntax, to_string(*fault));
    if (fault) faults.push_back(std::move(*fault));
  }
  for (const auto& findings : gather_lists(team, mine)) {
    for (const Finding& finding : findings) {
      files[finding.file].format.compression = finding.compression;
      files[finding.file].is_unfit = finding.is_unfit;
    }
  }
  return faults;
}

}  // namespace quadrille
