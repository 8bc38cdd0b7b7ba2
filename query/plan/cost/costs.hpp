#pragma once

// The constants of the cost model. The unit of cost is one row read from a scan, 0.6 ns on the machine on which they
// were measured (LUBM(10), one image); `quadrille-bench cost` measures each of them again, by the name in brackets. A
// wrong constant makes a plan slower, never wrong.

#include <cstddef>

namespace quadrille::query::cost {

// Look-ups: a row whose keys are found in an index
inline constexpr double kMergeSorted = 5;    // a row in the order of the index [merge-sorted]
inline constexpr double kMerge = 6;          // a row that is sorted first, with the others of its chunk [merge]
inline constexpr double kSearch = 240;       // a row with two keys, each of which is searched [search]
inline constexpr double kBlock = 800;        // a block of the index that is found and searched [block]
inline constexpr double kChunkRows = 16384;  // rows that are looked up together
inline constexpr double kRowsOfBlock = 1024;

// Semi-joins by owners: keys that are sent to their owners, which answer with one bit each
inline constexpr double kTest = 1.5;                     // of a key in a bitmap [bitmap]
inline constexpr double kNumber = 13;                    // of a row, to number its key [semi-join]
inline constexpr double kRound = 17'000;                 // one more exchange, 10 us
inline constexpr double kRowsAsked = 4 * kChunkRows;     // that an image asks for at once, each different key once
inline constexpr double kBytesOfKey = 4.25;              // a variable of a key one way, and its bit back
inline constexpr double kRowsOfSet = 16 * kRowsOfBlock;  // of a pattern that has a class bitmap

// Hash joins
inline constexpr double kBuild = 17;       // inserting a row [build]
inline constexpr double kProbe = 4;        // a row, table within the cache [probe]
inline constexpr double kProbeFar = 8.5;   // a row, larger table [probe-far]
inline constexpr double kFarRows = 40000;  // of such a table
inline constexpr double kValueKey = 18;    // a row, for joins by value [value-key]

// Several images
inline constexpr double kMove = 85;  // moving a row to another group of images, 50 ns [move]
// A table with fewer rows is copied to all images instead of moving both sides of a join.
inline constexpr double kReplicateRows = 4096;

// Branches: tables of several parts that are joined with each other
inline constexpr double kWorthBranches = 4e5;  // least cost of the joins one by one, 0.25 ms
inline constexpr double kBranchesPay = 0.8;    // of that cost

// Multiway joins; the four constants of lists are measured together, by row of the tables
inline constexpr double kListRow = 16;         // reading a row into its list [multiway]
inline constexpr double kListKey = 32;         // adding a key, or finding one
inline constexpr double kListStart = 32;       // starting to read a list
inline constexpr double kIntersected = 8;      // a value of the shorter list
inline constexpr double kListed = 4;           // a row that is returned
inline constexpr double kWorthMultiway = 8e5;  // least cost of the joins one by one, 0.5 ms
inline constexpr double kMultiwayPays = 0.7;   // of that cost
inline constexpr double kMostMultiwayRows = 2e9;

// Conditions and different values
inline constexpr double kFilterRow = 3;        // testing a condition [filter]
inline constexpr double kSearchPays = 0.7;     // two keys instead of one and a condition: of the cost without
inline constexpr double kDifferentValue = 13;  // finding the different values of a column, a row [distinct]
inline constexpr double kRowsOfRanges = 512;   // read in the time that finding ranges of terms takes
inline constexpr double kRowsOfSearch = 200;   // read and grouped in the time of one search of SkipScan [skip]

// Fractions and sizes where nothing is known
inline constexpr double kSelectivity = 0.5;     // of rows that a condition or EXISTS keeps
inline constexpr double kGroupRows = 0.25;      // groups among rows
inline constexpr double kGraphs = 100;          // graphs of GRAPH ?g
inline constexpr double kServiceRows = 1000;    // of a service's answer
inline constexpr double kPathRows = 100;        // of a path from a term
inline constexpr double kPathRowsOfStart = 10;  // of a path from each of many values

// One image or several
inline constexpr double kAloneRows = 100'000;  // of all operators: fewer are handled before several images could start
inline constexpr double kRowSeconds = 20e-9;   // the time of an expected row, about

// Choices of the planner
inline constexpr double kCostlyJoins = 8e6;     // joins that cost more use samples, 5 ms
inline constexpr std::size_t kMostSampled = 7;  // parts of a group that uses samples
inline constexpr double kLateTable = 8;         // a table waits if it has so many rows for each that it is joined with
inline constexpr double kLookUpPays = 4;        // rows of a pattern for each row that is looked up in it
inline constexpr double kBindJoinPays = 0.5;    // of the cost without the values of the left side
inline constexpr double kLikeRows = 10;         // a cached join order serves at most so many times the rows

}  // namespace quadrille::query::cost
