// Updates of two groups while the memory of one image is full: they fail on all images, and the next ones succeed.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parser/query.hpp"
#include "pgas/mailbox.hpp"
#include "pgas/test_main.hpp"
#include "query/update/data_requests.hpp"
#include "server/engine/store.hpp"
#include "server/engine/write_batch.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::full_heap_test {
namespace {

using server::Store;
using server::WriteCommand;

// All memory of this image's heap, as long as the object lives.
class FullHeap {
 public:
  FullHeap() {
    for (std::size_t bytes = std::size_t{1} << 40; bytes > 0; bytes /= 2) {
      while (heap_.try_set_aside(bytes)) taken_ += bytes;
    }
  }
  ~FullHeap() { heap_.give_back(taken_); }
  FullHeap(const FullHeap&) = delete;
  FullHeap& operator=(const FullHeap&) = delete;

 private:
  pgas::Heap& heap_ = pgas::test_job().heap();
  std::size_t taken_ = 0;
};

class FullHeaps : public ::testing::Test {
 protected:
  FullHeaps() : database_("full_heap") {
    database_.build_files("<a> <b> <c> .\n");
    server::StoreOptions options;
    options.writable = true;
    store_ = std::make_unique<Store>(job_, team_, database_.path(), options);
    mailbox_ = std::make_unique<pgas::Mailbox>(job_, team_);
  }

  // Collective. `lead` by the first image, whose commands the others follow; `full`: the image without memory.
  void run(int full, const std::function<void()>& lead) {
    std::unique_ptr<FullHeap> heap;
    if (team_.rank() == full) heap = std::make_unique<FullHeap>();
    team_.barrier();
    if (!job_.is_first()) return follow();
    lead();
    WriteCommand end;
    end.stop = true;
    mailbox_->lead(end.serialise(), [] {});
  }

  enum class Way : std::uint8_t { batch, request };
  struct Done {
    Way way = Way::batch;
    std::optional<ErrorKind> error = std::nullopt;
    bool operator==(const Done&) const = default;
  };

  // By the first image, as a server does it.
  Done insert(const std::string& text) {
    const parser::Update update = parser::parse_update("INSERT DATA { " + text + " }", kTestBase);
    const server::ServedState before = store_->states().newest();
    const auto alone = job_.make_solo_team();
    const std::vector<const parser::Update*> updates{&update};
    WriteCommand command;
    command.lowest = before.id();
    command.batch = query::decide(before.whole_reader(*alone), store_->next_blank(), updates).batch;
    try {
      if (lead_data_batch(*store_, job_, team_, *mailbox_, command)) return {};
      command.batch.reset();
      return {Way::request, insert(std::move(command), update, "INSERT DATA { " + text + " }")};
    } catch (const Error& error) {
      return {Way::batch, error.kind()};
    }
  }

  pgas::Job& job_ = pgas::test_job();
  pgas::Team& team_ = job_.team();
  TestDatabase database_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<pgas::Mailbox> mailbox_;

 private:
  std::optional<ErrorKind> insert(WriteCommand command, const parser::Update& update, const std::string& text) {
    server::WriteRequest& request = command.requests.emplace_back();
    request.update.text = text;
    request.update.base = kTestBase;
    request.rights = WriteRights::all();
    std::vector<server::WriteInput> inputs(1);
    inputs[0].update = &update;
    server::BatchOutcome outcome;
    mailbox_->lead(command.serialise(), [&] {
      outcome = run_write_batch(*store_, team_, command, inputs, pgas::arena_budget(job_.heap()));
    });
    if (!outcome.requests[0].error) return std::nullopt;
    try {
      std::rethrow_exception(outcome.requests[0].error);
    } catch (const Error& error) {
      return error.kind();
    }
  }

  void follow() {
    while (true) {
      const WriteCommand command = WriteCommand::parse(mailbox_->wait());
      if (command.stop) return mailbox_->reply();
      if (!command.retraction) store_->confirm();
      if (command.batch) {
        follow_data_batch(*store_, team_, *mailbox_, command);
        continue;
      }
      if (command.retraction) {
        retract(*store_, team_, *command.retraction);
      } else {
        run_write_batch(*store_, team_, command, {}, pgas::arena_budget(job_.heap()));
      }
      mailbox_->reply();
    }
  }
};

// After a batch that has failed, the copies of its terms may be incomplete: the next update is a request of all images,
// which completes them.
TEST_F(FullHeaps, OfOneImageFailsAnUpdateAndTheNextSucceeds) {
  const bool has_copies = !team_.is_one_group();
  const Done done, failed{Way::batch, ErrorKind::memory};
  int number = 0;
  const auto next = [&] { return insert("<new" + std::to_string(++number) + "> <b> 'text'"); };
  run(-1, [&] { EXPECT_EQ(next(), done); });
  for (const int full : {1, 0}) {
    run(full, [&] { EXPECT_EQ(next(), failed) << full; });
    run(full, [&] { EXPECT_EQ(next().error, ErrorKind::memory) << full; });
    run(-1, [&] {
      EXPECT_EQ(next(), (has_copies ? Done{Way::request} : done)) << full;
      EXPECT_EQ(next(), done) << full;
    });
  }
  if (job_.is_first()) {
    EXPECT_EQ(store_->states().newest().id().version, 5);
  }
}

}  // namespace
}  // namespace quadrille::testing::full_heap_test
