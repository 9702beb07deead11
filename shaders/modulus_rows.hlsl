// Element-wise modulus over tensors whose rows are runs: along the last dimension Out is contiguous, and each operand is
// contiguous or constant. Every thread computes PER_THREAD vectors of Out's storage, counted along a walk that skips most
// of those without an element (kernels/modulus/word_walk.h). A vector may hold the end of one row and the start of the
// next; the bytes between them stay unchanged.
//
// Defines: RANK, 1 to 8, the dimensions after folding; A_RUN and B_RUN, how an operand's rows lie beside Out's; SKIPS, 0
// where the walk skips nothing; REPEATS, 1 where Out has no gaps, A is stored like it, and all vectors of a thread have
// the same divisors; and those that modulus.hlsl documents, with DIVISOR always DIVISOR_TENSOR and STREAMED always 0. A
// row is at least as long as a vector, so that a vector has elements of at most two.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "divide.hlsli"
#include "access.hlsli"
#include "element.hlsli"
#include "runs.hlsli"

#define RUN_SAME 1      // stored like Out
#define RUN_ALIGNED 2   // contiguous; where Out's vectors begin, so do vectors of the operand
#define RUN_SHIFTED 3   // contiguous, but its vectors begin elsewhere
#define RUN_CONSTANT 4  // one element for the whole row
#if A_RUN < RUN_SAME || A_RUN > RUN_CONSTANT || B_RUN < RUN_SAME || B_RUN > RUN_CONSTANT
#error "A_RUN or B_RUN is none of its values"
#endif
static const uint kFlags[] = {SKIPS, REPEATS};  // neither may be missing, as in constants.hlsli

#define ROW_LENGTH dimensions[RANK - 1].x

// An element of the walk: its column, where its row begins in A and B, and how many vectors of Out the walk has skipped.
struct Position {
  bool inside;  // false between rows
  uint column;
  uint a_row;
  uint b_row;
  uint skipped;
#if RANK == 2
  uint row;
#endif
};

#if RANK == 2

// A position before the slice's first element is in row -1.
Position locate(uint element) {
  const uint4 dimension = dimensions[0];
  const uint from_row_before = element + dimension.w - out_first;
  const uint rows = divide(from_row_before, dimension.w, asfloat(inverses[0].x));
  Position position;
  position.row = rows - 1;
  position.column = from_row_before - rows * dimension.w;
  position.a_row = a_first + position.row * dimension.y;
  position.b_row = b_first + position.row * dimension.z;
  position.skipped = SKIPS ? position.row * skips[0].x : 0;
  position.inside = position.row < dimension.x && position.column < ROW_LENGTH;
  return position;
}

// The position of an element that is not in the row of `head`, `ahead` elements before it.
Position locate_after(Position head, uint element, uint ahead) {
  const uint4 dimension = dimensions[0];
  Position position;
  position.row = head.row + 1;
  position.column = head.column + ahead - dimension.w;
  position.a_row = head.a_row + dimension.y;
  position.b_row = head.b_row + dimension.z;
  position.skipped = SKIPS ? head.skipped + skips[0].x : 0;
  position.inside = position.row < dimension.x && position.column < ROW_LENGTH;
  return position;
}

#else

// A position before the slice's first element wraps to one after its last.
Position locate(uint element) {
  Position position;
  position.inside = true;
  position.column = element - out_first;
  position.a_row = a_first;
  position.b_row = b_first;
  position.skipped = 0;
  // Not unrolled: libvkd3d's compiler looks at every use of every sum and product again and again.
  [loop] for (uint i = 0; i + 1 < RANK; ++i) {
    const uint4 dimension = dimensions[i];
    const uint at = divide(position.column, dimension.w, asfloat(inverses[i / 4][i % 4]));
    position.column -= at * dimension.w;
    position.inside = position.inside && at < dimension.x;
    position.a_row += at * dimension.y;
    position.b_row += at * dimension.z;
    if (SKIPS) position.skipped += at * skips[i / 4][i % 4];
  }
  position.inside = position.inside && position.column < ROW_LENGTH;
  return position;
}

Position locate_after(Position head, uint element, uint ahead) { return locate(element); }

#endif

// Consecutive elements of the walk: the first of them are in the head's row, and those from `tail_from` on in the
// tail's. Both are the same row where there is only one.
struct Span {
  Position head;  // of the first element
  Position tail;  // of the last
  uint head_elements;
  uint tail_from;
};

Span span_of(uint element, uint count) {
  Span span;
  span.head = locate(element);
  span.tail = span.head;
  span.head_elements = span.head.inside ? min(count, ROW_LENGTH - span.head.column) : 0;
  span.tail_from = count;
  if (span.head_elements < count) {
    const Position tail = locate_after(span.head, element + (count - 1), count - 1);
    if (tail.inside) {
      span.tail = tail;
      span.tail_from = count - 1 - min(count - 1, tail.column);
      if (!span.head.inside) span.head = tail;
    }
  }
  return span;
}

// What an operand contributes:
//   word(row, column)         the elements of a row from this column on, which may begin before the row or end after
//                             it; elements outside of it are arbitrary
//   words_of(row, column)     likewise, a vector
//   spanned_word(span)        the word of a span of as many elements
//   spanned_vector(span, at)  likewise, the at-th vector of Out's storage
#define DEFINE_OPERAND(word, words_of, spanned_word, spanned_vector, row, run, words, load)     \
  uint word(uint begin, uint column) {                                                          \
    const uint offset = begin + column;                                                         \
    if (run == RUN_CONSTANT) return splat(element_at(words[begin / ELEMENTS_PER_WORD], begin)); \
    return join(words[word_of_run(begin, ROW_LENGTH, offset)],                                               \
                words[word_of_run(begin, ROW_LENGTH, offset + ELEMENTS_PER_WORD - 1)], offset);              \
  }                                                                                             \
  Vector words_of(uint begin, uint column) {                                                    \
    if (run == RUN_CONSTANT) return (Vector)word(begin, column);                                \
    const uint offset = begin + column;                                                         \
    uint joined[WORDS];                                                                         \
    uint low = words[word_of_run(begin, ROW_LENGTH, offset)];                                                \
    [unroll] for (uint w = 0; w < WORDS; ++w) {                                                 \
      const uint high = words[word_of_run(begin, ROW_LENGTH, offset + (w + 1) * ELEMENTS_PER_WORD)];         \
      joined[w] = join(low, high, offset);                                                      \
      low = high;                                                                               \
    }                                                                                           \
    return MAKE_VECTOR(joined);                                                                 \
  }                                                                                             \
  uint spanned_word(Span span) {                                                                \
    const uint head = word(span.head.row, span.head.column);                                    \
    if (span.head_elements == ELEMENTS_PER_WORD) return head;                                   \
    const uint of_head = bytes_before(span.head_elements, 0);                                   \
    const uint tail = word(span.tail.row, span.tail.column - (ELEMENTS_PER_WORD - 1));          \
    return (head & of_head) | (tail & ~of_head);                                                \
  }                                                                                             \
  Vector spanned_vector(Span span, uint at) {                                                   \
    if (run == RUN_SAME) return load(at);                                                       \
    Vector result;                                                                              \
    if (span.head_elements == VECTOR_ELEMENTS && run == RUN_ALIGNED) {                          \
      result = load((span.head.row + span.head.column) / VECTOR_ELEMENTS);                      \
    } else {                                                                                    \
      result = words_of(span.head.row, span.head.column);                                       \
      if (span.head_elements < VECTOR_ELEMENTS) {                                               \
        const Vector tail = words_of(span.tail.row, span.tail.column - (VECTOR_ELEMENTS - 1));  \
        uint merged[WORDS];                                                                     \
        [unroll] for (uint w = 0; w < WORDS; ++w) {                                             \
          const uint of_head = bytes_before(span.head_elements, w);                             \
          merged[w] = (WORD_OF(result, w) & of_head) | (WORD_OF(tail, w) & ~of_head);           \
        }                                                                                       \
        result = MAKE_VECTOR(merged);                                                           \
      }                                                                                         \
    }                                                                                           \
    return result;                                                                              \
  }
DEFINE_OPERAND(word_a, vector_a, spanned_word_a, spanned_vector_a, a_row, A_RUN, words_a, load_a)
DEFINE_OPERAND(word_b, vector_b, spanned_word_b, spanned_vector_b, b_row, B_RUN, words_b, load_b)

// One word of the walk's vector at this place, by the full algorithm.
void compute_word(uint place, uint w) {
  const Span span = span_of(place * VECTOR_ELEMENTS + w * ELEMENTS_PER_WORD, ELEMENTS_PER_WORD);
  const uint mask = bytes_before(span.head_elements, 0) | ~bytes_before(span.tail_from, 0);
  if (mask != 0)
    store_bytes((place + span.head.skipped) * WORDS + w, modulus_word(spanned_word_a(span), spanned_word_b(span)),
                mask);
}

// A vector of Out, what it holds of the rows, and what the words that it holds in part contain.
struct Target {
  uint at;
  uint head_elements;
  uint tail_from;
  uint old_head;
  uint old_tail;
};

bool is_full(Target target) { return target.tail_from <= target.head_elements; }
bool is_empty(Target target) { return target.head_elements == 0 && target.tail_from == VECTOR_ELEMENTS; }

#if HAS_FAST_PATH
// Stores the elements of a vector that are in rows and that the short path finishes; returns a bit set for each word
// that it does not.
uint finish(Target target, Vector a, Vector b) {
  Vector result;
  const uint unfinished = fast_vector(a, b, result);
  bool whole = unfinished == 0;
  if (!is_full(target)) {
    uint merged[WORDS];
    uint masks[WORDS];
    uint w;
    [unroll] for (w = 0; w < WORDS; ++w) {
      masks[w] = bytes_before(target.head_elements, w) | ~bytes_before(target.tail_from, w);
      const uint old = w == target.head_elements / ELEMENTS_PER_WORD ? target.old_head : target.old_tail;
      merged[w] = (WORD_OF(result, w) & masks[w]) | (old & ~masks[w]);
      whole = whole && masks[w] != 0;
    }
    result = MAKE_VECTOR(merged);
    if (!whole) {
      [unroll] for (w = 0; w < WORDS; ++w)
        if (masks[w] != 0 && (unfinished & (1u << w)) == 0) words_out[target.at * WORDS + w] = merged[w];
    }
  } else if (!whole) {
    store_finished_words(target.at, result, unfinished);
  }
  if (whole) store_out(target.at, result);
  return unfinished;
}
#endif

#if WAVE_LANES > 0
[WaveSize(WAVE_LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= groups) return;
#if REPEATS
  const uint thread = group * THREADS + lane;
  const uint step = period;
  const uint first = thread + divide(thread, period, 1.0 / float(period)) * period * (PER_THREAD - 1);
#else
  const uint step = THREADS;
  const uint first = group * (PER_THREAD * THREADS) + lane;
#endif
  uint pending = 0;  // words left to compute_word, one bit each: PER_THREAD * WORDS is at most 32
  uint i;

#if !HAS_FAST_PATH
  [unroll] for (i = 0; i < PER_THREAD; ++i)
    if (first + i * step < vectors) pending |= ((1u << WORDS) - 1) << (i * WORDS);
#elif REPEATS
  Vector b = 0;
  if (first < vectors) b = spanned_vector_b(span_of(first * VECTOR_ELEMENTS, VECTOR_ELEMENTS), first);
  if (first + (PER_THREAD - 1) * step < vectors) {
    // Every load is issued before the first result is needed, and no branch keeps a driver from computing what depends
    // on the divisors alone once.
    Vector a[PER_THREAD];
    [unroll] for (i = 0; i < PER_THREAD; ++i) a[i] = load_a(first + i * step);
    [unroll] for (i = 0; i < PER_THREAD; ++i) {
      const Target target = {first + i * step, VECTOR_ELEMENTS, 0, 0, 0};
      pending |= finish(target, a[i], b) << (i * WORDS);
    }
  } else {
    [loop] for (i = 0; first + i * step < vectors; ++i) {
      const Target target = {first + i * step, VECTOR_ELEMENTS, 0, 0, 0};
      pending |= finish(target, load_a(target.at), b) << (i * WORDS);
    }
  }
#else
  Vector a[PER_THREAD];
  Vector b[PER_THREAD];
  // What can be loaded without an index is on its way while the indices are computed.
  [unroll] for (i = 0; i < PER_THREAD; ++i) {
    const uint place = first + i * step;
    a[i] = 0;
    b[i] = 0;
    if (place < vectors) {
      if (A_RUN == RUN_SAME && !SKIPS) a[i] = load_a(place);
      if (B_RUN == RUN_SAME && !SKIPS) b[i] = load_b(place);
    }
  }
  uint at[PER_THREAD];  // no array of Target: libvkd3d's compiler confuses its members
  uint head_elements[PER_THREAD];
  uint tail_from[PER_THREAD];
  uint old_head[PER_THREAD];
  uint old_tail[PER_THREAD];
  [unroll] for (i = 0; i < PER_THREAD; ++i) {
    at[i] = 0;
    head_elements[i] = 0;
    tail_from[i] = VECTOR_ELEMENTS;
    old_head[i] = 0;
    old_tail[i] = 0;
    const uint place = first + i * step;
    if (place < vectors) {
      const Span span = span_of(place * VECTOR_ELEMENTS, VECTOR_ELEMENTS);
      const uint target = place + span.head.skipped;
      at[i] = target;
      head_elements[i] = span.head_elements;
      tail_from[i] = span.tail_from;
      if (span.head_elements > 0 || span.tail_from < VECTOR_ELEMENTS) {
        if (A_RUN != RUN_SAME || SKIPS) a[i] = spanned_vector_a(span, target);
        if (B_RUN != RUN_SAME || SKIPS) b[i] = spanned_vector_b(span, target);
        // A memory that writes whole sectors only must read those of which it gets a part. Reading the part's words
        // first, even where none is kept, saves it from having to wait for that later.
        if (span.head_elements < span.tail_from) {
          old_head[i] = words_out[target * WORDS + min(span.head_elements / ELEMENTS_PER_WORD, WORDS - 1)];
          old_tail[i] = words_out[target * WORDS + min(span.tail_from / ELEMENTS_PER_WORD, WORDS - 1)];
        }
      }
    }
  }
  [unroll] for (i = 0; i < PER_THREAD; ++i) {
    const Target target = {at[i], head_elements[i], tail_from[i], old_head[i], old_tail[i]};
    if (!is_empty(target)) pending |= finish(target, a[i], b[i]) << (i * WORDS);
  }
#endif

  // One copy of the full algorithm serves the unfinished words and those after the last whole vector. In place this is
  // safe: none of them has been written.
  bool tail = group == 0 && lane < tail_words;
  [loop] while (pending != 0 || tail) {
    uint place = vectors;
    uint w = lane;
    if (pending != 0) {
      const uint bit = firstbitlow(pending);
      pending &= pending - 1;
      place = first + bit / WORDS * step;
      w = bit % WORDS;
    } else {
      tail = false;
    }
    compute_word(place, w);
  }
}
