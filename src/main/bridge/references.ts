/**
 * @file Opaque references to paths that the clerk dropped or pasted. The renderer only ever holds references, so a
 * command can name no path that the clerk did not choose.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Random } from '../platform.ts';

/** The most references that wait to be used; older ones are forgotten. */
const capacity = 50_000;

/** Paths on one side, references on the other. */
export interface References {
  /** One reference per path, in order; an empty path (a file without a place on disk) gives an empty reference. */
  issue(paths: readonly string[]): string[];
  /** The paths behind references, once. Throws `arguments-invalid` when one is unknown, used up or there twice. */
  redeem(references: readonly string[]): string[];
}

/** Creates an empty set of references. For a path that `isOwn` there is none, as if the file had no place on disk. */
export function createReferences(random: Random, isOwn: (path: string) => boolean = () => false): References {
  const paths = new Map<string, string>();
  const run = random.identifier();
  let last = 0;
  return {
    issue(given) {
      return given.map((path) => {
        if (path === '' || isOwn(path)) return '';
        last += 1;
        const reference = `${run}:${last}`;
        paths.set(reference, path);
        if (paths.size > capacity) {
          const oldest = paths.keys().next();
          if (!oldest.done) paths.delete(oldest.value);
        }
        return reference;
      });
    },
    redeem(references) {
      const found = references.map((reference) => {
        const path = paths.get(reference);
        if (path === undefined) throw new PaydeskError('arguments-invalid', 'A file reference is not known');
        return path;
      });
      if (new Set(references).size !== references.length) {
        throw new PaydeskError('arguments-invalid', 'A file reference is there twice');
      }
      for (const reference of references) paths.delete(reference);
      return found;
    },
  };
}
