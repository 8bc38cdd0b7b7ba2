#pragma once

// A BitmapLookup finds keys in a class bitmap. The path is constants and then one key, which is a whole row of the
// index, so a row has one match or none, and no column is returned. Local. Cost: 1 ns a row, 2 to 3 if there are
// changes.

#include <memory>
#include <span>
#include <utility>

#include "quadstore/changed_keys.hpp"
#include "quadstore/class_bitmaps.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/lookup.hpp"

namespace quadrille::query {

class BitmapLookup final : public Lookup {
 public:
  // `changes`: of the snapshot, to rows of the bitmap; nullptr: none.
  BitmapLookup(const IndexKeys& keys, std::shared_ptr<const ClassBitmap> bitmap, std::unique_ptr<ChangedKeys> changes)
      : keys_(keys), bitmap_(std::move(bitmap)), changes_(std::move(changes)) {}

  void begin(Context& context, const Table& input) override;
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) override;
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) override;
  bool wants_many() const override { return false; }

 private:
  void pick_members(std::size_t begin, std::size_t end, bool wanted, std::vector<std::uint32_t>& rows) const;

  const IndexKeys& keys_;
  const std::shared_ptr<const ClassBitmap> bitmap_;
  const std::unique_ptr<ChangedKeys> changes_;
  std::span<const Huri> batch_;
  std::size_t row_ = 0;  // the next one
};

}  // namespace quadrille::query
