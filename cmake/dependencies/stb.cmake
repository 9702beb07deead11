# modlab::stb: the dashboard's pictures. Headers alone, which every platform's compiler takes as they are.
modlab_find_dependency(stb HEADER stb_image_write.h SUFFIX stb)
