#pragma once

// Whether a generation of a database is whole: the files are those of the manifest, the runs are sorted and each row
// lies where it belongs, the orders agree with each other and with the tables, the vocabulary with itself and with the
// quads. The steps of `quadrille check`, but for the log's (query/update/recovery.hpp).
//
//   DatabaseCheck check(team, print);
//   check_files(check, folder, Manifest::read(folder));      needs nothing opened: what cannot be opened is named here
//   check_database(check, database, delta);
//
// Collective, all of it; nothing on the disk changes. Each file is read once by its image, and the opened database
// twice more: 0.1 us a quad (LUBM(8), one core), and the disk's speed.

#include <cstdint>
#include <filesystem>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/check/check_quads.hpp"
#include "loader/check/check_report.hpp"
#include "loader/database/database.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Sizes and checksums of the manifest's files, the same manifest on all images.
void check_files(DatabaseCheck& check, const std::filesystem::path& folder, const Manifest& manifest);

// Everything else of an opened database; in several groups each has opened its share. `delta`: the terms of updates
// that the generation keeps, loaded.
void check_database(DatabaseCheck& check, const Database& database, const DeltaVocabulary& delta);

// What quads may have: the terms of the base, of the delta vocabulary as it is now, and these blank nodes.
KnownTerms known_terms(pgas::Team& team, const Manifest& manifest, const DeltaVocabulary& delta,
                       std::uint64_t blank_nodes);

}  // namespace quadrille
