/** @file Paths of files in a pack: valid and the same on Windows, macOS and Linux, and always inside the pack. */
import { deviceNamePattern } from '../../files/device-name.ts';

/** Maximum length of a path in a pack, in characters. */
const maxPathLength = 300;
const maxDepth = 6;

/** The list of checksums, which is not in the list itself. */
export const sumsPath = 'SHA256SUMS';
/** The table of all other files with their sizes and checksums. */
export const indexPath = 'index.csv';

const forbiddenCharacters = /[<>:"\\|?*\p{Cc}\p{Cf}\p{Cs}]/u;

function isPackName(name: string): boolean {
  return (
    name !== '' &&
    !/^[. ]|[. ]$/.test(name) &&
    !forbiddenCharacters.test(name) &&
    !deviceNamePattern.test(name) &&
    name === name.normalize('NFC')
  );
}

/** Returns true for the relative path of a file in a pack, with `/` between its names. */
export function isPackPath(path: string): boolean {
  if (path.length > maxPathLength) return false;
  const names = path.split('/');
  return names.length <= maxDepth && names.every(isPackName);
}

/** Returns the key under which a path is unique on file systems that ignore case or decompose characters. */
export function toPathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
