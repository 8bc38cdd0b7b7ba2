#pragma once

// A multipart payload reads a multipart body (form-data, as browsers and curl -F send files, or mixed) as a sequence of
// documents while it arrives. Every part is a document; its Content-Type, or else its file name, determines the syntax.
//
//   preamble  CRLF--boundary CRLF  headers CRLF CRLF  bytes  CRLF--boundary CRLF ... CRLF--boundary--  epilogue
//
// Source: RFC 2046, 5.1.1; RFC 7578.

#include <string>

#include "server/http/engine.hpp"

namespace quadrille::server {

class MultipartPayload final : public Payload {
 public:
  // `body` must outlive the payload. All documents have the same `base`.
  MultipartPayload(ByteSource& body, std::string_view boundary, std::string base);

  // Throws StatusError: 400 for a body that is no multipart, 415 for a part that is not RDF.
  std::optional<Document> next() override;

 private:
  class PartBytes;
  std::string_view window() const { return std::string_view(window_).substr(at_); }
  // Reads from the current part; 0 at its end.
  std::size_t read_part(std::span<char> to);
  void skip_part();
  bool fill();
  std::string read_line();
  Document read_part_headers();

  ByteSource& body_;
  const std::string delimiter_;  // CRLF--boundary
  const std::string base_;
  std::string window_ = "\r\n";  // received, consumed up to at_; a body may begin with its delimiter
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace quadrille::server
