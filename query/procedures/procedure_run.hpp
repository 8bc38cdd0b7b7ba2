#pragma once

// A ProcedureRun is what a procedure sees of a call: the edges and inputs, its parameters, and the rows that it makes.
// There is one on each image. The procedure's `run` is collective; every image makes rows of its own.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/procedures/call_inputs.hpp"
#include "query/procedures/callees.hpp"
#include "query/procedures/edge_scans.hpp"
#include "query/procedures/procedure_call.hpp"
#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// The edges that this image has read; every edge is on one image. Canonical terms, all bound. A procedure may change
// them.
struct ProcedureEdges {
  std::span<Huri> sources, targets;
  std::span<const double> weights;                  // of each edge, finite and not negative; empty: none has one
  std::span<Huri> vertices;                         // that may have no edge
  std::vector<std::span<const Huri>> columns = {};  // of each edge: those that outputs ask for, in their order
};

class ProcedureRun {
 public:
  // How the edges are read, and how their memory is returned. Reading is collective.
  struct EdgeSource {
    std::function<ProcedureEdges()> read;
    std::function<void()> free;
  };
  // The memory for later calls. `edges_key`: calls with equal keys have equal edges in one state of the
  // data; empty: nothing is known of these edges. The same on all images.
  struct Kept {
    ProcedureMemory* memory = nullptr;
    std::string edges_key;
    std::vector<std::shared_ptr<const void>>* held = nullptr;
  };
  ProcedureRun(Context& its_context, const ProcedureCall& its_call, EdgeSource edges, Kept kept, CallInputs inputs,
               Table& rows);

  Context& context() const { return context_; }
  const ProcedureCall& call() const { return call_; }
  // Collective at the first call, which reads the edges; local later.
  const ProcedureEdges& edges() {
    if (!edges_) edges_ = source_.read();
    return *edges_;
  }
  // Local. Call it when a graph has been made of the edges: there are none any more.
  void free_edges() {
    edges_ = ProcedureEdges();
    source_.free();
  }
  // The edges in the order of the indexes; nullptr: edges() has them. If there are scans, edges() is empty.
  EdgeScans* scans() const { return scans_; }
  void set_scans(EdgeScans& scans) { scans_ = &scans; }
  // nullptr: nothing is kept, or these edges have no key.
  ProcedureMemory* memory() const { return kept_.edges_key.empty() ? nullptr : kept_.memory; }
  const std::string& edges_key() const { return kept_.edges_key; }
  // Keeps what other images read until all of them have ended the query.
  void hold(std::shared_ptr<const void> thing) { kept_.held->push_back(std::move(thing)); }
  const std::vector<ProcedureInputs>& inputs() const { return inputs_.runs(); }
  // The vertices of a parameter in one run.
  std::span<const Huri> vertices(const ProcedureInputs& inputs, std::string_view parameter) const;
  // The terms of the call itself for a parameter.
  std::span<const Huri> terms(std::string_view parameter) const;

  // True if a result of this name is asked for.
  bool wants(std::string_view result) const;
  // Appends `count` rows of a run with undefined values of its results, which the caller sets in columns(). A call for
  // results of the run alone gets one row, on the first image.
  void add_rows(const ProcedureInputs& inputs, std::size_t count);
  // The cells of the rows that were added last. Empty if nobody asks for the result.
  std::span<Huri> column(std::string_view result, std::size_t occurrence = 0);
  // Sets a result of each of these rows: value(row) is a Huri.
  template <class Value>
  void set(std::string_view result, Value&& value) {
    for (std::size_t occurrence = 0;; ++occurrence) {
      const std::span<Huri> cells = column(result, occurrence);
      if (cells.empty()) return;
      for (std::size_t row = 0; row < cells.size(); ++row) cells[row] = value(row);
    }
  }

  // Local. The term of a number that keeps all its digits.
  Huri exact_number(double value) const;

  // For a profile: what a round of the procedure has done, in words.
  void note(std::string text) { notes_.push_back(std::move(text)); }
  std::vector<std::string> take_notes() { return std::move(notes_); }

 private:
  std::size_t place_of(std::string_view parameter) const;

  Context& context_;
  const ProcedureCall& call_;
  const EdgeSource source_;
  const Kept kept_;
  std::optional<ProcedureEdges> edges_;
  EdgeScans* scans_ = nullptr;
  const CallInputs inputs_;
  Table& rows_;  // columns: outputs of the call, then keys
  std::size_t last_rows_ = 0;
  std::vector<std::string> notes_;
};

// Collective, with the same terms on all images. Terms in N-Triples form, for messages. Unbound: "unbound".
std::vector<std::string> texts_of(Context& context, std::span<const Huri> terms);

// Local. Numbers as terms that their HURIs hold: integers, and doubles with the 13 digits that fit.
Huri integer_result(std::int64_t value);
Huri number_result(double value);
Huri boolean_result(bool value);
// The double with at most 13 significant digits that is nearest to the value.
double with_13_digits(double value);

}  // namespace quadrille::query
