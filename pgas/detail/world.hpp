#pragma once

// The World is the processes of the job according to MPI: their numbers, and which of them share memory. It starts and
// ends MPI. A process that no launcher has started (detail/launched.hpp) is alone: it is a world of one image, and MPI
// is not started. MPI_COMM_NULL stands for its communicator.
//
// Images are numbered group by group, so that the images of a group are consecutive in any order of processes on hosts;
// image 0 is process 0 of the launcher. A group is the processes of one host, or as many of them as
// QUADRILLE_GROUP_SIZE sets: "2" means groups of two, "3,1" a group of three and then groups of one.

#include <mpi.h>

#include <type_traits>
#include <vector>

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

  // MPI_COMM_NULL, as the argument of the static functions too: only this process.
  MPI_Comm all_images() const { return all_; }

  // Collective over all images. In groups with split_mine, each image becomes a group of its own.
  void split_groups(bool split_mine);

  // Collective over the communicator; returns every process's value in order. Waits without spinning in MPI.
  template <class T>
  static std::vector<T> all_gather(const T& mine, MPI_Comm comm) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(size_of(comm)));
    gather(&mine, all.data(), sizeof(T), comm);
    return all;
  }
  static bool all_true(bool mine, MPI_Comm comm);

  // Collective over the group: the same for its images, in their order.
  template <class T>
  std::vector<T> gather_group(const T& mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(group_size()));
    gather_group(&mine, all.data(), sizeof(T));
    return all;
  }
  bool group_agrees(bool mine) const;

  static void barrier(MPI_Comm comm);
  // The last barrier of a job: returns after some seconds if a process has ended without it.
  static void last_barrier(MPI_Comm comm);

 private:
  bool is_alone() const { return all_ == MPI_COMM_NULL; }
  void be_alone();
  static int size_of(MPI_Comm comm);
  static void gather(const void* mine, void* all, int bytes, MPI_Comm comm);
  void gather_group(const void* mine, void* all, int bytes) const;
  std::vector<int> ranks_of_host() const;
  void number_images(int leader);
  void make_communicator(bool in_order);
  void free_communicator();

  int rank_ = 0;
  int image_ = 0;
  int images_count_ = 1;
  int images_of_host_ = 1;
  int leader_ = 0;  // the rank of the first process of this one's group
  int group_ = 0;
  std::vector<int> group_begins_;
  MPI_Comm all_ = MPI_COMM_NULL;
};

}  // namespace quadrille::pgas::detail
