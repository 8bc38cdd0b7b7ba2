#include "bench/pgas/messages_command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bench/pgas/message_count.hpp"

namespace quadrille::bench {

namespace {

constexpr int kMostImages = 1 << 16;  // of a shape: its plan takes memory

struct MessagesOptions {
  std::vector<int> groups{32, 64, 128};
  std::vector<int> sizes{16, 32};
  std::vector<std::string> shapes;  // "3,1,2"
};

std::vector<int> parse_shape(std::string_view text) {
  std::vector<int> sizes;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    int size = 0;
    const auto [rest, error] = std::from_chars(at, end, size);
    if (error != std::errc() || size < 1 || size > kMostImages || (rest != end && *rest != ',')) {
      fail(ErrorKind::user, "--shape must be the sizes of the groups, such as 5,5,5 or 3,1,2; found '{}'", text);
    }
    sizes.push_back(size);
    if (rest == end) return sizes;
    at = rest + 1;
  }
}

void check_size(const std::vector<int>& sizes) {
  std::int64_t images = 0;
  for (const int size : sizes) images += size;
  if (images > kMostImages) {
    fail(ErrorKind::user, "{} has {} images; at most {} can be counted", describe_shape(sizes), images, kMostImages);
  }
}

void print_row(const std::vector<int>& sizes) {
  check_size(sizes);
  std::int64_t images = 0;
  for (const int size : sizes) images += size;
  const MessageCount naive = count_naive(sizes), stride = count_stride(sizes), ours = count_consecutive(sizes);
  fmt::print("{:<20}{:>8}{:>10}{:>8}{:>13}{:>14}{:>10}{:>13}\n", describe_shape(sizes), images, naive.most, stride.most,
             ours.most, naive.total, stride.total, ours.total);
}

void print_table(const MessagesOptions& options) {
  fmt::print("Messages of an exchange of all images with all, between groups.\n\n");
  fmt::print("{:<20}{:>8}{:>31}{:>37}\n", "", "", "the most of an image", "of all images");
  fmt::print("{:<20}{:>8}{:>10}{:>8}{:>13}{:>14}{:>10}{:>13}\n", "shape", "images", "naive", "stride", "consecutive",
             "naive", "stride", "consecutive");
  for (const std::string& shape : options.shapes) print_row(parse_shape(shape));
  if (!options.shapes.empty()) return;
  for (const int size : options.sizes) {
    for (const int groups : options.groups) print_row(std::vector<int>(static_cast<std::size_t>(groups), size));
  }
}

constexpr const char* kMessagesFooter =
    R"(naive: every image sends to every image of the other groups. stride: every image sends to the image at its own place
in every other group (the older scheme of CGE). consecutive: the scheme of Quadrille, in which every image sends for a
range of consecutive images.

Examples:

  quadrille-bench messages
  quadrille-bench messages --shape 5,5,5 --shape 3,1,2
)";

}  // namespace

void add_messages_command(CLI::App& program) {
  auto* command = program.add_subcommand("messages", "Count the messages of an exchange between groups of images");
  const auto options = std::make_shared<MessagesOptions>();
  command->add_option("--groups", options->groups, "Numbers of groups, separated by commas")
      ->delimiter(',')
      ->check(CLI::Range(1, kMostImages))
      ->capture_default_str();
  command->add_option("--images-per-group", options->sizes, "Numbers of images in each group, separated by commas")
      ->delimiter(',')
      ->check(CLI::Range(1, kMostImages))
      ->capture_default_str();
  command->add_option("--shape", options->shapes, "Sizes of unequal groups, such as 3,1,2; can be repeated")
      ->allow_extra_args(false);
  command->footer(kMessagesFooter);
  command->callback([options] { print_table(*options); });
}

}  // namespace quadrille::bench
