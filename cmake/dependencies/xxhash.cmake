# modlab::xxhash: cache keys and shader hashes, inlined, so no library.
modlab_find_dependency(xxhash HEADER xxhash.h DEFINES XXH_INLINE_ALL)
