#pragma once

// Builds a database folder from RDF files; all images work together (design page 6; CGE21 6.2, Table 1).
//
//   Read RDF, Ingest Quads   every image reads work items into its own terms and rows    ingest.hpp
//   Sync Quads               the images meet and add up their numbers of quads
//   Sort Literals            terms -> vocabulary and HURIs                               rank_terms.hpp
//   Update HURIs             rows get their HURIs                                        update_huris.hpp
//   Index                    heavy objects, shards, runs                                 index_shards.hpp
//   Checkpoint               small tables, manifest, the switch to the new folder        build_folder.hpp
//
// The database is built beside its place and moved there in one step. At any moment the place holds the old database or
// the new one, and nothing half-built remains. HURIs and rows depend only on the input: with the same number of shards,
// the shards' files are the same for any number of images.

#include "loader/build/build_options.hpp"
#include "loader/build/build_report.hpp"
#include "pgas/job.hpp"

namespace quadrille {

// Collective over all images, with the same options. Every image returns the same report or throws the same Error:
// user (options, an existing database), syntax (a malformed statement), io, memory, cancelled.
BuildReport build_database(pgas::Job& job, const BuildOptions& options);

}  // namespace quadrille
