#include "kernels/modulus/probes.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "kernels/half.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"

namespace modlab::modulus {
namespace {

using Words = std::vector<std::uint32_t>;

/// A small kernel, and what it makes of A and B where the answer is yes.
struct Question {
  const char* shader;  ///< among the embedded ones, instead of the kernel's own; nullptr: the kernel's own
  DataType type;
  Algorithm algorithm;
  Words a;
  Words b;
  Words expected;
  /// Whether a result is as good as the expected one.
  bool (*matches)(std::uint32_t result, std::uint32_t expected) = [](std::uint32_t x, std::uint32_t y) {
    return x == y;
  };
};

Question make_question(const char* shader, DataType type, Algorithm algorithm, std::size_t words) {
  return {shader, type, algorithm, Words(words), Words(words), Words(words)};
}

/// The rounding error of squares, which a mad that is rounded once leaves.
Question mad_question() {
  Question question = make_question("probe_mad.hlsl", DataType::f32, Algorithm::fma, 64);
  for (std::uint32_t i = 0; i < question.a.size(); ++i) {
    const float root = 1.0f + static_cast<float>((2 * i + 1) * 65537) * 0x1p-23f;
    const float square = root * root;
    question.a[i] = std::bit_cast<std::uint32_t>(square);
    question.b[i] = std::bit_cast<std::uint32_t>(root);
    question.expected[i] = std::bit_cast<std::uint32_t>(std::fma(-root, root, square));
  }
  return question;
}

bool is_nan_of_either(std::uint32_t bits) {
  return (bits & 0x7fffffff) > 0x7f800000 || (bits <= 0xffff && is_nan(Half{static_cast<std::uint16_t>(bits)}));
}

/// Every fp16 number widened; every one narrowed; and narrowed, for every two neighbours, the tie between them and the
/// fp32 numbers next to that. No remainder is between the largest fp16 number and infinity, where conversions differ.
Question half_question() {
  constexpr std::uint32_t kHalves = 0x10000;
  Question question = make_question("probe_half.hlsl", DataType::f32, Algorithm::half, std::size_t{5} * kHalves);
  for (std::uint32_t i = 0; i < kHalves; ++i) {
    const Half half{static_cast<std::uint16_t>(i)};
    const float number = to_float(half);
    const float next = to_float(Half{static_cast<std::uint16_t>(i + 1)});
    const float tie = std::isfinite(number) && std::isfinite(next) ? (number + next) / 2 : 0.0f;
    question.a[i] = i;
    question.expected[i] = std::bit_cast<std::uint32_t>(number);
    const std::array narrowed{number, tie, std::nextafter(tie, 0.0f), std::nextafter(tie, 2 * tie)};
    for (std::uint32_t part = 0; part < narrowed.size(); ++part) {
      const std::uint32_t at = (part + 1) * kHalves + i;
      question.a[at] = std::bit_cast<std::uint32_t>(narrowed[part]);
      question.expected[at] = to_half(narrowed[part]).bits;
    }
  }
  question.matches = [](std::uint32_t result, std::uint32_t expected) {
    return result == expected || (is_nan_of_either(result) && is_nan_of_either(expected));
  };
  return question;
}

/// Many quotients of bytes, in the one algorithm that has a word's elements in a vector of floats. A libvkd3d of Wine's
/// (1.14) gets some constants of such vectors wrong in Microsoft's bytecode.
Question bytes_question() {
  Question question = make_question(nullptr, DataType::u8, Algorithm::bias, 64);
  for (std::uint32_t i = 0; i < 4 * question.a.size(); ++i) {
    const std::uint32_t a = i * 89 % 256;
    const std::uint32_t b = i * 31 % 251 + 1;
    question.a[i / 4] |= a << (i % 4 * 8);
    question.b[i / 4] |= b << (i % 4 * 8);
    question.expected[i / 4] |= a % b << (i % 4 * 8);
  }
  return question;
}

KernelPlan plan_of(const Question& question, const Build& build) {
  const auto elements = static_cast<std::uint32_t>(question.a.size() * 4 / bytes_of(question.type));
  KernelPlan plan =
      make_plan(describe(Workload{.type = question.type, .shape = {elements}}), {.access = Access::structured,
                                                                                 .load_bytes = 4,
                                                                                 .per_thread = 1,
                                                                                 .threads = 64,
                                                                                 .algorithm = question.algorithm,
                                                                                 .build = build});
  if (question.shader == nullptr) return plan;
  ShaderSources sources = embedded_shaders();
  sources[plan.shader] = sources.at(question.shader);
  plan.sources = std::make_shared<ShaderSources>(std::move(sources));
  return plan;
}

Content content_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

Probe probe_of(const Question& question, const Build& build) {
  const auto plan = std::make_shared<const KernelPlan>(plan_of(question, build));
  return {.plan = plan,
          .operands = operands_of(plan->desc),
          .contents = {content_of(question.a), content_of(question.b), {}},
          .expected = question.expected,
          .matches = question.matches};
}

}  // namespace

const Probes& modulus_probes() {
  static constexpr Probes kProbes{.fused_mad = [](const Build& build) { return probe_of(mad_question(), build); },
                                  .exact_half = [](const Build& build) { return probe_of(half_question(), build); },
                                  .exact_bytes = [](const Build& build) { return probe_of(bytes_question(), build); }};
  return kProbes;
}

}  // namespace modlab::modulus
