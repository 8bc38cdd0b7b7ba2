# Writes the texts of rule sets as a C++ table.
#
#   cmake -DFILES=a.srl;b.srl -DOUTPUT=rule_texts.cpp -P write_texts.cmake
cmake_minimum_required(VERSION 3.25)

set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"srl(${text})srl\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written from inferencer/rules/*.srl by write_texts.cmake.
#include \"inferencer/detail/rule_texts.hpp\"

namespace quadrille::inferencer {

const RuleSetText kRuleTexts[] = {
${rows}};
const std::size_t kNumRuleTexts = sizeof(kRuleTexts) / sizeof(kRuleTexts[0]);

}  // namespace quadrille::inferencer
")
