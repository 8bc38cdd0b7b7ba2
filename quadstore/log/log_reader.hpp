#pragma once

// The log at a start, read only: which versions are committed, and their changes, each checked.
//
//   LogReader reader(folder, checkpoint, image, num_images);   every image; reads what its instances have
//   reader.accept(views of all images);                        the same decision on all: or a damaged log is refused
//   for v = reader.first() .. reader.committed():  reader.read(v, sink)
//
// Instance i is read by image i % num_images, so n logs are read by any number of images; commit records stand in
// instance 0 and are read by all.
//
// What counts as committed: versions without a gap from the checkpoint on, each with its commit record and with every
// part that the record lists, on whichever image, by number, size and checksum. What must be committed (the floor):
//
//   the checkpoint; the mark (committed_mark.hpp); every commit record that was synced (CommitRecord::synced); and,
//   since versions come one after another, v-1 where any image has a synced part of v.
//
// A log that shows less than its floor has lost something that was acknowledged: ErrorKind::io, naming the instance,
// the version and what to do. Beyond the floor there may be one transaction that was not finished, or
// (SyncPolicy::interval and off) the last of what a power failure took: that is not committed, and UpdateLog removes it
// for good.
//
// A torn tail of RocksDB's WAL is normal after a kill. It is read up to the damage; whatever can still be recognised
// behind the damage counts for the floor, but is never data. So damage among records that were acknowledged is refused,
// whether or not RocksDB finds it.
//
// Nothing on the disk changes. Who reads holds LogLock, on image 0. All functions are local; errors are for the caller
// to make common. Cost: the log is read once by the constructor and once by read(), each at the disk's speed; memory
// for the WALs (some 10 MB an instance).

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

// What one image has seen: to be gathered from all (bytes, no pointers).
struct LogView {
  std::uint64_t floor = 0;  // must be committed
  std::uint64_t end = 0;    // is committed as far as this image's instances say
};

// Is called now and then while the log is read, with the share that is done, 0 to 1. It may throw: then the reading
// ends with that.
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

  // With the views of all images, this one's too. Fails unless the log is whole; the image that knows why says so.
  void accept(std::span<const LogView> views);

  // After accept().
  std::uint64_t first() const { return checkpoint_ + 1; }
  std::uint64_t committed() const { return committed_; }  // the checkpoint's version, if there is nothing after it

  // Of the changes after the checkpoint in this image's instances.
  std::uint64_t bytes() const { return bytes_; }

  // Takes the changes of a version from this image's instances, in ascending order of instance, part after part: each
  // call has whole lines. Returns the commit record. Versions from first() to committed(); ascending is fastest.
  using Sink = std::function<void(std::string_view lines)>;
  CommitRecord read(std::uint64_t version, const Sink& sink);

  // What is good to know though the log is whole, for a warning: a torn tail, versions that a power failure took.
  const std::vector<std::string>& remarks() const { return remarks_; }

  // The file or folder that a sink's complaints about lines should name: the instance that is being read.
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
