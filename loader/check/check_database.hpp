#pragma once

// Checks that a generation of a database is whole: the files match the manifest, the runs are sorted and each row is in
// its shard, the permutations agree with each other and with the tables, and the vocabulary agrees with itself and with
// the quads. These are the steps of `quadrille check`, except those of the log (query/update/recovery.hpp).
//
//   DatabaseCheck check(team, print);
//   check_files(check, folder, Manifest::read(folder));      opens no database: names the files that cannot be opened
//   check_database(check, database, delta);
//
// All functions are collective; nothing on disk changes. Each file is read once by its image, and the opened database
// twice more: 0.1 us a quad (LUBM(8), one core), and the speed of the disk.

#include <cstdint>
#include <filesystem>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/check/check_quads.hpp"
#include "loader/check/check_report.hpp"
#include "loader/database/database.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Checks sizes and checksums of the manifest's files. All images pass the same manifest.
void check_files(DatabaseCheck& check, const std::filesystem::path& folder, const Manifest& manifest);

// Checks everything else in an opened database; in several groups each has opened its share. `delta`: the loaded terms
// of updates that the generation keeps.
void check_database(DatabaseCheck& check, const Database& database, const DeltaVocabulary& delta);

// Returns the terms that quads can have: those of the base, of the delta vocabulary in its current state, and these
// blank nodes.
KnownTerms known_terms(pgas::Team& team, const Generation& generation, const Dictionary& dictionary,
                       const DeltaVocabulary& delta, std::uint64_t blank_nodes);

}  // namespace quadrille
