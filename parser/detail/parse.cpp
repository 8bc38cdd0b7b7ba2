#include "parser/detail/parse.hpp"

#include <memory>
#include <mutex>

#include "parser/detail/antlr_grammar.hpp"
#include "parser/detail/antlr_tokens.hpp"
#include "parser/detail/expected.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

using antlr4::atn::PredictionMode;

struct Failed {};

// Ends a parse at the first error; nothing is recovered.
class GiveUp final : public antlr4::BailErrorStrategy {
 public:
  void recover(antlr4::Parser*, std::exception_ptr) override { throw Failed(); }
  antlr4::Token* recoverInline(antlr4::Parser*) override { throw Failed(); }
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override { throw Failed(); }
};

// ANTLR's interpreter, writing a SyntaxTree instead of its own tree.
class Interpreter final : public antlr4::ParserInterpreter {
 public:
  Interpreter() : ParserInterpreter("SPARQL", vocabulary(), {}, parser_atn(), nullptr) {
    setBuildParseTree(false);
    removeErrorListeners();
    setErrorHandler(std::make_shared<GiveUp>());
  }

  void run(AntlrTokens& tokens, Rule start, PredictionMode mode, SyntaxTree& tree) {
    tree.clear();
    open_.clear();
    tree_ = &tree;
    last_ = before_last_ = {parser_atn().ruleToStartState[static_cast<std::size_t>(start)], nullptr, 0};
    getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    tokens.seek(0);
    setTokenStream(&tokens);
    ParserInterpreter::parse(static_cast<std::size_t>(start));
    tree.close(0);  // ANTLR leaves the first rule without visiting its end
  }
  // After a parse that failed. The network is entered one token before the failure, since the parser may have taken
  // that token on the wrong way.
  Unexpected explain(std::span<const Token> tokens) {
    const Place from = before_last_;
    Unexpected found = find_unexpected(parser_atn(), from.state, from.context, tokens.subspan(from.tokens));
    found.token += from.tokens;
    return found;
  }
  void forget_tokens() { setTokenStream(nullptr); }

 private:
  static const antlr4::dfa::Vocabulary& vocabulary() {
    static const antlr4::dfa::Vocabulary none({}, {});
    return none;
  }

  std::uint32_t next_token() { return static_cast<std::uint32_t>(getTokenStream()->index()); }
  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    ParserInterpreter::enterRule(context, state, rule);
    open_.push_back(tree_->open(static_cast<Rule>(rule), next_token()));
  }
  void visitRuleStopState(antlr4::atn::ATNState* state) override {
    tree_->close(open_.back());
    open_.pop_back();
    ParserInterpreter::visitRuleStopState(state);
  }
  antlr4::Token* consume() override {
    tree_->add(next_token());
    antlr4::Token* token = getCurrentToken();
    getTokenStream()->consume();
    const antlr4::atn::ATNState* behind = parser_atn().states[getState()]->transitions[0]->target;
    before_last_ = std::exchange(last_, {behind, Parser::getContext(), next_token()});
    return token;
  }

  SyntaxTree* tree_ = nullptr;
  std::vector<std::uint32_t> open_;
  // Where the parser stood in the network after the last tokens that it took.
  struct Place {
    const antlr4::atn::ATNState* state;
    const antlr4::RuleContext* context;
    std::size_t tokens;  // how many it had taken
  };
  Place last_{}, before_last_{};
};

// Interpreters that nobody uses at the moment.
struct Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<Interpreter>> free;
};

Pool& pool() {
  static Pool* const all = new Pool;  // lives as long as the process, whatever other statics do
  return *all;
}

// An interpreter out of the pool, for as long as this lives.
class Lease {
 public:
  Lease() {
    const std::lock_guard lock(pool().mutex);
    if (pool().free.empty()) return;
    interpreter_ = std::move(pool().free.back());
    pool().free.pop_back();
  }
  ~Lease() {
    if (!interpreter_) return;
    interpreter_->forget_tokens();
    const std::lock_guard lock(pool().mutex);
    pool().free.push_back(std::move(interpreter_));
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Interpreter* operator->() {
    if (!interpreter_) interpreter_ = std::make_unique<Interpreter>();
    return interpreter_.get();
  }

 private:
  std::unique_ptr<Interpreter> interpreter_;
};

}  // namespace

SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start) {
  AntlrTokens stream(tokens);
  SyntaxTree tree(tokens);
  Lease interpreter;
  for (const PredictionMode mode : {PredictionMode::SLL, PredictionMode::LL}) {
    try {
      interpreter->run(stream, start, mode, tree);
      return tree;
    } catch (const Failed&) {  // the second time it is final
    }
  }
  const Unexpected found = interpreter->explain(tokens);
  fail_unexpected(source, tokens.first(found.token), tokens[found.token], found.expected);
}

}  // namespace quadrille::parser
