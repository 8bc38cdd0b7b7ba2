#include "pgas/detail/network.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "pgas/detail/long_yield.hpp"
#include "pgas/message_cost.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr int kMessageTag = 1;
constexpr int kDataTag = 2;  // of the first channel of lane 0; the others follow
// A wait yields for this long, or with more images than cores so many times, before it sleeps. A yield costs about a
// microsecond and lets the awaited image run; a sleep and its end cost fifty, most of them in the kernel.
constexpr std::int64_t kYieldUs = 2000;
constexpr int kYieldTurnsOfMany = 100;
constexpr std::int64_t kShortestSleepUs = 10, kLongestSleepUs = 200;

int data_tag(int lane, int channel) {
  return kDataTag + lane * kChannels + channel;
}

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Makes sleeps end on time; with the kernel's default they end up to 50 us late. A setting of the calling thread.
void sleep_precisely() {
  thread_local const bool set = prctl(PR_SET_TIMERSLACK, 1000) == 0;
  static_cast<void>(set);
}

// MPI's text has a line for each of its functions; the last one has the reason.
std::string last_line(int result) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(result, text, &length);
  const std::string all(text, static_cast<std::size_t>(length));
  return all.substr(all.find_last_of('\n') + 1);
}

void require_before_start(int result, const char* what) {
  if (result != MPI_SUCCESS) fail(ErrorKind::internal, "{} between hosts failed: {}", what, last_line(result));
}

}  // namespace

Network::Network(MPI_Comm images, std::span<std::byte> window) : comm_(images) {
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  require_before_start(
      MPI_Win_create(window.data(), static_cast<MPI_Aint>(window.size()), 1, MPI_INFO_NULL, comm_, &window_),
      "making a window");
  MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
  require_before_start(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "opening the window");
}

Network::~Network() {
  stop();
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

void Network::start(Duties duties) {
  duties_ = std::move(duties);
  require_before_start(post_receive(), "receiving");
  activity_.last_work_us = now_us();
  thread_ = std::thread([this] { serve(); });
}

void Network::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(thread_mutex_);
    stopping_ = true;
  }
  thread_wakes_.notify_all();
  thread_.join();
  for (auto& message : outgoing_) {
    int done = message->request == MPI_REQUEST_NULL;
    while (!done) MPI_Test(&message->request, &done, MPI_STATUS_IGNORE), sched_yield();
  }
  if (receive_ != MPI_REQUEST_NULL) {
    MPI_Cancel(&receive_);
    MPI_Request_free(&receive_);
  }
}

void Network::require(int result, int image, const char* what) {
  if (result != MPI_SUCCESS) lose(image, std::string(what) + " failed: " + last_line(result));
}

void Network::lose(int image, const std::string& error) {
  if (duties_.on_error) duties_.on_error(image, error);
  fail(ErrorKind::internal, "{}", error);
}

int Network::post_receive() {
  return MPI_Irecv(received_.data(), static_cast<int>(received_.size()), MPI_BYTE, MPI_ANY_SOURCE, kMessageTag, comm_,
                   &receive_);
}

int Network::try_send(int image, const MessageHeader& header, std::span<const std::byte> payload) {
  QUADRILLE_ASSERT(payload.size() <= kPayloadBytes, "a message is small");
  const std::lock_guard lock(send_mutex_);
  Outgoing* free = nullptr;
  for (auto& message : outgoing_) {
    int done = message->request == MPI_REQUEST_NULL;
    if (!done) MPI_Test(&message->request, &done, MPI_STATUS_IGNORE);
    if (done) {
      free = message.get();
      break;
    }
  }
  if (!free) free = outgoing_.emplace_back(std::make_unique<Outgoing>()).get();
  MessageHeader complete = header;
  complete.bytes = static_cast<std::uint32_t>(payload.size());
  std::memcpy(free->bytes.data(), &complete, sizeof complete);
  copy_bytes(free->bytes.data() + sizeof complete, payload.data(), payload.size());
  return MPI_Isend(free->bytes.data(), static_cast<int>(sizeof complete + payload.size()), MPI_BYTE, image, kMessageTag,
                   comm_, &free->request);
}

// Returns the result of MPI.
int Network::try_poll() {
  const std::unique_lock lock(poll_mutex_, std::try_to_lock);
  if (!lock || receive_ == MPI_REQUEST_NULL) return MPI_SUCCESS;
  while (true) {
    int done = 0;
    MPI_Status status;
    if (const int result = MPI_Test(&receive_, &done, &status); result != MPI_SUCCESS) {
      post_receive();  // other images may still send messages
      return result;
    }
    if (!done) return MPI_SUCCESS;
    MessageHeader header;
    std::memcpy(&header, received_.data(), sizeof header);
    handled_.fetch_add(1, std::memory_order_relaxed);
    if (header.kind != MessageKind::heartbeat) activity_.last_work_us.store(now_us(), std::memory_order_relaxed);
    duties_.handle(status.MPI_SOURCE, header, {received_.data() + sizeof header, header.bytes});
    if (const int result = post_receive(); result != MPI_SUCCESS) return result;
  }
}

void Network::send(int image, const MessageHeader& header, std::span<const std::byte> payload) {
  pay_for_message();
  require(try_send(image, header, payload), image, "sending");
}

void Network::poll() {
  require(try_poll(), -1, "receiving");
  if (duties_.receive) duties_.receive();
}

void Network::say(int image, const MessageHeader& header, std::span<const std::byte> payload) {
  try_send(image, header, payload);
}

void Network::listen() {
  try_poll();
}

void Network::pause(Pace& pace, const SharedWord* failed) {
  if (failed && failed->load(std::memory_order_acquire) != 0) throw TeamFailed{};
  check_abort();
  poll();
  const std::int64_t now = now_us();
  const std::uint64_t handled = handled_.load(std::memory_order_relaxed);
  if (pace.turns == 0 || handled != pace.handled) pace = {0, now, now, handled, true};
  ++pace.turns;
  if (now - std::exchange(pace.last_us, now) > kLongYield.count()) pace.yields = false;
  activity_.last_work_us.store(now, std::memory_order_relaxed);
  activity_.last_wait_us.store(now, std::memory_order_relaxed);
  const std::int64_t waited = now - pace.since_us;
  if (may_spin() ? waited < kYieldUs : pace.yields && pace.turns <= kYieldTurnsOfMany) {
    sched_yield();
    return;
  }
  sleep_precisely();
  std::this_thread::sleep_for(std::chrono::microseconds(std::clamp(waited / 32, kShortestSleepUs, kLongestSleepUs)));
}

MPI_Request Network::start_send(int image, int lane, int channel, std::span<const std::byte> data) {
  pay_for_message();
  MPI_Request request = MPI_REQUEST_NULL;
  const int bytes = static_cast<int>(data.size());
  require(MPI_Isend(data.data(), bytes, MPI_BYTE, image, data_tag(lane, channel), comm_, &request), image, "sending");
  return request;
}

std::optional<Network::Arrival> Network::next_data(int lane, int channel) {
  int found = 0, bytes = 0;
  Arrival arrival;
  MPI_Status status;
  require(MPI_Improbe(MPI_ANY_SOURCE, data_tag(lane, channel), comm_, &found, &arrival.message, &status), -1,
          "receiving");
  if (!found) return std::nullopt;
  arrival.image = status.MPI_SOURCE;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  arrival.bytes = static_cast<std::size_t>(bytes);
  activity_.last_work_us.store(now_us(), std::memory_order_relaxed);
  handled_.fetch_add(1, std::memory_order_relaxed);
  return arrival;
}

MPI_Request Network::start_receive(Arrival& arrival, std::byte* to) {
  MPI_Request request = MPI_REQUEST_NULL;
  require(MPI_Imrecv(to, static_cast<int>(arrival.bytes), MPI_BYTE, &arrival.message, &request), -1, "receiving");
  return request;
}

MPI_Request Network::start_put(int image, std::size_t offset, const void* from, std::size_t bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int count = static_cast<int>(bytes);
  require(MPI_Rput(from, count, MPI_BYTE, image, static_cast<MPI_Aint>(offset), count, MPI_BYTE, window_, &request),
          image, "a put");
  return request;
}

MPI_Request Network::start_get(int image, std::size_t offset, void* to, std::size_t bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int count = static_cast<int>(bytes);
  require(MPI_Rget(to, count, MPI_BYTE, image, static_cast<MPI_Aint>(offset), count, MPI_BYTE, window_, &request),
          image, "a get");
  return request;
}

bool Network::test(std::span<MPI_Request> requests) {
  if (requests.empty()) return true;
  int done = 0;
  require(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), -1,
          "a put or get");
  return done != 0;
}

void Network::flush(int image, const SharedWord* failed) {
  const auto wanted = std::make_shared<Flush>();
  wanted->image = image;
  {
    const std::lock_guard lock(thread_mutex_);
    flushes_.push_back(wanted);
  }
  thread_wakes_.notify_all();
  wait([&] { return wanted->done.load(std::memory_order_acquire); }, failed);
}

std::uint64_t Network::ask(int image, MessageHeader header, std::span<const std::byte> payload,
                           const SharedWord* failed) {
  const auto question = std::make_shared<Question>();
  {
    const std::lock_guard lock(question_mutex_);
    question->number = next_question_++;
    questions_.push_back(question);
  }
  header.sequence = question->number;
  send(image, header, payload);
  wait([&] { return question->done.load(std::memory_order_acquire); }, failed);
  return question->word;
}

void Network::answered(std::uint64_t request, std::uint64_t word) {
  const std::lock_guard lock(question_mutex_);
  std::erase_if(questions_, [&](const std::shared_ptr<Question>& question) {
    if (question->number != request) return false;
    question->word = word;
    question->done.store(true, std::memory_order_release);
    return true;
  });
}

// The sleep of the network thread, by the time since the last work.
std::chrono::microseconds Network::nap() const {
  using namespace std::chrono_literals;
  const std::int64_t now = now_us();
  if (now - activity_.last_wait_us.load(std::memory_order_relaxed) < 500) return 500us;
  const std::int64_t idle = now - activity_.last_work_us.load(std::memory_order_relaxed);
  // A poll costs up to 20 us, which a lane that computes would lack.
  if (idle < 5'000) return activity_.runs.load(std::memory_order_relaxed) > 0 ? 200us : 50us;
  if (idle < 100'000) return 200us;
  if (idle < 2'000'000) return 1ms;
  return duties_.idle_nap;
}

void Network::flush_wanted() {
  std::vector<std::shared_ptr<Flush>> wanted;
  {
    const std::lock_guard lock(thread_mutex_);
    wanted.swap(flushes_);
  }
  for (const auto& flush : wanted) {
    require(MPI_Win_flush(flush->image, window_), flush->image, "a fence");
    flush->done.store(true, std::memory_order_release);
  }
}

void Network::serve() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  try {
    serve_until_stopped();
  } catch (const Error& error) {
    duties_.on_error(-1, error.what());
  }
}

void Network::serve_until_stopped() {
  sleep_precisely();
  auto next_second = std::chrono::steady_clock::now();
  std::unique_lock lock(thread_mutex_);
  while (!stopping_) {
    lock.unlock();
    poll();
    flush_wanted();
    if (const auto now = std::chrono::steady_clock::now(); now >= next_second) {
      next_second = now + std::chrono::seconds(1);
      duties_.every_second();
    }
    lock.lock();
    if (!stopping_ && flushes_.empty()) thread_wakes_.wait_for(lock, nap());
  }
}

}  // namespace quadrille::pgas::detail
