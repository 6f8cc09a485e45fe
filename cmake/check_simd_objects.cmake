# cmake -D NM=... -D SET=simd_avx2 -D "OBJECTS=a.o|b.o" -P check_simd_objects.cmake
#
# Fails where an object that was compiled for an instruction set exports a symbol whose name does
# not hold the set's namespace: the linker could take it for the same function compiled elsewhere.

string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND ${NM} --defined-only --extern-only ${object}
                    OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "\n" ";" lines "${listing}")
    foreach(line IN LISTS lines)
        if(line AND NOT line MATCHES "${SET}" AND NOT line MATCHES " (__odr_asan|__asan|__ubsan)"
           AND NOT line MATCHES " DW\\.ref\\.")
            string(APPEND found "  ${object}: ${line}\n")
        endif()
    endforeach()
endforeach()
if(found)
    message(FATAL_ERROR "not in namespace ${SET}:\n${found}")
endif()
