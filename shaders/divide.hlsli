// n / d, given 1 / d as float: two quotients rounded down, then a final correction. The errors of conversions and
// products stay below the 2^-20 subtracted. The correction is a sum, not a select: each further select that depends on
// the previous one makes libvkd3d's compiler ten times slower.
uint divide(uint n, uint d, float inverse) {
  const float scale = inverse * 0.99999904632568359375;
  const uint quotient = uint(float(n) * scale);
  uint rest = n - quotient * d;
  const uint more = uint(float(rest) * scale);
  rest -= more * d;
  return quotient + more + uint(rest >= d);
}
