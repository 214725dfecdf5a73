/** Returns the last part of a path, which may be a path of any operating system. */
export function baseNameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
