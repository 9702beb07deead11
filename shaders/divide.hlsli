// n / d with 1 / d given as float: a quotient that is a little too small, twice, and a last step. Conversions and products
// are off by less than the 2^-20 that are taken away. The last step is a sum and no choice: each further choice that depends
// on the one before it makes libvkd3d's compiler ten times as slow.
uint divide(uint n, uint d, float inverse) {
  const float scale = inverse * 0.99999904632568359375;
  const uint quotient = uint(float(n) * scale);
  uint rest = n - quotient * d;
  const uint more = uint(float(rest) * scale);
  rest -= more * d;
  return quotient + more + uint(rest >= d);
}
