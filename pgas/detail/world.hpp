#pragma once

// The World is the processes of the job: their numbers, and which of them share memory. It starts and ends MPI, if the
// job needs it:
//
//   started by                                              numbers and gathers
//   hand (detail/launched.hpp)                              image 0 of 1: nothing to do
//   this program's launcher on one host, one group          the launcher's socket (detail/launcher_socket.hpp)
//   another launcher of MPI programs; several groups        MPI
//
// Images are numbered group by group, so that the images of a group are consecutive in any order of processes on hosts;
// image 0 is process 0 of the launcher. A group is the processes of one host, or as many of them as
// QUADRILLE_GROUP_SIZE sets: "2" means groups of two, "3,1" a group of three and then groups of one.

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

#include "pgas/detail/launcher_socket.hpp"

namespace quadrille::pgas::detail {

class World {
 public:
  // Collective. Throws Error(user) if MPI lacks a needed feature, or for a wrong QUADRILLE_GROUP_SIZE.
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int image() const { return image_; }
  int images() const { return images_count_; }
  int images_of_host() const { return images_of_host_; }
  const std::vector<int>& group_begins() const { return group_begins_; }
  int group() const { return group_; }
  int group_begin() const { return group_begins_[static_cast<std::size_t>(group_)]; }
  int group_size() const { return group_begins_[static_cast<std::size_t>(group_) + 1] - group_begin(); }

  // For the network: exists if there are several groups.
  MPI_Comm all_images() const { return all_; }

  // Collective over all images. In groups with split_mine, each image becomes a group of its own. Starts MPI.
  void split_groups(bool split_mine);

  // Collective over all images; returns every image's value in order. Waits without spinning in MPI.
  template <class T>
  std::vector<T> all_gather(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(images_count_));
    gather(&mine, all.data(), sizeof(T));
    return all;
  }
  bool all_true(bool mine);

  // Collective over the group: the same for its images, in their order.
  template <class T>
  std::vector<T> gather_group(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(group_size()));
    gather_group(&mine, all.data(), sizeof(T));
    return all;
  }
  bool group_agrees(bool mine);

  void barrier();
  // The last barrier of a job: returns after some seconds if a process has ended without it.
  void last_barrier();

 private:
  void start_mpi();
  void gather(const void* mine, void* all, std::size_t bytes);
  void gather_group(const void* mine, void* all, std::size_t bytes);
  std::vector<int> ranks_of_host();
  void number_images(int leader);
  void make_communicator(bool in_order);
  void free_communicator();
  MPI_Comm communicator() const { return all_ == MPI_COMM_NULL ? MPI_COMM_WORLD : all_; }

  int rank_ = 0;
  int image_ = 0;
  int images_count_ = 1;
  int images_of_host_ = 1;
  int leader_ = 0;  // the rank of the first process of this one's group
  int group_ = 0;
  std::vector<int> group_begins_;
  std::optional<LauncherSocket> launcher_;
  bool mpi_runs_ = false;
  MPI_Comm all_ = MPI_COMM_NULL;  // images in order; before they are numbered: none
};

}  // namespace quadrille::pgas::detail
