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

namespace quadrille::testing {
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

  // By the first image. The kind of the error; nullopt: there was none.
  std::optional<ErrorKind> insert(const std::string& text) {
    const parser::Update update = parser::parse_update("INSERT DATA { " + text + " }", kTestBase);
    const server::ServedState before = store_->states().newest();
    const auto alone = job_.make_solo_team();
    const std::vector<const parser::Update*> updates{&update};
    WriteCommand command;
    command.lowest = before.id();
    command.batch = query::decide(before.whole_reader(*alone), store_->next_blank(), updates).batch;
    try {
      return lead_data_batch(*store_, job_, team_, *mailbox_, std::move(command)) ? std::nullopt
                                                                                  : std::optional(ErrorKind::internal);
    } catch (const Error& error) {
      return error.kind();
    }
  }

  pgas::Job& job_ = pgas::test_job();
  pgas::Team& team_ = job_.team();
  TestDatabase database_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<pgas::Mailbox> mailbox_;

 private:
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

TEST_F(FullHeaps, OfAnyImageFailABatch) {
  run(-1, [&] { EXPECT_EQ(insert("<new1> <b> 'text 1'"), std::nullopt); });
  run(1, [&] { EXPECT_EQ(insert("<new2> <b> 'text 2'"), ErrorKind::memory); });
  run(0, [&] { EXPECT_EQ(insert("<new3> <b> 'text 3'"), ErrorKind::memory); });
  if (job_.is_first()) EXPECT_EQ(store_->states().newest().id().version, 1);
}

}  // namespace
}  // namespace quadrille::testing
