#include "server/http/multipart_payload.hpp"

#include <algorithm>
#include <array>

#include "base/copy_bytes.hpp"
#include "base/text.hpp"
#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kWindowBytes = 64 << 10;
constexpr std::size_t kLongestHeaderLine = 8 << 10;
constexpr int kMostHeaders = 64;

}  // namespace

class MultipartPayload::PartBytes final : public ByteSource {
 public:
  explicit PartBytes(MultipartPayload& payload) : payload_(payload) {}
  std::size_t read(std::span<char> to) override { return payload_.read_part(to); }

 private:
  MultipartPayload& payload_;
};

MultipartPayload::MultipartPayload(ByteSource& body, std::string_view boundary, std::string base)
    : body_(body), delimiter_("\r\n--" + std::string(boundary)), base_(std::move(base)) {}

std::optional<Document> MultipartPayload::next() {
  if (ended_) return std::nullopt;
  skip_part();
  at_ += delimiter_.size();
  if (read_line().starts_with("--")) {
    ended_ = true;
    do {
      at_ = window_.size();
    } while (fill());
    return std::nullopt;
  }
  return read_part_headers();
}

std::size_t MultipartPayload::read_part(std::span<char> to) {
  for (;;) {
    const std::size_t found = window().find(delimiter_);
    if (found == 0) return 0;
    const std::size_t whole = window().size();
    const std::size_t safe = found != std::string_view::npos ? found : whole - std::min(whole, delimiter_.size() - 1);
    if (safe > 0) {
      const std::size_t count = std::min(safe, to.size());
      copy_bytes(to.data(), window().data(), count);
      at_ += count;
      return count;
    }
    if (!fill()) throw StatusError(400, "the multipart body ends without its last boundary");
  }
}

void MultipartPayload::skip_part() {
  std::array<char, 4096> dropped;
  while (read_part(dropped) > 0) continue;
}

bool MultipartPayload::fill() {
  window_.erase(0, at_);
  at_ = 0;
  const std::size_t size = window_.size();
  window_.resize(size + kWindowBytes);
  const std::size_t got = body_.read(std::span(window_).subspan(size));
  window_.resize(size + got);
  return got > 0;
}

// Reads up to the next line end, which is dropped; the last boundary of a body needs none.
std::string MultipartPayload::read_line() {
  std::size_t end;
  while ((end = window().find("\r\n")) == std::string_view::npos) {
    if (window().size() > kLongestHeaderLine) throw StatusError(400, "a line of a part's headers is too long");
    if (fill()) continue;
    if (window().starts_with("--")) return std::string(window());
    throw StatusError(400, "the multipart body ends inside the headers of a part");
  }
  std::string line(window().substr(0, end));
  at_ += end + 2;
  return line;
}

Document MultipartPayload::read_part_headers() {
  std::string type, file_name;
  int headers = 0;
  for (std::string line = read_line(); !line.empty(); line = read_line()) {
    if (++headers > kMostHeaders) throw StatusError(400, "a part has too many headers");
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string name = to_lower(std::string_view(line).substr(0, colon));
    std::string_view value = std::string_view(line).substr(std::min(colon + 1, line.size()));
    while (value.starts_with(' ') || value.starts_with('\t')) value.remove_prefix(1);
    if (name == "content-type") type = value;
    if (name == "content-disposition") file_name = parameter(value, "filename").value_or("");
  }
  return {.name = file_name.empty() ? "a part of the request's body" : file_name,
          .syntax = rdf_syntax(type, file_name),
          .base = base_,
          .version = version_of(type),
          .bytes = std::make_unique<PartBytes>(*this)};
}

}  // namespace quadrille::server
