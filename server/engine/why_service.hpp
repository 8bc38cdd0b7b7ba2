#pragma once

// A WhyService answers why a quad is in a database with rules: on one image, which reads the data of all groups, in the
// caller's thread. It keeps the rules of the database between two questions (inferencer/why/stored_why.hpp).
//
// Local; any thread may ask.

#include <memory>
#include <mutex>

#include "inferencer/why/stored_why.hpp"
#include "pgas/job.hpp"
#include "server/engine/state_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class WhyService {
 public:
  explicit WhyService(pgas::Job& job) : job_(job) {}

  // The answer in a state that the caller has pinned. StatusError(404): the quad is not there, or the database has no
  // rules. Error(user) for text that is not a quad; Error(unsupported) for proofs that cannot be found, and on an image
  // that cannot read all groups; Error(memory), Error(timeout), Error(cancelled).
  WhyAnswer answer(const WhyRequest& request, const ServedState& state, const Cancelled& cancelled);

 private:
  std::shared_ptr<inferencer::StoredWhy> rules_of(const ServedState& state);

  pgas::Job& job_;
  std::mutex mutex_;
  std::shared_ptr<inferencer::StoredWhy> rules_;  // of the database, which stay the same
};

}  // namespace quadrille::server
