#include "bench/pgas/report.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "bench/pgas/message_count.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kLeastForRate = 4096;  // below that only latency matters

std::string bytes_text(std::size_t bytes) {
  if (bytes == 0) return "-";
  if (bytes >= 1 << 20) return fmt::format("{} MB", bytes >> 20);
  if (bytes >= 1 << 10) return fmt::format("{} KB", bytes >> 10);
  return fmt::format("{} B", bytes);
}

std::string microseconds(double seconds) {
  const double us = seconds * 1e6;
  return fmt::format("{:.{}f}", us, us < 10 ? 2 : us < 100 ? 1 : 0);
}

std::string rate_text(const Measurement& measured) {
  if (measured.subject.bytes < kLeastForRate) return "";
  return fmt::format("{:.0f}", static_cast<double>(measured.subject.bytes) / measured.seconds / 1e6);
}

}  // namespace

Surroundings find_surroundings(const pgas::Job& job, const pgas::Team& team) {
  Surroundings found;
  found.images = job.num_images();
  for (int group = 0; group < team.num_groups(); ++group) {
    found.groups.push_back(team.group_end(group) - team.group_begin(group));
  }
  found.cores = static_cast<int>(std::thread::hardware_concurrency());
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  for (const char c : std::string_view(text, static_cast<std::size_t>(length))) {
    if (c == '\n') break;
    found.mpi += c == '\t' ? ' ' : c;
  }
  if (const char* const transports = std::getenv("UCX_TLS")) found.transports = transports;
  return found;
}

std::string to_text(const Surroundings& surroundings, std::span<const Measurement> measurements) {
  std::string text = fmt::format("{} images, {}; {} cores; {}; transports: {}\n\n", surroundings.images,
                                 describe_shape(surroundings.groups), surroundings.cores, surroundings.mpi,
                                 surroundings.transports.empty() ? "as found" : surroundings.transports);
  text += fmt::format("{:<30}{:<12}{:>8}{:>12}{:>12}{:>12}{:>9}{:>10}{:>13}\n", "operation", "where", "bytes",
                      "median us", "least us", "most us", "MB/s", "messages", "bytes sent");
  for (const Measurement& measured : measurements) {
    const Subject& subject = measured.subject;
    text +=
        fmt::format("{:<30}{:<12}{:>8}{:>12}{:>12}{:>12}{:>9}{:>10.4g}{:>13.0f}\n", subject.operation, subject.where,
                    bytes_text(subject.bytes), microseconds(measured.seconds), microseconds(measured.least),
                    microseconds(measured.most), rate_text(measured), measured.messages, measured.bytes);
  }
  return text;
}

std::string to_json(const Surroundings& surroundings, std::span<const Measurement> measurements) {
  nlohmann::ordered_json json;
  json["images"] = surroundings.images;
  json["groups"] = surroundings.groups;
  json["cores"] = surroundings.cores;
  json["mpi"] = surroundings.mpi;
  json["transports"] = surroundings.transports;
  json["measurements"] = nlohmann::ordered_json::array();
  for (const Measurement& measured : measurements) {
    json["measurements"].push_back({{"operation", measured.subject.operation},
                                    {"where", measured.subject.where},
                                    {"bytes", measured.subject.bytes},
                                    {"seconds", measured.seconds},
                                    {"least_seconds", measured.least},
                                    {"most_seconds", measured.most},
                                    {"messages", measured.messages},
                                    {"sent_bytes", measured.bytes}});
  }
  return json.dump(1) + "\n";
}

}  // namespace quadrille::bench
