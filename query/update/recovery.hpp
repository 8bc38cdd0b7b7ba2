#pragma once

// recover() turns the committed versions of the log into levels at a start. Terms are interned anew, so delta HURIs
// may differ from those before; blank nodes keep their counters.
//
//   reader (accepted, on every image) -> lines of its instances, version after version
//     -> quads with the place of each line                     terms interned together, a batch at a time
//     -> to the owners of the subjects                          one exchange a batch
//     -> the last line of each quad decides its state           then as an operation: effective, next state
//
// A batch has many versions, but ends where the rules of the database change. So recovery makes one level or a few, not
// one for each version.
//
// Data with correct checksums may still be wrong because of a bug, so a check of a database passes a list for faults.
// Then every line is tested: it changes something (an inserted quad did not exist before it, a deleted one did), its
// blank nodes had been allocated by then, and the counters of commit records never decrease.

#include <cstdint>
#include <functional>
#include <string>

#include "quadstore/log/log_reader.hpp"
#include "query/update/replay.hpp"
#include "query/update/transaction.hpp"

namespace quadrille::query {

// Takes the rules of a database from some version on, as it stores them; empty: none. Returns their closure, which
// outlives the recovery; nullptr: of no rules.
using TakeRules = std::function<Closure*(const std::string& stored)>;

struct Recovered {
  DatasetStatePtr state;         // of the last committed version
  std::uint64_t next_blank = 0;  // the first counter that was never allocated
  std::uint64_t changes = 0;     // lines that were read, on all images
  Closure* closure = nullptr;    // of the last rules; the state is not closed under them
};

// Collective. `base`: the checkpoint's state; `next_blank`: its own. Fails with ErrorKind::io if the log is damaged,
// and names the file. The reader is this image's, and accepted. Call it outside Team::run(). `take_rules` is called
// for each change of the rules, on all images. `faults`: on all images or none.
Recovered recover(const Writer& writer, LogReader& reader, DatasetStatePtr base, std::uint64_t next_blank,
                  const TakeRules& take_rules, RecoveryFaults* faults = nullptr, const ReplayWatch& watch = {});

}  // namespace quadrille::query
