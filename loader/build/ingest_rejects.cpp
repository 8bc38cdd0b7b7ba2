#include "loader/build/ingest_rejects.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "loader/build/shared_files.hpp"
#include "loader/build/shared_list.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kCopiedBytes = std::uint64_t{1} << 20;  // in one piece

}  // namespace

RejectSpool::RejectSpool(std::filesystem::path prefix, int member)
    : prefix_(std::move(prefix)), path_(spool_path(member)) {}

RejectSpool::~RejectSpool() {
  remove();
}

void RejectSpool::remove() {
  std::error_code ignored;
  if (!pieces_.empty()) std::filesystem::remove(path_, ignored);
  pieces_.clear();
}

std::filesystem::path RejectSpool::spool_path(int member) const {
  return fmt::format("{}-{}.spool", prefix_.string(), member);
}

void RejectSpool::add(std::uint64_t item, const SyntaxErrorAt& error) {
  std::string text;
  append_reject(text, error);
  append(item, text);
}

void RejectSpool::add_rest(std::uint64_t item, std::string_view text) {
  append(item, text);
}

void RejectSpool::append(std::uint64_t item, std::string_view text) {
  if (!file_.is_open()) file_.open(path_, std::ios::binary | std::ios::trunc);
  if (!file_.write(text.data(), static_cast<std::streamsize>(text.size()))) {
    fail(ErrorKind::io, "cannot write {}", path_.string());
  }
  if (pieces_.empty() || pieces_.back().item != item) pieces_.push_back({item, size_, 0});
  pieces_.back().bytes += text.size();
  size_ += text.size();
}

void RejectSpool::close() {
  if (!file_.is_open()) return;
  file_.close();
  if (!file_) fail(ErrorKind::io, "cannot write {}", path_.string());
}

void RejectSpool::collect(pgas::Team& team, const std::filesystem::path& path) {
  close();
  struct Place {
    Piece piece;
    int member;
  };
  std::vector<Place> places;
  int member = 0;
  for (const std::vector<Piece>& pieces : gather_lists(team, pieces_)) {
    for (const Piece& piece : pieces) places.push_back({piece, member});
    ++member;
  }
  if (team.is_first()) {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.piece.item < b.piece.item; });
    AsideFile out(path);
    std::string text;
    for (const Place& place : places) {
      const std::filesystem::path spool = spool_path(place.member);
      await_path(spool, fmt::format("image {}", place.member));
      std::ifstream in(spool, std::ios::binary);
      in.seekg(static_cast<std::streamoff>(place.piece.offset));
      for (std::uint64_t left = place.piece.bytes; left != 0; left -= text.size()) {
        text.resize(std::min(left, kCopiedBytes));
        if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) {
          fail(ErrorKind::io, "cannot read {}", spool.string());
        }
        out.write(std::as_bytes(std::span(text)));
      }
    }
    out.finish();
  }
  team.barrier();
  remove();
}

}  // namespace quadrille
