/** @file Finds bytes in a folded text, many places at a time, in AssemblyScript; scripts/kernel.ts compiles it. */

// @ts-ignore: a decorator of a function
@inline
function isAt(at: u32, needle: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index += 1) {
    if (load<u8>(at + index) != load<u8>(needle + index)) return false;
  }
  return true;
}

/** A bit for each of the sixteen places from `at` on that have the first and, `reach` bytes on, the last byte. */
// @ts-ignore: a decorator of a function
@inline
function placesAt(at: u32, reach: u32, first: v128, last: v128): v128 {
  return v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at + reach), last));
}

/**
 * The first place from `start` on where `length` bytes, at least one, are those of the needle, and all of them lie before
 * `end`; `end` where there is none. First and last byte are looked for together: one alone is nearly everywhere.
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
