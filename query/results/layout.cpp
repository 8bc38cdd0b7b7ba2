#include "query/results/layout.hpp"

#include "base/error.hpp"
#include "loader/jsonld/write/document_form.hpp"
#include "query/results/negotiation.hpp"

namespace quadrille::results {

namespace {

constexpr std::string_view kProfiles = "http://www.w3.org/ns/json-ld#";
constexpr std::string_view kStreaming = "streaming";

std::optional<Arrangement> arrangement_of(std::string_view profile) {
  std::string_view name = profile;
  if (name.starts_with(kProfiles)) name.remove_prefix(kProfiles.size());
  if (name == kStreaming) return Arrangement::streamed;
  const auto form = jsonld::form_of_profile(profile);
  if (!form) return std::nullopt;
  switch (*form) {
    case jsonld::DocumentForm::expanded:
      return Arrangement::expanded;
    case jsonld::DocumentForm::flattened:
      return Arrangement::flattened;
    default:
      return Arrangement::streamed;
  }
}

// Of the words of the request: they must be known.
Arrangement expected_arrangement(std::string_view profile) {
  if (const auto known = arrangement_of(profile)) return *known;
  fail(ErrorKind::user, "profile must be one of: compacted, expanded, flattened, streaming; found '{}'", profile);
}

Layout json_ld_layout(const LayoutRequest& request) {
  Layout layout{Arrangement::streamed, request.context};
  if (request.profile) {
    layout.arrangement = expected_arrangement(*request.profile);
  } else {
    layout.arrangement = arrangement_of(profile_of_accept(request.accept)).value_or(Arrangement::streamed);
  }
  if (layout.context.empty()) return layout;
  if (layout.arrangement == Arrangement::expanded)
    fail(ErrorKind::user,
         "the expanded form of JSON-LD has no context; leave out 'context', or ask for another profile");
  if (layout.arrangement == Arrangement::streamed) layout.arrangement = Arrangement::compacted;
  return layout;
}

// The media types that have the parameter version in RDF 1.2.
bool has_version(ResultFormat format) {
  return format != ResultFormat::jsonld &&
         (can_hold(format, AnswerKind::graph) || can_hold(format, AnswerKind::quads)) && format != ResultFormat::html;
}

}  // namespace

std::string_view profile_of(const Layout& layout) {
  switch (layout.arrangement) {
    case Arrangement::compacted:
      return "compacted";
    case Arrangement::expanded:
      return "expanded";
    case Arrangement::flattened:
      return "flattened";
    default:
      return {};
  }
}

Layout choose_layout(ResultFormat format, const LayoutRequest& request) {
  const bool has_pretty = format == ResultFormat::turtle || format == ResultFormat::trig;
  if (request.pretty && !has_pretty) {
    fail(ErrorKind::user, "pretty=true is for Turtle and TriG, and this answer is {}; leave out 'pretty'",
         short_name(format));
  }
  const bool has_canonical = format == ResultFormat::ntriples || format == ResultFormat::nquads;
  if (request.canonical && !has_canonical) {
    fail(ErrorKind::user,
         "canonical=true is for N-Triples and N-Quads, and this answer is {}; add format=nt or format=nq",
         short_name(format));
  }
  if (format == ResultFormat::jsonld) return json_ld_layout(request);
  if (request.profile || !request.context.empty()) {
    fail(ErrorKind::user, "'{0}' is for JSON-LD, and this answer is {1}; add format=jsonld, or leave out '{0}'",
         request.profile ? "profile" : "context", short_name(format));
  }
  if (request.canonical) return {Arrangement::canonical};
  return {request.pretty ? Arrangement::pretty : Arrangement::streamed};
}

std::string content_type(ResultFormat format, const Layout& layout, bool needs_version) {
  std::string type(media_type(format));
  if (const std::string_view profile = profile_of(layout); !profile.empty()) {
    type.append("; profile=\"").append(kProfiles).append(profile).append("\"");
  }
  if (needs_version && has_version(format)) type += "; version=1.2";
  return type;
}

}  // namespace quadrille::results
