#include "server/commands/lubm_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/copy_bytes.hpp"
#include "lubm/generator.hpp"
#include "lubm/university.hpp"

namespace quadrille::server {

namespace {

// Makes one department at a time: 1.2 MB, which are still in the cache when they are scanned.
class UniversitySource final : public ByteSource {
 public:
  UniversitySource(const lubm::Vocabulary& vocabulary, std::int32_t seed, std::uint32_t index)
      : university_(vocabulary, seed, index) {}

  std::size_t read(std::span<char> to) override {
    if (given_ == lines_.size() && !next_department()) return 0;
    const std::size_t bytes = std::min(to.size(), lines_.size() - given_);
    copy_bytes(to.data(), lines_.data() + given_, bytes);
    given_ += bytes;
    return bytes;
  }

 private:
  bool next_department() {
    if (university_.finished()) return false;
    lines_.clear();
    given_ = 0;
    university_.append_department(lines_);
    return true;
  }

  lubm::University university_;
  std::string lines_;
  std::size_t given_ = 0;
};

class LubmInput final : public GeneratedInput {
 public:
  explicit LubmInput(const lubm::DataSet& data_set) : data_set_(data_set), vocabulary_(data_set.ontology) {}

  std::string name() const override { return fmt::format("LUBM({}), seed {}", data_set_.universities, data_set_.seed); }
  std::uint64_t pieces() const override { return data_set_.universities; }
  std::uint64_t usual_piece_bytes() const override { return lubm::kUsualUniversityBytes; }
  std::unique_ptr<ByteSource> open(std::uint64_t piece) const override {
    const std::uint32_t index = data_set_.start + static_cast<std::uint32_t>(piece);
    return std::make_unique<UniversitySource>(vocabulary_, data_set_.seed, index);
  }

 private:
  const lubm::DataSet data_set_;
  const lubm::Vocabulary vocabulary_;
};

}  // namespace

std::shared_ptr<const GeneratedInput> lubm_input(std::uint32_t universities, std::int32_t seed) {
  const lubm::DataSet data_set{.universities = universities, .seed = seed};
  lubm::check_data_set(data_set);
  return std::make_shared<LubmInput>(data_set);
}

}  // namespace quadrille::server
