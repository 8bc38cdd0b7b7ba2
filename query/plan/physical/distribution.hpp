#pragma once

// Where the rows of a plan are, and what moves them. Each function returns the child with an operator more, or as it is
// where nothing is missing: for one image, for images that read each other's memory and for groups that do not alike.
//
//   moved, gathered   Exchange, where rows must meet on an image, or on the first one
//   meet              the two sides of a hash join: one is moved, both, or the right one is copied to all images
//   canonical         CanonicalTerms, where computed terms are compared by identity
//   readable          FetchTerms, where an operator reads texts of other groups of images
//   distinct          each different row once, on one image
//
// All functions are local.

#include <optional>
#include <span>
#include <vector>

#include "query/expression/wanted_texts.hpp"
#include "query/operators/operator.hpp"
#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

OperatorPtr moved(const Planning& planning, OperatorPtr child, Distribution to);
// Moves all rows to the first member.
OperatorPtr gathered(const Planning& planning, OperatorPtr child);
// Rows that agree in all these columns come to one image.
OperatorPtr moved_by_keys(OperatorPtr child, std::vector<VariableId> keys);

// Moves rows so that those that agree on the shared variables are on one image. Where all images read each other's
// memory, the left is not moved: then the result is the variable by which the right is divided into parts.
std::optional<VariableId> meet(const Planning& planning, OperatorPtr& left, OperatorPtr& right);

OperatorPtr canonical(const Planning& planning, OperatorPtr child, std::span<const VariableId> variables);

// The texts that these expressions may read of the columns of `inputs`; `asked`: the kinds that are read of their
// values.
WantedTexts::Kinds wanted_texts(const Planning& planning, const logical::Conditions& expressions, KindSet asked,
                                std::initializer_list<const Operator*> inputs);
OperatorPtr readable(const Planning& planning, OperatorPtr child, const WantedTexts::Kinds& wanted,
                     Texts texts = Texts::of_chunk);
// Makes the terms of all columns readable on the image of their row.
OperatorPtr readable(const Planning& planning, OperatorPtr child);

OperatorPtr distinct(const Planning& planning, OperatorPtr child);

// Prepares the rows of a GROUP BY. True: each image aggregates the rows that it has, and the groups of all images are
// merged; only rows that DISTINCT compares have moved, without most copies. False: the rows of each group are on one
// image. `every`: a row for each group that there is in any case, which goes where their groups are; may be nullptr.
bool spread_groups(const Planning& planning, OperatorPtr& child, OperatorPtr& every, const logical::Group& group);

}  // namespace quadrille::query
