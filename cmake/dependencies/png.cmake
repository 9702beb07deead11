# PNG::PNG: the dashboard's pictures. 1.6 is the first that reads and writes a picture in one call.
find_package(PNG 1.6 QUIET)
if(NOT TARGET PNG::PNG)
  modlab_missing("libpng 1.6")
endif()
