#include "loader/rdf/detail/decompressor.hpp"

#include <utility>
#include <vector>

#include "base/error.hpp"

namespace quadrille::detail {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;

struct NamedCodec {
  std::string_view name;
  std::unique_ptr<Codec> (*make)(std::uint64_t most_memory);
};

NamedCodec codec_of(Compression compression) {
  static constexpr NamedCodec kCodecs[] = {
      {"plain", nullptr}, {"gzip", gzip_codec}, {"zstd", zstd_codec}, {"bzip2", bzip2_codec}, {"xz", xz_codec}};
  if (compression == Compression::none) fail(ErrorKind::internal, "no codec for plain data");
  return kCodecs[static_cast<std::size_t>(compression)];
}

class Decompressor : public ByteSource {
 public:
  Decompressor(std::unique_ptr<ByteSource> compressed, Compression compression, Place place, std::uint64_t most_memory)
      : compressed_(std::move(compressed)),
        codec_(codec_of(compression).make(most_memory)),
        codec_name_(codec_of(compression).name),
        place_(std::move(place)),
        input_(kInputBytes),
        offset_of_input_(place_.begin) {}

  std::size_t read(std::span<char> to) override {
    while (!ended_) {
      if (from_ == until_ && !input_ended_) fill();
      const std::span<const char> input(input_.data() + from_, until_ - from_);
      const CodecStep step = codec_->step(input, to);
      from_ += step.consumed;
      if (!step.error.empty())
        fail(ErrorKind::io, "{}: damaged {} data at byte {}: {}", place_.name, codec_name_, offset(), step.error);
      if (input.empty() && step.produced == 0) end(step.complete);
      if (step.produced != 0) return step.produced;
    }
    return 0;
  }

 private:
  std::uint64_t offset() const { return offset_of_input_ + from_; }

  void fill() {
    offset_of_input_ += until_;
    from_ = 0;
    until_ = compressed_->read(input_);
    input_ended_ = until_ == 0;
  }

  void end(bool complete) {
    ended_ = complete;
    if (complete) return;
    if (place_.to_end_of_file) {
      fail(ErrorKind::io, "{}: the {} data are cut off at byte {}, the end of the file", place_.name, codec_name_,
           offset());
    }
    fail(ErrorKind::io, "{}: damaged {} data at byte {}: expected the start of another frame there", place_.name,
         codec_name_, offset());
  }

  std::unique_ptr<ByteSource> compressed_;
  std::unique_ptr<Codec> codec_;
  std::string_view codec_name_;
  const Place place_;
  std::vector<char> input_;
  std::size_t from_ = 0, until_ = 0;  // the unread part of input_
  std::uint64_t offset_of_input_;     // of input_[0], in the file
  bool input_ended_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> compressed, Compression compression, Place place,
                                       std::uint64_t most_memory) {
  return std::make_unique<Decompressor>(std::move(compressed), compression, std::move(place), most_memory);
}

}  // namespace quadrille::detail
