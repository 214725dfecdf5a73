/**
 * @file Opaque references to paths that the clerk dropped or pasted. The renderer has only references, so commands
 * cannot name a path that the clerk did not choose.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Random } from '../platform.ts';

/** Maximum number of unused references; older ones are dropped. */
const maxReferences = 50_000;

/** Maps references to paths. */
export interface References {
  /** Returns one reference per path, in order; for an empty path (a file that is not on disk), an empty reference. */
  issue(paths: readonly string[]): string[];
  /**
   * Returns the paths of references, which become invalid. Throws `arguments-invalid` for an unknown, used or repeated
   * reference.
   */
  redeem(references: readonly string[]): string[];
}

/**
 * Creates the empty map of references. A path for which `isOwn` returns true gets an empty reference, as if its file were
 * not on disk.
 */
export function createReferences(random: Random, isOwn: (path: string) => boolean = () => false): References {
  const paths = new Map<string, string>();
  const runId = random.identifier();
  let lastNumber = 0;
  return {
    issue(newPaths) {
      return newPaths.map((path) => {
        if (path === '' || isOwn(path)) return '';
        lastNumber += 1;
        const reference = `${runId}:${lastNumber}`;
        paths.set(reference, path);
        if (paths.size > maxReferences) {
          const oldest = paths.keys().next();
          if (!oldest.done) paths.delete(oldest.value);
        }
        return reference;
      });
    },
    redeem(references) {
      const redeemedPaths = references.map((reference) => {
        const path = paths.get(reference);
        if (path === undefined) throw new PaydeskError('arguments-invalid', 'A file reference is not known');
        return path;
      });
      if (new Set(references).size !== references.length) {
        throw new PaydeskError('arguments-invalid', 'A file reference is repeated');
      }
      for (const reference of references) paths.delete(reference);
      return redeemedPaths;
    },
  };
}
