include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/layers.cmake)
cmake_language(EVAL CODE "${CALL}")
