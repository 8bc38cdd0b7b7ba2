#pragma once

// At a start: the committed versions of the log, made into levels again. Terms are interned anew, so delta HURIs may be
// others than before; blank nodes keep their counters.
//
//   reader (accepted, on every image) -> lines of its instances, version after version
//     -> quads with the place of each line                     terms interned together, a batch at a time
//     -> to the owners of the subjects                          one exchange a batch
//     -> of each quad the last line says what is in the end     then as an operation: effective, next state
//
// A batch has many versions, so recovery costs a level or a few, not one for each version.
//
// What is whole by its checksums may still be wrong by a bug: whoever checks a database gives a place for the faults.
// Then every line is looked at: it changes something (a quad that is inserted was not there before it, one that is
// deleted was), its blank nodes had been given out by then, and the counters of commit records never go back.

#include <cstdint>

#include "quadstore/log/log_reader.hpp"
#include "query/update/replay.hpp"
#include "query/update/transaction.hpp"

namespace quadrille::query {

struct Recovered {
  DatasetStatePtr state;         // of the last committed version
  std::uint64_t next_blank = 0;  // the first counter that was never given out
  std::uint64_t changes = 0;     // lines that were read, on all images
};

// Collective. `base`: the checkpoint's state; `next_blank`: its own. Fails with ErrorKind::io where the log is damaged,
// naming the file. The reader is this image's, accepted. Inside no Team::run(). `faults`: on all images or none.
Recovered recover(const Writer& writer, LogReader& reader, DatasetStatePtr base, std::uint64_t next_blank,
                  RecoveryFaults* faults = nullptr, const ReplayWatch& watch = {});

}  // namespace quadrille::query
