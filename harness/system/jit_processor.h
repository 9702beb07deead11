#pragma once

#include <string_view>

namespace modlab {

/// The processor that Mesa's software drivers generate code for on this machine; empty where that is for LLVM to find
/// out. LLVM goes by a core's name and takes its features for granted, but a hypervisor may hide SVE: a kernel that
/// divides vectors of integers then died of an illegal instruction (LLVM 15 on a Neoverse V1). Programs that link this
/// override LLVM's choice (jit_processor.cpp), and have a folder of their own in Mesa's shader cache, whose entries do
/// not say which processor they are for.
std::string_view jit_processor();

/// The same, of a machine with this /proc/cpuinfo.
std::string_view jit_processor_for(std::string_view cpuinfo);

}  // namespace modlab
