# modlab::json: the run context.
modlab_find_dependency(json PACKAGE nlohmann_json TARGET nlohmann_json::nlohmann_json HEADER nlohmann/json.hpp)
