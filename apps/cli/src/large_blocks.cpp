// Files, pictures and levels are blocks of tens of megabytes, written once, read once and let go.
// In pages of 4 KiB, a fault for each, their first touch costs as much as decoding into them; in
// pages of 2 MiB a third of it. Linux gives these to who asks (MADV_HUGEPAGE), which glibc's malloc
// does only when an environment variable says so. So the tool has an operator new that asks.
#include "large_blocks.h"

#include <cstdlib>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

// The sanitizers have operators of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GALLEY_OWN_NEW
#endif

namespace galley::cli {

#ifdef GALLEY_OWN_NEW
namespace {

void* allocate(std::size_t size) {
    if (size < kLargeBlock) return std::malloc(size == 0 ? 1 : size);
    void* block = std::aligned_alloc(kLargeBlock, size);
#ifdef __linux__
    // A wish: without it the block is the same in small pages. What is left of the last page stays
    // so.
    if (block != nullptr) (void)::madvise(block, size / kLargeBlock * kLargeBlock, MADV_HUGEPAGE);
#endif
    return block;
}

}  // namespace
#endif

void set_up_memory() {
#ifdef __GLIBC__
    // By itself malloc raises the first limit with each large block that is freed, up to 32 MiB,
    // and keeps later ones in its heaps; and it gives back what is free at a heap's end from 128
    // KiB on, which jobs take again at once.
    constexpr int kKept = 16 << 20;
    (void)::mallopt(M_MMAP_THRESHOLD, static_cast<int>(kLargeBlock));
    (void)::mallopt(M_TRIM_THRESHOLD, kKept);
#endif
}

}  // namespace galley::cli

#ifdef GALLEY_OWN_NEW
void* operator new(std::size_t size) {
    for (;;) {
        if (void* block = galley::cli::allocate(size)) return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
#endif
