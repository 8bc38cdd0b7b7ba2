#pragma once

// A LogReader reads the log at a start: it finds the committed versions and returns their changes, each checked.
//
//   LogReader reader(folder, checkpoint, image, num_images);   every image; reads what its instances have
//   reader.accept(views of all images);                        the same decision on all: or a damaged log is refused
//   for v = reader.first() .. reader.committed():  reader.read(v, sink)
//
// Instance i is read by image i % num_images, so n logs are read by any number of images; commit records are in
// instance 0, which all images read.
//
// Committed versions follow the checkpoint without a gap, each with its commit record and every part that the record
// lists, on any image, with the right number, size and checksum. The floor is the version up to which everything must
// be committed:
//
//   the checkpoint; the mark (committed_mark.hpp); every commit record that was synced (CommitRecord::synced); and,
//   since versions come one after another, v-1 where any image has a synced part of v.
//
// A log with less than its floor has lost something that was acknowledged: ErrorKind::io, naming the instance, the
// version and what to do. After the floor there may be one unfinished transaction, or (SyncPolicy::interval and off)
// the transactions that a power failure cut off: these are not committed, and UpdateLog removes them permanently.
//
// A torn tail of RocksDB's WAL is normal after a kill. It is read up to the damage; records that can still be
// recognised after the damage count for the floor, but are never data. So damage among acknowledged records is
// refused, whether or not RocksDB finds it.
//
// Nothing on the disk changes. The reader must hold LogLock, on image 0. All functions are local; the caller makes
// errors common to all images. Cost: the constructor and read() each read the log once at the disk's speed; memory for
// the WALs (some 10 MB an instance).

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadstore/log/log_format.hpp"

namespace quadrille {

// The view of one image, to be gathered from all (bytes, no pointers).
struct LogView {
  std::uint64_t floor = 0;  // must be committed
  std::uint64_t end = 0;    // committed, according to this image's instances
};

// Called now and then while the log is read, with the share that is done, 0 to 1. If it throws, reading ends with that
// error.
using LogWatch = std::function<void(double share)>;

class LogReader {
 public:
  // `checkpoint`: the version that the base has, 0 if none.
  LogReader(std::filesystem::path folder, std::uint64_t checkpoint, int image = 0, int num_images = 1,
            const LogWatch& watch = {});
  ~LogReader();
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;

  LogView view() const { return view_; }

  // Takes the views of all images, including this one's. Fails unless the log is whole; the image that found the
  // reason reports it.
  void accept(std::span<const LogView> views);

  // Valid after accept().
  std::uint64_t first() const { return checkpoint_ + 1; }
  std::uint64_t committed() const { return committed_; }  // the checkpoint's version, if there is nothing after it

  // Size of the changes after the checkpoint in this image's instances.
  std::uint64_t bytes() const { return bytes_; }

  // Passes the changes of a version from this image's instances to the sink, in ascending order of instance, part
  // after part; each call has whole lines. Returns the commit record. Versions from first() to committed(); ascending
  // is fastest.
  using Sink = std::function<void(std::string_view lines)>;
  CommitRecord read(std::uint64_t version, const Sink& sink);

  // Warnings although the log is whole: a torn tail, versions lost in a power failure.
  const std::vector<std::string>& remarks() const { return remarks_; }

  // The file or folder for error messages about lines: the instance that is being read.
  const std::filesystem::path& source() const { return source_; }

 private:
  struct Instance;

  void open_instances();
  std::shared_ptr<Instance> open_instance(int number);
  void look_for_floor(Instance& instance);
  void find_end(const LogWatch& watch);
  std::string complaint_about(std::uint64_t version, const Sink& sink);
  CommitRecord commit_record(std::uint64_t version);
  bool has_commit_record(std::uint64_t version);
  LogShare read_share(Instance& instance, std::uint64_t version, const Sink& sink);

  const std::filesystem::path folder_;
  const std::uint64_t checkpoint_;
  const int image_, num_images_;
  std::uint64_t committed_ = 0;
  std::uint64_t bytes_ = 0;
  LogView view_;
  std::string end_reason_;  // why the version after view_.end is not committed
  std::vector<std::string> remarks_;
  std::filesystem::path source_;
  std::shared_ptr<Instance> commits_;                 // instance 0
  std::vector<std::shared_ptr<Instance>> instances_;  // of this image, ascending; maybe with instance 0
};

}  // namespace quadrille
