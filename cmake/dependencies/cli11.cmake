# modlab::cli11: the command line.
modlab_find_dependency(cli11 PACKAGE CLI11 TARGET CLI11::CLI11 HEADER CLI/CLI.hpp)
