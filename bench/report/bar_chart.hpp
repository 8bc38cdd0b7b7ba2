#pragma once

// Bars in groups over a logarithmic scale, as SVG.
//
//   100 |        _
//    10 |  _    | |_      one colour a series, one group of bars a category
//     1 |_|_|___|_|_|__
//         q1     q2

#include <string>
#include <vector>

namespace quadrille::bench {

struct BarChart {
  struct Series {
    std::string name;
    std::vector<double> values;  // by category; 0 or less: no bar
  };
  std::string title, unit;
  std::vector<std::string> categories;
  std::vector<Series> series;
};

// Several charts one below the other: a document. Names may be any text.
std::string to_svg(const std::vector<BarChart>& charts);

}  // namespace quadrille::bench
