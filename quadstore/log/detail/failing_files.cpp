#include "quadstore/log/detail/failing_files.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/failpoint.hpp"

namespace quadrille::detail {

namespace {

using rocksdb::FileOptions;
using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

Failpoint before_write("log.file.write.before"), half_written("log.file.write.half"),
    after_write("log.file.write.after"), before_sync("log.file.sync.before"), after_sync("log.file.sync.after"),
    before_rename("log.file.rename.before"), after_rename("log.file.rename.after");

class FailingFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    before_write.pass();
    if (half_written.is_due()) {
      target()->Append(Slice(data.data(), data.size() / 2), options, context).PermitUncheckedError();
      Failpoint::die();
    }
    IOStatus status = target()->Append(data, options, context);
    after_write.pass();
    return status;
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo&,
                  IODebugContext* context) override {
    return Append(data, options, context);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    before_sync.pass();
    IOStatus status = target()->Sync(options, context);
    after_sync.pass();
    return status;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    before_sync.pass();
    IOStatus status = target()->Fsync(options, context);
    after_sync.pass();
    return status;
  }
};

class FailingFiles : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "FailingFiles"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options, std::unique_ptr<FSWritableFile>* result,
                           IODebugContext* context) override {
    std::unique_ptr<FSWritableFile> file;
    IOStatus status = target()->NewWritableFile(path, options, &file, context);
    if (status.ok()) *result = std::make_unique<FailingFile>(std::move(file));
    return status;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* context) override {
    before_rename.pass();
    IOStatus status = target()->RenameFile(from, to, options, context);
    after_rename.pass();
    return status;
  }
};

bool is_asked_for() {
  const char* value = std::getenv("QUADRILLE_FAILPOINT");
  return value != nullptr && std::string_view(value).starts_with("log.file.");
}

}  // namespace

rocksdb::Env* env_of_log() {
  if (!is_asked_for()) return rocksdb::Env::Default();
  // RocksDB's background threads use it until the process ends.
  static rocksdb::Env* const env =
      rocksdb::NewCompositeEnv(std::make_shared<FailingFiles>(rocksdb::FileSystem::Default())).release();
  return env;
}

}  // namespace quadrille::detail
