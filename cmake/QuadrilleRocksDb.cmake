# quadrille_rocksdb: RocksDB, for the log of updates. As a static library where the distribution has one, since the dynamic
# linker looks up 16,000 symbols of the shared one: 5 of the 21 ms of processor time of "quadrille --version".
pkg_check_modules(ROCKSDB REQUIRED IMPORTED_TARGET rocksdb)
add_library(quadrille_rocksdb INTERFACE)
set(libraries)
foreach(library IN ITEMS rocksdb.a gflags snappy bz2 z lz4 zstd)
  string(REPLACE "rocksdb.a" "librocksdb.a" name ${library})
  find_library(QUADRILLE_ROCKSDB_${library} NAMES ${name} HINTS ${ROCKSDB_LIBRARY_DIRS})
  mark_as_advanced(QUADRILLE_ROCKSDB_${library})
  list(APPEND libraries ${QUADRILLE_ROCKSDB_${library}})
endforeach()
if(NOT libraries MATCHES NOTFOUND)  # the archive may need more than these
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES ${libraries} Threads::Threads ${CMAKE_DL_LIBS})
  check_cxx_source_compiles("#include <rocksdb/db.h>
    int main() { rocksdb::DB* db = nullptr; return rocksdb::DB::Open({}, \"\", &db).ok() ? 0 : 1; }" QUADRILLE_HAS_ROCKSDB_ARCHIVE)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(NOT QUADRILLE_HAS_ROCKSDB_ARCHIVE)
  target_link_libraries(quadrille_rocksdb INTERFACE PkgConfig::ROCKSDB)
else()
  target_include_directories(quadrille_rocksdb SYSTEM INTERFACE ${ROCKSDB_INCLUDE_DIRS})
  target_link_libraries(quadrille_rocksdb INTERFACE ${libraries} Threads::Threads ${CMAKE_DL_LIBS})
endif()
