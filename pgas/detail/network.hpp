#pragma once

// A Network makes the calls of MPI while the program runs. It exists only if a job has several groups: one in a
// process, used by all its threads.
//
//   messages   small, to another image; a handler runs in the target's process, in whichever thread is polling (a
//              lane that waits, or the network thread). They carry small collectives, notices and atomics.
//   data       of any length, from an image's memory to another's: the blocks of exchanges. The receiver asks for it
//   put, get   MPI_Rput and MPI_Rget on one window over the control block and the symmetric part of every image's
//              memory; one access epoch from start to end (CGE21 3.1.2)
//   flush      MPI_Win_flush is blocking, so only the network thread calls it; the caller waits for it as for a message
//
// No other function blocks in MPI. A waiting thread polls: it first yields, then sleeps between polls, for a part of
// the time since the last message, 10 to 200 us. The network thread polls when no lane does, so that an image that
// computes or sleeps still serves the others: every 50 us while there is work, every 200 us if a lane computes, every
// 14 ms after two seconds without work (56 ms at images that are not the first of their group, since no message arrives
// there first). An idle poll costs some 20 us.

#include <mpi.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "pgas/wait.hpp"

namespace quadrille::pgas::detail {

enum class MessageKind : std::uint8_t {
  record,      // a phase of a collective: to inbox slot `slot`
  end_record,  // the end of a run: to end slot `slot`
  report,      // Team::report_to_first(): to the report slot of inbox `slot`
  posted,      // a part of the mailbox's message `sequence`, which has `word` bytes
  announced,   // the number `sequence` of the place `word` (Job::announce())
  failed,      // a member's work has thrown in run `sequence`; the payload is the error
  fetch_add,   // atomic, on the 8-byte word at `word`; the payload has the operand
  reply,       // to the request `sequence`: the word's old value
  heartbeat,   // a sign of life of the sender
  abort,       // the job ends; the payload is the reason
};

struct MessageHeader {
  MessageKind kind{};
  std::uint8_t lane = 0;
  std::uint16_t slot = 0;
  std::uint32_t bytes = 0;  // of the payload
  std::uint64_t sequence = 0;
  std::uint64_t word = 0;
};

inline constexpr std::size_t kPayloadBytes = 4096;
inline constexpr int kChannels = 8;  // of a lane, for data

class Network {
 public:
  using Handler = std::function<void(int source, const MessageHeader&, std::span<const std::byte>)>;

  // Collective over `images`. `window`: the part of this image's memory for puts and gets of others. The caller owns
  // the communicator, which outlives this.
  Network(MPI_Comm images, std::span<std::byte> window);
  // Collective; after all images have stopped using it.
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  struct Duties {
    Handler handle;                      // of messages
    std::function<void()> every_second;  // in the network thread
    std::function<void()> receive;       // data that may come at any time; called by poll(), cheap
    // Called if MPI cannot reach an image (-1: unknown which), by any thread, which must not continue. It may poll().
    std::function<void(int image, const std::string& error)> on_error;
    std::chrono::milliseconds idle_nap{14};  // between its polls without work
  };
  // Local; called once, before the first message can arrive.
  void start(Duties duties);
  // Local. Ends the network thread.
  void stop();

  // Local, never waits. Copies the payload (at most kPayloadBytes).
  void send(int image, const MessageHeader& header, std::span<const std::byte> payload = {});

  // Local. Receives and handles pending messages, and lets MPI make progress. Cheap; by any thread.
  void poll();

  // Like send() and poll(), for the end of a job: ignores errors.
  void say(int image, const MessageHeader& header, std::span<const std::byte> payload = {});
  void listen();

  // Waits for done(), polling; throws as wait_while_equal() does. `failed` may be null.
  template <class Done>
  void wait(Done&& done, const SharedWord* failed = nullptr) {
    for (Pace pace; !done();) pause(pace, failed);
  }

  // Local. Sends data to another image, which receives it in a channel of a lane; at most 2 GB. What one image sends to
  // another one in a channel comes in that order.
  MPI_Request start_send(int image, int lane, int channel, std::span<const std::byte> data);
  // Local. The next data for the channel of the lane, if some have come; start_receive() follows.
  struct Arrival {
    int image = 0;  // the sender
    MPI_Message message = MPI_MESSAGE_NULL;
    std::size_t bytes = 0;
  };
  std::optional<Arrival> next_data(int lane, int channel);
  MPI_Request start_receive(Arrival& arrival, std::byte* to);

  // Local. A lane's thread begins, or ends, work between its waits: it needs the processor more than polls do.
  void begin_work() { activity_.runs.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { activity_.runs.fetch_sub(1, std::memory_order_relaxed); }

  // Local. `offset` counts from the start of the target's window.
  MPI_Request start_put(int image, std::size_t offset, const void* from, std::size_t bytes);
  MPI_Request start_get(int image, std::size_t offset, void* to, std::size_t bytes);
  // Local. Returns whether all of these are complete on this side; complete ones become null.
  bool test(std::span<MPI_Request> requests);
  // Waits until all puts of this image to `image` are complete at the target.
  void flush(int image, const SharedWord* failed);

  // Waits for the answer of another image's handler to a request; returns its word.
  std::uint64_t ask(int image, MessageHeader header, std::span<const std::byte> payload, const SharedWord* failed);
  // Local; called by the handler for an answer.
  void answered(std::uint64_t request, std::uint64_t word);

 private:
  struct Outgoing {
    MPI_Request request = MPI_REQUEST_NULL;
    std::array<std::byte, sizeof(MessageHeader) + kPayloadBytes> bytes;
  };
  struct Question {
    std::uint64_t number = 0;
    std::atomic<bool> done{false};
    std::uint64_t word = 0;
  };
  struct Flush {
    int image = 0;
    std::atomic<bool> done{false};
  };

  // Of a wait: the time without a message.
  struct Pace {
    int turns = 0;
    std::int64_t since_us = 0, last_us = 0;  // the first turn, and the last one
    std::uint64_t handled = 0;
    bool yields = true;
  };

  void pause(Pace& pace, const SharedWord* failed);
  void require(int result, int image, const char* what);
  [[noreturn]] void lose(int image, const std::string& error);
  int try_send(int image, const MessageHeader& header, std::span<const std::byte> payload);
  int try_poll();
  int post_receive();
  void serve();
  void serve_until_stopped();
  void flush_wanted();
  std::chrono::microseconds nap() const;

  const MPI_Comm comm_;
  MPI_Win window_ = MPI_WIN_NULL;
  Duties duties_;

  std::mutex poll_mutex_;  // one thread polls for all
  MPI_Request receive_ = MPI_REQUEST_NULL;
  std::array<std::byte, sizeof(MessageHeader) + kPayloadBytes> received_{};

  std::atomic<std::uint64_t> handled_{0};  // messages

  std::mutex send_mutex_;
  std::vector<std::unique_ptr<Outgoing>> outgoing_;

  std::mutex question_mutex_;
  std::uint64_t next_question_ = 1;
  std::vector<std::shared_ptr<Question>> questions_;

  std::mutex thread_mutex_;
  std::condition_variable thread_wakes_;
  std::vector<std::shared_ptr<Flush>> flushes_;
  bool stopping_ = false;
  struct Activity {
    std::atomic<std::int64_t> last_work_us{0};  // time of the last message or wait of a lane
    std::atomic<std::int64_t> last_wait_us{0};  // time of the last wait of a lane, which polls itself
    std::atomic<int> runs{0};                   // of lanes
  };
  Activity activity_;
  std::thread thread_;
};

}  // namespace quadrille::pgas::detail
