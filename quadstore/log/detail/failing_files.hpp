#pragma once

// The files of RocksDB, with a failpoint around every write, sync and rename (base/failpoint.hpp): so a crash test
// reaches places between a transaction's beginning and its end, and records that are half written.

namespace rocksdb {
class Env;
}

namespace quadrille::detail {

// The environment that the log's instances are opened with. Where the program's QUADRILLE_FAILPOINT names no file
// operation it is RocksDB's own, and costs nothing.
rocksdb::Env* env_of_log();

}  // namespace quadrille::detail
