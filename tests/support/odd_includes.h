#pragma once

#include <string>
#include <vector>

namespace modlab {

/// Each includes part.hlsli, as preprocessors read it.
inline const std::vector<std::string> kIncludesOfPart{
    "#/**/include \"part.hlsli\"\n",
    "/* a\nb */ # /* c\n*/ include /**/ <part.hlsli> // why\n",
    "#inc\\\nlude \"part.hlsli\"\n",
    "#inc\\ \t\r\nlude \\\n \"part.hlsli\"\n",
    "// a ?\?/\n#include \"part.hlsli\"\n",
    "\"/*\"\n#include \"part.hlsli\"\n// */\n",
    "don't /*\n#include \"part.hlsli\"\n// */\n",
    "\"\\\"/*\"\n#include \"part.hlsli\"\n// */\n",
    "\f#\vinclude \"part.hlsli\"\n",
};

/// No preprocessor follows these.
inline const std::vector<std::string> kNoIncludes{
    "// \\\n#include \"part.hlsli\"\n",  "/* \n#include \"part.hlsli\"\n*/\n",     "#\\/**/\ninclude \"part.hlsli\"\n",
    "#\\\\\n\ninclude \"part.hlsli\"\n", "/\\\n* \n#include \"part.hlsli\"\n*/\n", "\"#include\" \"part.hlsli\"\n",
};

/// Each reaches a file that is not the kernel's, in some compiler or in none.
inline const std::vector<std::string> kWaysOut{
    "#include \"/etc/hostname\"\n",
    "#/**/include \"/etc/hostname\"\n",
    "#include \\\n\"/etc/hostname\"\n",
    "#inc\\\rlude \"/etc/hostname\"\n",
    "#inc\\\n\rlude \"/etc/hostname\"\n",
    "#define F \"/etc/hostname\"\n#include F\n",
    "#include <part.hlsli\n#include </*> */ \"/etc/hostname\"\n",
    "\"\r#include \"/etc/hostname\"\n",
    "float a;\r#include \"/etc/hostname\"\n",
    "\xc2\xa0#\xe2\x80\xa8include \"/etc/hostname\"\n",
    "1'/*'\n*/ #include \"/etc/hostname\"\n",
    "?\?=include \"/etc/hostname\"\n",
    "%:include \"/etc/hostname\"\n",
    "#include_next \"/etc/hostname\"\n",
    "#import \"/etc/hostname\"\n",
    "#pragma include_alias(\"part.hlsli\", \"/etc/hostname\")\n#include \"/etc/hostname\"\n",
};

}  // namespace modlab
