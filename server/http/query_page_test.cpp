#include "server/http/query_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/results/html_page.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

class Gathered final : public AnswerSink {
 public:
  void start(std::string_view type) override { media_type = type; }
  bool write(std::string_view bytes) override {
    text += bytes;
    return true;
  }
  void give_up_when(std::function<bool()>) override {}
  bool cancelled() override { return false; }

  std::string media_type, text;
};

std::string page_of(const QueryRequest& request, std::string_view media_type, const std::vector<std::string>& pieces) {
  Gathered gathered;
  QueryPage page(gathered, request);
  page.start(media_type);
  for (const std::string& piece : pieces) page.write(piece);
  EXPECT_EQ(gathered.media_type, media_type);
  return gathered.text;
}

std::string front_page_for(std::string_view host, EngineFeatures features = {.updates = true}) {
  HttpRequest request;
  request.host = host;
  return front_page(request, features, "Node.js was <not> found");
}

}  // namespace

TEST(QueryPage, HasTheFormWithTheQueryBeforeTheAnswer) {
  QueryRequest request;
  request.text = "SELECT * { ?s ?p \"</textarea><script>\" }";
  request.default_graphs = {"urn:a"};
  const std::string opening(results::html_opening());
  const std::string page = page_of(request, "text/html; charset=utf-8", {opening + "<table>", "<tr>", opening});
  EXPECT_THAT(page, HasSubstr("SELECT * { ?s ?p &quot;&lt;/textarea&gt;&lt;script&gt;&quot; }</textarea>"));
  EXPECT_THAT(page, HasSubstr("<input type=\"hidden\" name=\"default-graph-uri\" value=\"urn:a\">"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_LT(page.find("</form>"), page.find("<table>"));
  EXPECT_EQ(page.find("<form"), page.rfind("<form"));
}

TEST(QueryPage, LeavesOtherAnswersAlone) {
  EXPECT_EQ(page_of({}, "text/csv; charset=utf-8", {"x\r\n", "1\r\n"}), "x\r\n1\r\n");
}

TEST(QueryPage, ExamplesNameTheHostThatIsAsked) {
  const std::string page = front_page_for("db.example.org:8080");
  EXPECT_THAT(page, HasSubstr("'query=SELECT * { ?s ?p ?o } LIMIT 10' 'http://db.example.org:8080/sparql'"));
  EXPECT_THAT(page, HasSubstr("'http://db.example.org:8080/update'"));
  EXPECT_THAT(page, HasSubstr("'http://db.example.org:8080/data?default'"));
  EXPECT_THAT(front_page_for("[::1]:3756"), HasSubstr("'http://[::1]:3756/sparql'"));
  for (const char* host : {"", "a'; rm -rf", "<script>", "a b", "\xc3\xa9"}) {
    EXPECT_THAT(front_page_for(host), HasSubstr("'http://localhost:3756/sparql'")) << host;
  }
}

TEST(QueryPage, AServerThatOnlyReadsDoesNotOfferUpdates) {
  const std::string page = front_page_for("h", {.updates = false});
  EXPECT_THAT(page, HasSubstr("takes no updates"));
  EXPECT_THAT(page, Not(HasSubstr("/update")));
}

}  // namespace quadrille::server
