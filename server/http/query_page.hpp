#pragma once

// Pages for browsers: a query form, and the answer below it. They are small and have no script.
//
//   /  /sparql                  the form, and examples for programs          front_page()
//   /sparql?query=...           the form with the query, a table        QueryPage, around an answer in HTML

#include <string>

#include "server/http/engine.hpp"
#include "server/http/http_exchange.hpp"

namespace quadrille::server {

// The examples use the host to which the client has sent the request.
std::string front_page(const HttpRequest& request, const EngineFeatures& features, std::string_view why);

// Passes an answer to `sink`. If the answer is a page, the form with `request` comes before the answer.
class QueryPage final : public AnswerSink {
 public:
  QueryPage(AnswerSink& sink, const QueryRequest& request) : sink_(sink), request_(request) {}

  void start(std::string_view media_type) override;
  bool write(std::string_view bytes) override;
  void give_up_when(std::function<bool()> wanted) override { sink_.give_up_when(std::move(wanted)); }
  bool cancelled() override { return sink_.cancelled(); }

 private:
  AnswerSink& sink_;
  const QueryRequest& request_;
  bool form_is_due_ = false;
};

}  // namespace quadrille::server
