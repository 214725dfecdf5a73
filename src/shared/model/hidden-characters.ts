/** @file Detection of invisible characters in names: names that differ only in these look the same. */

/** Marks that change the direction of text, so that `invoice[RLO]fdp.exe` looks like a PDF. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Characters without width, such as zero-width spaces, fillers and tags.
 */
const zeroWidth =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2028\u2029\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Joiners at a position where no script and no emoji needs a joiner. */
const uselessJoiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/u;

/** True for a name that contains invisible characters. */
export function hasInvisible(name: string): boolean {
  return zeroWidth.test(name) || uselessJoiner.test(name);
}
