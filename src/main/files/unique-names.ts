/** @file Unique file names. */

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
