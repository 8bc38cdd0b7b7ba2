#pragma once

// Functions for the log's use of RocksDB: opening an instance, and the meaning of its errors.
//
// A log is written once in ascending order, read once at a start, and truncated at the front after a checkpoint.
// Memory of an instance: two write buffers (LogOptions::buffer_bytes each) and a block cache of 1 MB.

#include <rocksdb/db.h>

#include <cstdint>
#include <filesystem>
#include <memory>

#include "quadstore/log/log_format.hpp"

namespace quadrille::detail {

// The part of RocksDB's own write-ahead log (WAL) that must be whole.
enum class WalTail : std::uint8_t {
  whole,     // all of it: after an orderly end, and mostly after a kill too
  torn,      // everything before the first damage; the rest is ignored
  anything,  // also records after damage: evidence of what once was there, never data
};

// Fails with ErrorKind::user if another process has it open, else as fail_with does.
std::unique_ptr<rocksdb::DB> open_to_write(const std::filesystem::path& path, std::size_t buffer_bytes);

// Changes nothing on the disk and takes no lock. nullptr if WalTail::whole is required and the WAL is not whole.
std::unique_ptr<rocksdb::DB> open_to_read(const std::filesystem::path& path, WalTail tail);

// Every opening begins a WAL file, and files without a record are removed only by the next flush. Removes them if
// there are many; free otherwise.
void remove_empty_wals(rocksdb::DB& db, int image, const std::filesystem::path& path);

// Makes an instance with its label beside its place and renames it, so an existing instance is whole.
void create_instance(const std::filesystem::path& folder, int image, std::size_t buffer_bytes);

// Fails with ErrorKind::io unless the label exists, is of this image and of a supported format.
void check_label(rocksdb::DB& db, int image, const std::filesystem::path& path);

// The last key of a transaction in an instance; {0, 0} if there is none.
LogKey last_key(rocksdb::DB& db, const std::filesystem::path& path);

// The last version up to `from` that has a commit record; 0 if there is none.
std::uint64_t last_commit(rocksdb::DB& db, const std::filesystem::path& path, std::uint64_t from = kAfterAllVersions);

// Removes the records after a version; durable when it returns. Free if there are none.
void remove_beyond(rocksdb::DB& db, std::uint64_t version, const std::filesystem::path& path);

// Removes the records up to a version and frees their space on the disk.
void remove_up_to(rocksdb::DB& db, std::uint64_t version, const std::filesystem::path& path);

// ErrorKind::storage_full if the disk or a quota is full, else ErrorKind::io. The message has the path and RocksDB's
// text.
[[noreturn]] void fail_with(const rocksdb::Status& status, const std::filesystem::path& path, const char* action);
inline void require(const rocksdb::Status& status, const std::filesystem::path& path, const char* action) {
  if (!status.ok()) [[unlikely]]
    fail_with(status, path, action);
}

}  // namespace quadrille::detail
