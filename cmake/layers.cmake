# Who may link whom. A library links strictly lower ranks only, and the configure step stops when
# one does not. An upward #include fails too, because include directories come with the link.

set(GALLEY_RANKS
    base=0
    core=1 vda=1
    texel=2 geometry=2 asset=2 vda_json=2
    vfs=3 project=3
    scene=4
    import=5 export=5 sim=5 render=5
    preview=6 cook=6
    edit=7)
set(GALLEY_APP_RANK 8)

# Sets <out> to the rank of library <name>; stops when the table does not hold it.
function(galley_rank name out)
    if(NOT "${GALLEY_RANKS}" MATCHES "(^|;)${name}=([0-9]+)")
        message(FATAL_ERROR "'${name}' is not in the rank table of cmake/layers.cmake")
    endif()
    set(${out} ${CMAKE_MATCH_2} PARENT_SCOPE)
endfunction()

# Stops unless every library of <deps...> is below <rank>.
function(galley_check_ranks name rank)
    foreach(dep IN LISTS ARGN)
        galley_rank(${dep} dep_rank)
        if(NOT dep_rank LESS rank)
            message(FATAL_ERROR "layers: '${name}' (rank ${rank}) must not link '${dep}' "
                                "(rank ${dep_rank}); see cmake/layers.cmake")
        endif()
        if(NOT TARGET Galley::${dep})
            message(FATAL_ERROR "layers: '${name}' links '${dep}', which libs/ does not hold")
        endif()
    endforeach()
endfunction()

# galley_library(<name> [DEPS <lib>...] [PUBLIC_THIRD_PARTY <target>...] [THIRD_PARTY <target>...])
#
# Static library galley_<name> (alias Galley::<name>) of src/**.cpp with include/ public, and the
# test binary galley_<name>_tests of tests/*.cpp, which also sees src/. PUBLIC_THIRD_PARTY is for
# what public headers include.
function(galley_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS;PUBLIC_THIRD_PARTY;THIRD_PARTY")
    galley_rank(${name} rank)
    galley_check_ranks(${name} ${rank} ${arg_DEPS})
    list(TRANSFORM arg_DEPS PREPEND Galley::)

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp src/*.h)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.h)
    if(NOT sources)  # headers alone
        set(sources ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
        file(TOUCH ${sources})
    endif()
    add_library(galley_${name} STATIC ${sources})
    add_library(Galley::${name} ALIAS galley_${name})
    target_sources(galley_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
    target_include_directories(galley_${name} PRIVATE src)
    target_link_libraries(galley_${name}
        PUBLIC ${arg_DEPS} ${arg_PUBLIC_THIRD_PARTY} PRIVATE ${arg_THIRD_PARTY})
    set_property(GLOBAL APPEND PROPERTY GALLEY_LIBRARIES Galley::${name})

    galley_tests(galley_${name}_tests LINK Galley::${name} ${arg_THIRD_PARTY})
endfunction()

# galley_app(<binary> [DEPS <lib>...] [THIRD_PARTY <target>...])
#
# Executable bin/<binary> of src/**.cpp. Code that needs a unit test belongs in a library, or in a
# file that tests/*.cpp can link: everything but src/main.cpp is in the object library <binary>_app.
function(galley_app name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS;THIRD_PARTY")
    galley_check_ranks(${name} ${GALLEY_APP_RANK} ${arg_DEPS})
    list(TRANSFORM arg_DEPS PREPEND Galley::)

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp src/*.h)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/src/main.cpp)
    add_executable(${name} src/main.cpp)
    if(sources)
        add_library(${name}_app OBJECT ${sources})
        target_include_directories(${name}_app PUBLIC src)
        target_link_libraries(${name}_app PUBLIC ${arg_DEPS} ${arg_THIRD_PARTY})
        target_link_libraries(${name} PRIVATE ${name}_app)
        galley_tests(${name}_tests LINK ${name}_app)
    else()
        target_link_libraries(${name} PRIVATE ${arg_DEPS} ${arg_THIRD_PARTY})
    endif()
endfunction()

# galley_tests(<binary> LINK <target>...)
#
# GoogleTest binary of tests/*.cpp (or of *.cpp in a folder below tests/), one ctest test for each
# TEST. Does nothing where there are none.
function(galley_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    if(NOT GALLEY_TESTS)
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS tests/*.cpp tests/*.h)
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${CMAKE_SOURCE_DIR}/tests/")
        file(GLOB sources CONFIGURE_DEPENDS *.cpp *.h)
    endif()
    if(NOT sources)
        return()
    endif()
    add_executable(${name} ${sources})
    target_include_directories(${name} PRIVATE src tests)
    target_link_libraries(${name} PRIVATE ${arg_LINK} galley_test_support GTest::gmock_main)
    # Listing the tests when ctest starts keeps the build from running binaries between links.
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                         PROPERTIES TIMEOUT 600)
endfunction()

# Adds libs/<name> in rank order where it has a CMakeLists.txt.
function(galley_add_libraries)
    file(GLOB found CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/libs libs/*/CMakeLists.txt)
    foreach(path IN LISTS found)
        cmake_path(GET path PARENT_PATH name)
        galley_rank(${name} unused)
    endforeach()
    foreach(row IN LISTS GALLEY_RANKS)
        string(REGEX REPLACE "=.*" "" name ${row})
        if("${name}/CMakeLists.txt" IN_LIST found)
            add_subdirectory(libs/${name})
        endif()
    endforeach()
endfunction()

# Adds every <folder>/*/CMakeLists.txt that is not part of the build yet.
function(galley_add_folders folder)
    file(GLOB found CONFIGURE_DEPENDS ${folder}/*/CMakeLists.txt)
    foreach(path IN LISTS found)
        cmake_path(GET path PARENT_PATH dir)
        if(NOT dir STREQUAL "${CMAKE_SOURCE_DIR}/tests/support")
            add_subdirectory(${dir})
        endif()
    endforeach()
endfunction()
