#include "parser/detail/parse.hpp"

#include <memory>
#include <mutex>

#include "parser/detail/antlr_grammar.hpp"
#include "parser/detail/antlr_tokens.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

using antlr4::atn::PredictionMode;

struct SllFailed {};

// Ends the first parse at the first error; nothing is recovered.
class GiveUp final : public antlr4::BailErrorStrategy {
 public:
  void recover(antlr4::Parser*, std::exception_ptr) override { throw SllFailed(); }
  antlr4::Token* recoverInline(antlr4::Parser*) override { throw SllFailed(); }
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override { throw SllFailed(); }
};

// What the second parse found wrong.
struct Unexpected {
  std::size_t token;
  antlr4::misc::IntervalSet expected;
};

// Ends the second parse at the first error, telling what could have stood there. In contrast to GiveUp it looks at
// every loop and option whether the next token can stand there at all, so that all that could stand there is known.
class Explain final : public antlr4::DefaultErrorStrategy {
 public:
  void recover(antlr4::Parser* parser, std::exception_ptr) override { stop(parser); }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { stop(parser); }
  antlr4::Token* singleTokenDeletion(antlr4::Parser*) override { return nullptr; }
  void reportUnwantedToken(antlr4::Parser* parser) override { stop(parser); }
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override {
    const std::size_t found = error.getOffendingToken() ? error.getOffendingToken()->getTokenIndex() : 0;
    if (found == parser->getTokenStream()->index()) stop(parser);
    throw Unexpected{found, {}};  // a prediction failed further on, and ANTLR does not say what it looked for there
  }

 private:
  [[noreturn]] static void stop(antlr4::Parser* parser) {
    throw Unexpected{parser->getTokenStream()->index(), parser->getExpectedTokens()};
  }
};

// ANTLR's interpreter, writing a SyntaxTree instead of its own tree.
class Interpreter final : public antlr4::ParserInterpreter {
 public:
  Interpreter() : ParserInterpreter("SPARQL", vocabulary(), {}, parser_atn(), nullptr) {
    setBuildParseTree(false);
    removeErrorListeners();
  }

  void run(AntlrTokens& tokens, Rule start, PredictionMode mode, SyntaxTree& tree) {
    tree.clear();
    open_.clear();
    tree_ = &tree;
    setErrorHandler(mode == PredictionMode::SLL
                        ? std::shared_ptr<antlr4::ANTLRErrorStrategy>(std::make_shared<GiveUp>())
                        : std::make_shared<Explain>());
    getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    setTokenStream(&tokens);
    ParserInterpreter::parse(static_cast<std::size_t>(start));
    tree.close(0);  // ANTLR leaves the first rule without visiting its end
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
    return token;
  }

  SyntaxTree* tree_ = nullptr;
  std::vector<std::uint32_t> open_;
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

std::vector<TokenKind> kinds_in(const antlr4::misc::IntervalSet& set) {
  std::vector<TokenKind> kinds;
  for (const ssize_t type : set.toList())
    kinds.push_back(type == static_cast<ssize_t>(antlr4::Token::EOF) ? TokenKind::END : static_cast<TokenKind>(type));
  return kinds;
}

}  // namespace

SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start) {
  AntlrTokens stream(tokens);
  SyntaxTree tree(tokens);
  Lease interpreter;
  try {
    interpreter->run(stream, start, PredictionMode::SLL, tree);
    return tree;
  } catch (const SllFailed&) {  // the second parse knows more
  }
  try {
    interpreter->run(stream, start, PredictionMode::LL, tree);
    return tree;
  } catch (const Unexpected& error) {
    fail_unexpected(source, tokens.first(error.token), tokens[error.token], kinds_in(error.expected));
  }
}

}  // namespace quadrille::parser
