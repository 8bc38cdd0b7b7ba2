#pragma once

// env_of_log() returns the files of RocksDB with a failpoint around every write, sync and rename (base/failpoint.hpp).
// Crash tests use it to stop between the beginning and end of a transaction, and within records.

namespace rocksdb {
class Env;
}

namespace quadrille::detail {

// The environment for the log's instances. If the program's QUADRILLE_FAILPOINT names no file operation, it is
// RocksDB's own and costs nothing.
rocksdb::Env* env_of_log();

}  // namespace quadrille::detail
