/** @file Unique file names. */
import { randomBytes } from 'node:crypto';
import { parse } from 'node:path';

/** Returns a function that makes names unique, ignoring case, by appending a number. */
export function createNameDeduplicator(existing: Iterable<string> = []): (name: string) => string {
  const usedNames = new Set([...existing].map((name) => name.toLowerCase()));
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let uniqueName = name;
    for (let number = 2; usedNames.has(uniqueName.toLowerCase()); number += 1)
      uniqueName = `${stem} (${number})${extension}`;
    usedNames.add(uniqueName.toLowerCase());
    return uniqueName;
  };
}

/** Limits of names in bytes, which leave room for a number and an extension: file systems allow 255 bytes. */
const maxNameBytes = 230;
const maxStemBytes = 190;
const maxExtensionBytes = 20;

function truncateToBytes(text: string, maxBytes: number): string {
  const characters = Array.from(text);
  // Removes a tenth of the characters at a time, because joining them for each removed character would be slow.
  while (Buffer.byteLength(characters.join('')) > maxBytes)
    characters.length = Math.floor(characters.length * 0.9);
  return characters.join('');
}

/** Splits a name into stem and extension, truncated so that a number can be added. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const { name: stem, ext: extension } = parse(name);
  if (Buffer.byteLength(name) <= maxNameBytes) return { stem, extension };
  return {
    stem: truncateToBytes(stem, maxStemBytes),
    extension: truncateToBytes(extension, maxExtensionBytes),
  };
}

/** Returns a random, unpredictable name for a file or folder that is not complete. */
export function createTemporaryName(name: string): string {
  const { stem, extension } = splitName(name);
  return `${stem}${extension}.${randomBytes(8).toString('hex')}.part`;
}
