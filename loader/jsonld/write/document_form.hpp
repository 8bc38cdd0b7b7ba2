#pragma once

// The forms of JSON-LD documents that clients request: by a parameter of the media type, which has IRIs, or by words.
//
//   application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"
//   expanded
//
// Sources: JSON-LD 1.1, C (the media type and its profiles); RFC 6906. Local.

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::jsonld {

enum class DocumentForm : std::uint8_t { compacted, expanded, flattened };

// Of names or IRIs with spaces between them. Others are ignored, as RFC 6906 requires: nullopt if there are only
// others. "flattened compacted" is flattened: with a context, that is compacted, too. Otherwise the first one counts.
std::optional<DocumentForm> form_of_profile(std::string_view profile);

// Of the parameter "profile" of a media type with its parameters; nullopt if it names no form.
std::optional<DocumentForm> form_of_media_type(std::string_view media_type);

}  // namespace quadrille::jsonld
