# One source compiled several times, for several instruction sets, and chosen at run time.

# galley_simd(<target>)
#
# Compiles each src/**/*.simd.cpp of the current folder once for each instruction set and puts the
# objects into <target>. What such a file defines lives in the namespace GALLEY_SIMD_NAMESPACE
# (simd_ and the set): an inline function shared with other files could be linked in its AVX-512 form
# and then run on a processor without it. A test looks at the symbols.
#
# <target> sees GALLEY_SIMD_X86=1 where the sets of x86-64 are there, else only the baseline is.
function(galley_simd target)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.simd.cpp)
    if(NOT sources)
        return()
    endif()
    # galley_library() took every .cpp of the folder.
    get_target_property(others ${target} SOURCES)
    list(REMOVE_ITEM others ${sources})
    set_property(TARGET ${target} PROPERTY SOURCES ${others})

    set(sets baseline)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
        list(APPEND sets avx2 avx512 avx512_vbmi)
        target_compile_definitions(${target} PRIVATE GALLEY_SIMD_X86=1)
    endif()
    set(flags_baseline)
    set(flags_avx2 -mavx2)
    set(flags_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
    set(flags_avx512_vbmi ${flags_avx512} -mavx512vbmi -mavx512vnni)

    foreach(set IN LISTS sets)
        set(objects ${target}_simd_${set})
        add_library(${objects} OBJECT ${sources})
        target_include_directories(${objects} PRIVATE
            src $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
        target_compile_definitions(${objects} PRIVATE GALLEY_SIMD_NAMESPACE=simd_${set})
        # Vectors wider than the baseline's registers never cross a call between objects.
        target_compile_options(${objects} PRIVATE
            ${flags_${set}} -fno-exceptions -fno-rtti -fno-math-errno -Wno-psabi
            $<$<CONFIG:Release>:-O3>)
        if(GALLEY_SANITIZE AND NOT set STREQUAL "baseline")
            # Sanitized vectors take minutes to compile; the baseline is the same source.
            target_compile_options(${objects} PRIVATE -fno-sanitize=all -O1)
        endif()
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # The "undefined" operands within g++ 12's own AVX-512 intrinsics.
            target_compile_options(${objects} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
        endif()
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
        if(GALLEY_TESTS)
            add_test(NAME ${target}.simd_${set}_shares_no_inline_function
                COMMAND ${CMAKE_COMMAND} -D NM=${CMAKE_NM} -D SET=simd_${set}
                        "-D OBJECTS=$<JOIN:$<TARGET_OBJECTS:${objects}>,|>"
                        -P ${PROJECT_SOURCE_DIR}/cmake/check_simd_objects.cmake)
        endif()
    endforeach()
endfunction()
