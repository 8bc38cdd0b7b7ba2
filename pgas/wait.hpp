#pragma once

// Waits for another image of the group: a wait spins for some tens of microseconds, then sleeps in a futex. Every wait
// checks the job's abort word, so no image waits for one that has ended (design page 3, "Waiting").

#include <atomic>
#include <cstdint>

namespace quadrille::pgas {

using SharedWord = std::atomic<std::uint32_t>;
static_assert(SharedWord::is_always_lock_free && sizeof(SharedWord) == 4, "futexes are 4-byte words");

// `busy`: an answer is expected within microseconds. `idle`: it may take hours, so the wait does not spin.
enum class Patience : std::uint8_t { busy, idle };

// Thrown by a wait if another member's work has failed (Team::run); not an Error, since that member has it.
struct TeamFailed {};

// Local. Returns when `word` is no longer `old`. Throws Error(internal) if the job is aborted meanwhile, TeamFailed if
// `failed` is given and becomes not 0. `sleepers`, if given, counts the waiters that sleep: if it is 0 after the change
// (both sequentially consistent), nobody needs wake_all().
// Memory order: writes before the change (release) are visible after the return (acquire).
void wait_while_equal(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed = nullptr,
                      SharedWord* sleepers = nullptr);

// Local. The same, but returns within 100 ms even if the word has not changed.
void wait_a_while(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed = nullptr);

// Local. Wakes all waiters of `word`, in every process; call it after the change.
void wake_all(SharedWord& word);

// Local. Throws Error(internal) if the job is aborted: for other kinds of waits.
void check_abort();

// Sets the word that stops all waits of this process when it is not zero; called once, by the job.
void set_abort_word(const SharedWord* word);

// Turns spinning off if images outnumber the cores: it would only keep other images from running.
void set_spinning(bool spin);
bool may_spin();

}  // namespace quadrille::pgas
