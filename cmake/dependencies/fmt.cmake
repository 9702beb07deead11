# modlab::fmt: text.
modlab_find_dependency(fmt PACKAGE fmt TARGET fmt::fmt HEADER fmt/format.h HEADER_ONLY_DEFINES FMT_HEADER_ONLY)
