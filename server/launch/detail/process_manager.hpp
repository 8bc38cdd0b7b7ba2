#pragma once

// A ProcessManager serves images that the launcher starts on its own host, without mpiexec. It answers MPICH's requests
// as Hydra does (PMI, version 1.1: lines of text), over a pair of sockets for each image. Nothing listens on the
// network, whereas Hydra's mpiexec listens on all addresses and ends at the first connection of a stranger.
//
//   image r is given PMI_RANK, PMI_SIZE, PMI_FD; then it sends    and gets
//   "cmd=put kvsname=job key=a value=b"                           "cmd=put_result rc=0 msg=success"
//   "cmd=barrier_in", as all images do                            "cmd=barrier_out", as all images do
//
// One request is not MPICH's: "cmd=gather" (pgas/launch_protocol.hpp), with which images of one group need no MPI.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

class ProcessManager {
 public:
  // Throws Error(io).
  explicit ProcessManager(int images);
  ~ProcessManager();
  ProcessManager(const ProcessManager&) = delete;
  ProcessManager& operator=(const ProcessManager&) = delete;

  // In the process of an image, before it runs the program: keeps its socket open there.
  void keep_open_for(int rank) const;
  // The variables of the environment of image `rank`.
  std::vector<std::string> variables(int rank) const;
  // Called after all images have been started.
  void close_ends_of_images();

  // The launcher's ends, by number of the image; -1: the image has closed its own.
  const std::vector<int>& descriptors() const { return here_; }
  // Answers the requests of image `rank`; called when its descriptor is readable. Returns false if the image waits to
  // be killed (MPI_Abort).
  bool serve(int rank);

  // The answer to one line, without its line end; empty: none now. The last line of a barrier answers all images. For
  // tests.
  std::string answer(std::string_view line);

 private:
  void send(int rank, const std::string& line);
  std::string put(std::string_view line);
  std::string get(std::string_view line) const;
  std::string enter_barrier();
  std::string gather(std::string_view line);

  std::vector<int> here_, there_;
  std::vector<std::string> received_;  // the start of a line, by image
  std::map<std::string, std::string, std::less<>> values_;
  std::size_t waiting_ = 0;            // in the barrier
  std::vector<std::string> gathered_;  // by image
  std::size_t gathering_ = 0;          // images that have sent their value
};

}  // namespace quadrille::server
