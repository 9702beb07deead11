// The values of the defines that modulus.hlsl documents. A define that is missing or has another value is an error: the
// preprocessor would take it for 0, which is therefore none of the values.

#define ACCESS_RAW 1
#define ACCESS_STRUCTURED 2
#define ACCESS_TYPED 3
#if ACCESS < ACCESS_RAW || ACCESS > ACCESS_TYPED
#error "ACCESS is none of its values"
#endif

#define LOOP_GROUP 1
#define LOOP_GRID 2
#define LOOP_TILE 3
#define LOOP_ROWS 4
#define LOOP_STAGED 5
#if LOOP < LOOP_GROUP || LOOP > LOOP_STAGED
#error "LOOP is none of its values"
#endif

#define PLACEMENT_OUT 1
#define PLACEMENT_IN_A 2
#define PLACEMENT_IN_B 3
#if PLACEMENT < PLACEMENT_OUT || PLACEMENT > PLACEMENT_IN_B
#error "PLACEMENT is none of its values"
#endif

#define DIVISOR_TENSOR 1
#define DIVISOR_SCALAR 2
#define DIVISOR_KNOWN 3
#if DIVISOR < DIVISOR_TENSOR || DIVISOR > DIVISOR_KNOWN
#error "DIVISOR is none of its values"
#endif

#define ROUNDING_FLOOR 1
#define ROUNDING_TRUNCATE 2
#if ROUNDING < ROUNDING_FLOOR || ROUNDING > ROUNDING_TRUNCATE
#error "ROUNDING is none of its values"
#endif

#define ELEMENT_F32 1
#define ELEMENT_F16 2
#define ELEMENT_I32 3
#define ELEMENT_I16 4
#define ELEMENT_I8 5
#define ELEMENT_U32 6
#define ELEMENT_U16 7
#define ELEMENT_U8 8
#if ELEMENT < ELEMENT_F32 || ELEMENT > ELEMENT_U8
#error "ELEMENT is none of its values"
#endif

#define ALGORITHM_COPY 1
#define ALGORITHM_LONGDIV 2
#define ALGORITHM_SPLIT 3
#define ALGORITHM_CHUNK 4
#define ALGORITHM_FORMULA 5
#define ALGORITHM_INTRINSIC 6
#define ALGORITHM_FIXUP 7
#define ALGORITHM_RECIPROCAL 8
#define ALGORITHM_BIAS 9
#define ALGORITHM_REFINE 10
#define ALGORITHM_NEWTON 11
#define ALGORITHM_FASTMOD 12
#define ALGORITHM_MASK 13
#define ALGORITHM_FMA 14
#define ALGORITHM_HALF 15
#define ALGORITHM_LADDER 16
#if ALGORITHM < ALGORITHM_COPY || ALGORITHM > ALGORITHM_LADDER
#error "ALGORITHM is none of its values"
#endif

#if LOAD_BYTES != 4 && LOAD_BYTES != 8 && LOAD_BYTES != 16
#error "LOAD_BYTES is none of its values"
#endif
// 32-bit words per vector.
#define WORDS (LOAD_BYTES / 4)

// 0 is one of the values of these, and the compiler does not take a name for it.
static const uint kZeroOrMore[] = {PRECISE, STREAMED, NATIVE16, PACKED8, WAVE_LANES};
