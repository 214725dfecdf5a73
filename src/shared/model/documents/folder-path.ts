/** @file Paths of folders in a batch, with `/` between their parts. */

/** Returns the last part of a folder's path. */
export function lastPathSegment(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** Returns a folder and the folders around it, the innermost first. Empty for the folder without a name. */
export function outerFolders(folder: string): string[] {
  const parts = folder.split('/');
  return parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/'))
    .filter((path) => path !== '');
}
