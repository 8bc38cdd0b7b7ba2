#include "loader/check/check_report.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "base/clock.hpp"

namespace quadrille {

namespace {

const Stopwatch since_start;

std::string told(const CheckFinds& mine, std::uint64_t looked_at, const std::vector<std::string>& listed) {
  std::string bytes;
  append_varint(bytes, looked_at);
  append_varint(bytes, mine.damages());
  append_varint(bytes, listed.size());
  for (const std::string& text : listed) {
    append_varint(bytes, text.size());
    bytes += text;
  }
  return bytes;
}

void add(CheckStep& step, const std::string& bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  step.looked_at += get_varint(at);
  step.damages += get_varint(at);
  for (std::uint64_t left = get_varint(at); left > 0; --left) {
    const std::uint64_t size = get_varint(at);
    std::string text(reinterpret_cast<const char*>(at), size);
    at += size;
    if (std::find(step.listed.begin(), step.listed.end(), text) == step.listed.end()) {
      step.listed.push_back(std::move(text));
    } else {
      --step.damages;  // several images report the same damage
    }
  }
}

}  // namespace

void CheckFinds::damage(std::string what) {
  ++damages_;
  if (listed_.size() < kListed) listed_.push_back(std::move(what));
}

void DatabaseCheck::begin() {
  began_ = since_start.seconds();
}

void DatabaseCheck::end(std::string_view what, std::string_view unit, const CheckFinds& mine) {
  CheckStep& step = steps_.emplace_back();
  step.what = what;
  step.unit = unit;
  for (const std::string& bytes : team_.all_gather_bytes(told(mine, mine.looked_at_, mine.listed_))) add(step, bytes);
  step.seconds = since_start.seconds() - began_;
  damages_ += step.damages;
  if (on_step_) on_step_(step);
}

}  // namespace quadrille
