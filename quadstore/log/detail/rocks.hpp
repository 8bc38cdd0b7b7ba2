#pragma once

// RocksDB as the log uses it: how an instance is opened, and what its errors mean here.
//
// A log is written once in ascending order, read once at a start, and removed from the front after a checkpoint. What
// an instance may take: two write buffers (LogOptions::buffer_bytes each) and a block cache of 1 MB.

#include <rocksdb/db.h>

#include <cstdint>
#include <filesystem>
#include <memory>

#include "quadstore/log/log_format.hpp"

namespace quadrille::detail {

// How much of RocksDB's own log of writes (WAL) has to be whole.
enum class WalTail : std::uint8_t {
  whole,     // all of it: after an orderly end, and mostly after a kill too
  torn,      // what stands before the first damage; the rest is not looked at
  anything,  // what stands behind damage too: evidence of what once was there, never data
};

// Fails with ErrorKind::user where another process has it open, else as fail_with does.
std::unique_ptr<rocksdb::DB> open_to_write(const std::filesystem::path& path, std::size_t buffer_bytes);

// Changes nothing on the disk and takes no lock. Nothing when WalTail::whole was asked for and it is not whole.
std::unique_ptr<rocksdb::DB> open_to_read(const std::filesystem::path& path, WalTail tail);

// Every opening begins a WAL file, and those without a record go only with the next flush: this removes them where
// there are many. Free otherwise.
void remove_empty_wals(rocksdb::DB& db, int image, const std::filesystem::path& path);

// Makes an instance with its label, aside, and renames it to its place: what is there is whole.
void create_instance(const std::filesystem::path& folder, int image, std::size_t buffer_bytes);

// Fails with ErrorKind::io unless the label is there, is of this image and of a format that is known.
void check_label(rocksdb::DB& db, int image, const std::filesystem::path& path);

// The last key of a transaction in an instance: {0, 0} where there is none.
LogKey last_key(rocksdb::DB& db, const std::filesystem::path& path);

// The last version up to `from` that has a commit record; 0 if there is none.
std::uint64_t last_commit(rocksdb::DB& db, const std::filesystem::path& path, std::uint64_t from = kAfterAllVersions);

// Removes the records beyond a version, for good when this returns. Free if there are none.
void remove_beyond(rocksdb::DB& db, std::uint64_t version, const std::filesystem::path& path);

// Removes the records up to a version, and gives back what they took on the disk.
void remove_up_to(rocksdb::DB& db, std::uint64_t version, const std::filesystem::path& path);

// ErrorKind::storage_full where the disk or a quota is full, else ErrorKind::io. The message names the path and says
// what RocksDB said.
[[noreturn]] void fail_with(const rocksdb::Status& status, const std::filesystem::path& path, const char* action);
inline void require(const rocksdb::Status& status, const std::filesystem::path& path, const char* action) {
  if (!status.ok()) [[unlikely]]
    fail_with(status, path, action);
}

}  // namespace quadrille::detail
