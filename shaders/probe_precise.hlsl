// Probe: does the compiler honour `precise`? If so, the two values of FLOAT give different bytecode.
//
// Defines; harness/compile/compiler.cpp sets them:
//   FLOAT        float or precise float

RWStructuredBuffer<float> numbers : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  FLOAT product = numbers[i] * numbers[i + 64];
  FLOAT difference = numbers[i + 128] - product;
  numbers[i] = difference;
}
