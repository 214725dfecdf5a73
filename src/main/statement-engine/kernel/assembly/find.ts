/** @file Searches a folded text, 64 positions at a time. AssemblyScript; scripts/generate/kernel.ts compiles it. */

@inline
function isAt(at: u32, needle: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index += 1) {
    if (load<u8>(at + index) != load<u8>(needle + index)) return false;
  }
  return true;
}

/** Marks each of 16 positions from `at` on that has the first byte of the needle, and `reach` bytes later its last byte. */
@inline
function placesAt(at: u32, reach: u32, first: v128, last: v128): v128 {
  return v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at + reach), last));
}

/**
 * Returns the first address from `start` on at which the needle of `length` bytes (at least one) lies completely before
 * `end`; `end` if there is no such address. First and last byte are compared together, because a single byte matches too often.
 */
export function find(start: u32, end: u32, needle: u32, length: u32): u32 {
  if (end - start < length) return end;
  const reach = length - 1;
  const first = i8x16.splat(load<i8>(needle));
  const last = i8x16.splat(load<i8>(needle + reach));
  const lastPlace = end - length;
  let at = start;
  while (at + 63 <= lastPlace) {
    const one = placesAt(at, reach, first, last);
    const two = placesAt(at + 16, reach, first, last);
    const three = placesAt(at + 32, reach, first, last);
    const four = placesAt(at + 48, reach, first, last);
    if (v128.any_true(v128.or(v128.or(one, two), v128.or(three, four)))) {
      let places =
        <u64>(<u32>i8x16.bitmask(one)) |
        (<u64>(<u32>i8x16.bitmask(two)) << 16) |
        (<u64>(<u32>i8x16.bitmask(three)) << 32) |
        (<u64>(<u32>i8x16.bitmask(four)) << 48);
      while (places != 0) {
        const place = at + <u32>ctz(places);
        if (isAt(place, needle, length)) return place;
        places &= places - 1;
      }
    }
    at += 64;
  }
  for (; at <= lastPlace; at += 1) if (isAt(at, needle, length)) return at;
  return end;
}
