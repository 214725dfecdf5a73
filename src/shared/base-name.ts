/** Returns the last part of a path of any operating system. */
export function baseNameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
