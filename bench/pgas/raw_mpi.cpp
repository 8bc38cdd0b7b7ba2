#include "bench/pgas/raw_mpi.hpp"

#include <sched.h>

#include <cstring>

#include "pgas/message_cost.hpp"
#include "pgas/wait.hpp"

namespace quadrille::bench {

RawMpi::RawMpi(pgas::Team& team, std::size_t window_bytes) : team_(team), memory_(window_bytes) {
  int is_running = 0;
  MPI_Initialized(&is_running);
  starts_mpi_ = is_running == 0;
  if (starts_mpi_) MPI_Init(nullptr, nullptr);
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &comm_, &request);
  finish({&request, 1});
  int mine = 0;
  MPI_Comm_rank(comm_, &mine);
  ranks_ = team_.all_gather(mine);
  MPI_Win_create(memory_.data(), static_cast<MPI_Aint>(memory_.size()), 1, MPI_INFO_NULL, comm_, &window_);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  team_.barrier();
}

RawMpi::~RawMpi() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
  MPI_Comm_free(&comm_);
  if (starts_mpi_) MPI_Finalize();
}

void RawMpi::finish(std::span<MPI_Request> requests) {
  int done = 0;
  while (MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), !done) {
    pgas::check_abort();
    sched_yield();
  }
}

void RawMpi::get(int member, std::span<std::byte> to) {
  MPI_Request request;
  const int bytes = static_cast<int>(to.size());
  MPI_Rget(to.data(), bytes, MPI_BYTE, rank(member), 0, bytes, MPI_BYTE, window_, &request);
  finish({&request, 1});
}

void RawMpi::barrier() {
  MPI_Request request;
  MPI_Ibarrier(comm_, &request);
  finish({&request, 1});
}

void RawMpi::all_to_all(std::span<const pgas::Block> outgoing, std::span<const std::span<std::byte>> incoming) {
  const std::size_t images = ranks_.size();
  std::vector<int> out_bytes(images), out_begins(images), in_bytes(images), in_begins(images);
  for (std::size_t member = 0; member < images; ++member) {
    const auto place = static_cast<std::size_t>(ranks_[member]);
    out_bytes[place] = static_cast<int>(outgoing[member].size());
    out_begins[place] = static_cast<int>(outgoing[member].data() - outgoing[0].data());
    in_bytes[place] = static_cast<int>(incoming[member].size());
    in_begins[place] = static_cast<int>(incoming[member].data() - incoming[0].data());
  }
  MPI_Request request;
  MPI_Ialltoallv(outgoing[0].data(), out_bytes.data(), out_begins.data(), MPI_BYTE, incoming[0].data(), in_bytes.data(),
                 in_begins.data(), MPI_BYTE, comm_, &request);
  finish({&request, 1});
}

void RawMpi::send_to_each(std::span<const pgas::Block> outgoing, std::span<const std::span<std::byte>> incoming) {
  std::vector<MPI_Request> requests;
  std::vector<int> awaited;  // members
  for (int turn = 1; turn < team_.size(); ++turn) {
    const int member = (team_.rank() + turn) % team_.size();  // not all to the same one first
    if (team_.in_my_group(member)) continue;
    const pgas::Block block = outgoing[static_cast<std::size_t>(member)];
    pgas::pay_for_message();
    MPI_Isend(block.data(), static_cast<int>(block.size()), MPI_BYTE, rank(member), 0, comm_, &requests.emplace_back());
    team_.counters().add_message(block.size());
    awaited.push_back(member);
  }
  while (!awaited.empty()) {
    const auto arrived = std::erase_if(awaited, [&](int member) {
      int found = 0;
      MPI_Message message;
      MPI_Status status;
      MPI_Improbe(rank(member), 0, comm_, &found, &message, &status);
      if (!found) return false;
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      MPI_Imrecv(incoming[static_cast<std::size_t>(member)].data(), bytes, MPI_BYTE, &message,
                 &requests.emplace_back());
      return true;
    });
    pgas::check_abort();
    if (arrived == 0) sched_yield();
  }
  finish(requests);
}

}  // namespace quadrille::bench
