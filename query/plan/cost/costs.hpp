#pragma once

// The constants of the cost model. The unit of cost is one row read from a scan, 0.6 ns on the machine on which they
// were measured (LUBM(10), one image). A wrong constant makes a plan slower, never wrong. In brackets: what measures
// them.
//
//   [NAME]    `quadrille-bench cost` measures it by this name
//   fact      not measured: it follows from the code that is named
//   guess     not measured: it stands for a property of the data of which nothing is known
//   margin    not measured: it makes up for the errors of estimates; chosen by the plans of tests/plans
//   limit     not measured: it bounds the work of planning, or of one query's look-ups, itself

#include <cstddef>
#include <cstdint>

namespace quadrille::query::cost {

// Look-ups: a row whose keys are found in an index
inline constexpr double kMergeSorted = 5;     // a row in the order of the index [merge-sorted]
inline constexpr double kMerge = 6;           // a row that is sorted first, with the others of its chunk [merge]
inline constexpr double kSearch = 240;        // a row with two keys, each of which is searched [search]
inline constexpr double kBlock = 800;         // a block of the index that is found and searched [block]
inline constexpr double kChunkRows = 16384;   // rows that are looked up together [fact: Context::kChunkRows]
inline constexpr double kRowsOfBlock = 1024;  // [fact: quadstore/column_codec.hpp]

// The ways of a look-up (query/index)
inline constexpr std::uint32_t kMergedRows = 8;        // of a batch in a shard; fewer are searched one by one [margin]
inline constexpr std::size_t kAdjacencyRows = 256;     // looked up so far, before an adjacency index is used [margin]
inline constexpr std::uint64_t kEntriesOfSearch = 16;  // of levels, collected in the time of a search [margin]
inline constexpr std::uint64_t kShardsOfSearch = 4;    // whose levels are looked into in that time [margin]

// Semi-joins by owners: keys that are sent to their owners, which answer with one bit each
inline constexpr double kTest = 1.5;            // of a key in a bitmap [bitmap]
inline constexpr double kNumber = 13;           // of a row, to number its key [semi-join]
inline constexpr double kRound = 17'000;        // one more exchange, 10 us [not measured: needs several hosts]
inline constexpr std::size_t kChunksAsked = 4;  // that an image asks for at once [fact: SemiJoin]
inline constexpr double kRowsAsked = kChunksAsked * kChunkRows;  // each different key once [fact: SemiJoin]
inline constexpr double kBytesOfKey = 4.25;  // a variable of a key one way, and its bit back [fact: key_packing.hpp]
inline constexpr double kRowsOfSet =
    16 * kRowsOfBlock;  // of a pattern that has a class bitmap [fact: class_bitmaps.cpp]

// Hash joins
inline constexpr double kBuild = 17;       // inserting a row [build]
inline constexpr double kProbe = 4;        // a row, table within the cache [probe]
inline constexpr double kProbeFar = 8.5;   // a row, larger table [probe-far]
inline constexpr double kFarRows = 40000;  // of such a table [not measured: the size of the cache of one machine]
inline constexpr double kValueKey = 18;    // a row, for joins by value [value-key]

// Several images
inline constexpr double kMove = 85;  // moving a row to another group of images, 50 ns [move]
// A table with fewer rows is copied to all images instead of moving both sides of a join.
inline constexpr double kReplicateRows = 4096;  // [margin]

// In one group, so many rows are moved to the owners of their keys before they are looked up in so many. [margin]
inline constexpr double kRowsForOwners = 65536;

// The search for a join order
inline constexpr std::size_t kMostExact = 7;         // parts of a group: 448 steps considered, about 0.3 ms [limit]
inline constexpr std::size_t kMostAllWeighed = 100;  // parts of which each step weighs all that are left [limit]
inline constexpr std::size_t kMostWeighed = 8;       // parts that a step weighs in larger groups [limit]
inline constexpr double kWorthBranches = 4e5;        // least cost of the joins one by one, 0.25 ms [limit]
inline constexpr double kBranchesPay = 0.8;          // of that cost [margin]
inline constexpr double kCostlyJoins = 8e6;          // joins that cost more use samples, 5 ms [limit]
inline constexpr std::size_t kMostSampled = 7;       // parts of a group that uses samples [limit]
inline constexpr int kSamples = 16;                  // rows of a pattern that are looked up, 40 us [limit]
inline constexpr int kFewMet = 4;                    // samples with a match; fewer are not relied on [margin]
inline constexpr double kLikeRows = 10;  // a cached join order serves at most so many times the rows [margin]

// Multiway joins; the constants of lists are measured together, by row of the tables
inline constexpr double kListRow = 16;                  // reading a row into its list [multiway]
inline constexpr double kListKey = 32;                  // adding a key, or finding one [multiway]
inline constexpr double kListStart = 32;                // starting to read a list [multiway]
inline constexpr double kIntersected = 8;               // a value of the shorter list [multiway]
inline constexpr double kListed = 4;                    // a row that is returned [multiway]
inline constexpr double kWorthMultiway = 8e5;           // least cost of the joins one by one, 0.5 ms [limit]
inline constexpr double kMultiwayPays = 0.7;            // of that cost [margin]
inline constexpr double kMostMultiwayRows = 2e9;        // of a table [fact: 32 bits number the rows of PostingLists]
inline constexpr std::size_t kMostMultiwayParts = 100;  // [limit]

// Conditions and different values
inline constexpr double kFilterRow = 3;         // testing a condition [filter]
inline constexpr double kSearchPays = 0.7;      // two keys instead of one and a condition: of the cost without [margin]
inline constexpr double kDifferentValue = 13;   // finding the different values of a column, a row [distinct]
inline constexpr double kRowsOfSearch = 200;    // read and grouped in the time of one search of SkipScan [skip]
inline constexpr double kRowsOfRanges = 512;    // read in the time that finding ranges of terms takes [margin]
inline constexpr std::size_t kMostRanges = 64;  // of terms that a scan reads separately [limit]
inline constexpr std::size_t kMostConditions = 256;  // parts of a condition of which ranges are found [limit]

// Counts of rows before a plan is made (query/index/row_counts.hpp)
inline constexpr std::uint64_t kUncounted = 1000;     // rows of a prefix, until they are counted [guess]
inline constexpr std::uint64_t kRangesKeep = 3;       // ranges that are not counted: a third of the rows [guess]
inline constexpr std::uint64_t kRowsInRanges = 2048;  // of the prefix; ranges of fewer are not counted [limit]
inline constexpr std::uint64_t kMostSearches = 128;   // for a count of ranges: about 0.2 ms [limit]

// Fractions and sizes where nothing is known
inline constexpr double kSelectivity = 0.5;     // of rows that a condition or EXISTS keeps [guess]
inline constexpr double kGroupRows = 0.25;      // groups among rows [guess]
inline constexpr double kGraphs = 100;          // graphs of GRAPH ?g [guess]
inline constexpr double kServiceRows = 1000;    // of a service's answer [guess]
inline constexpr double kPathRows = 100;        // of a path from a term [guess]
inline constexpr double kPathRowsOfStart = 10;  // of a path from each of many values [guess]

// One image or several
// Of all operators: fewer rows are handled before several images could start. [not measured: needs several images]
inline constexpr double kAloneRows = 100'000;
inline constexpr double kRowSeconds = 20e-9;  // the time of an expected row, for the order of waiting queries [guess]

// Choices of the planner
inline constexpr double kLateTable = 8;   // a table waits if it has so many rows for each it is joined with [margin]
inline constexpr double kLookUpPays = 4;  // rows of a pattern for each row that is looked up in it [margin]
inline constexpr double kBindJoinPays = 0.5;  // of the cost without the values of the left side [margin]

}  // namespace quadrille::query::cost
