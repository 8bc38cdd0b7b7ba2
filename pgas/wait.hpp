#pragma once

// Waits for another image of the group: they spin a few hundred turns, then sleep in a futex. Every wait watches the
// job's abort word, so no image waits for one that has ended (design page 3, "Waiting").

#include <atomic>
#include <cstdint>

namespace quadrille::pgas {

using SharedWord = std::atomic<std::uint32_t>;
static_assert(SharedWord::is_always_lock_free && sizeof(SharedWord) == 4, "futexes are 4-byte words");

// `busy`: an answer is expected within microseconds. `idle`: it may take hours, so no cycle is spent on spinning.
enum class Patience : std::uint8_t { busy, idle };

// Thrown out of a wait when another member's work has failed (Team::run); not an Error, since that member has it.
struct TeamFailed {};

// Local. Returns when `word` no longer is `old`. Throws Error(internal) if the job is aborted meanwhile, TeamFailed if
// `failed` is given and becomes not 0.
// Memory order: what was written before the change (release) is visible after the return (acquire).
void wait_while_equal(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed = nullptr);

// Local. The same, but returns within 100 ms even if the word has not changed.
void wait_a_while(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed = nullptr);

// Local. Wakes all who wait for `word`, in every process; call it after the change.
void wake_all(SharedWord& word);

// Local. Throws Error(internal) if the job is aborted: for waits of another kind.
void check_abort();

// The word that stops all waits of this process when it is not zero; set once, by the job.
void set_abort_word(const SharedWord* word);

// Images may outnumber the cores: then spinning only keeps the others from running.
void set_spinning(bool spin);
bool may_spin();

}  // namespace quadrille::pgas
