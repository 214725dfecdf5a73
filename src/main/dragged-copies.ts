/**
 * @file Plain copies of sealed files, for as long as the clerk drags them out. They lie in a folder of their own inside
 * the data folder, and go when their time is over, when the program ends, and when it starts.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { PaydeskError } from '../shared/errors.ts';
import { removeAtOnce } from './at-once.ts';
import type { Clock, Random } from './platform.ts';

/** Milliseconds that whoever a file was dropped on has to copy it: nobody tells when that is done. */
export const copyLifetimeMs = 5 * 60_000;

/** The copies. */
export interface DraggedCopies {
  /** Writes a copy and names it. What was made before and never dragged goes. Throws `disk-full` or `file-not-written`. */
  make(name: string, bytes: Uint8Array): Promise<string>;
  /** The path of a copy, which is dragged from now on. Throws `file-missing`. */
  take(copy: string): string;
  discard(copy: string): Promise<void>;
  /** True for a path inside the folder of copies. */
  holds(path: string): boolean;
  /** Removes every copy, also those of a run that was cut off. */
  clear(): Promise<void>;
  /** The same before it returns. */
  clearAtOnce(): void;
}

interface Copy {
  readonly path: string;
  dragged: boolean;
  cancel: () => void;
}

/** Creates the copies in a data folder. */
export function createDraggedCopies(
  dataFolder: string,
  { clock, random }: { readonly clock: Pick<Clock, 'after'>; readonly random: Random },
): DraggedCopies {
  const folder = join(dataFolder, 'dragged-out');
  const copies = new Map<string, Copy>();

  async function discard(copy: string): Promise<void> {
    copies.get(copy)?.cancel();
    copies.delete(copy);
    // On Windows a file that somebody reads cannot be removed: it goes at the end, or at the next start.
    await rm(join(folder, copy), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }

  function forget(): void {
    for (const { cancel } of copies.values()) cancel();
    copies.clear();
  }

  return {
    async make(name, bytes) {
      const left = [...copies].filter(([, { dragged }]) => !dragged);
      await Promise.all(left.map(([copy]) => discard(copy)));
      const copy = random.identifier();
      const path = join(folder, copy, name);
      copies.set(copy, {
        path,
        dragged: false,
        cancel: clock.after(copyLifetimeMs, () => void discard(copy)),
      });
      try {
        await mkdir(join(folder, copy), { recursive: true, mode: 0o700 });
        await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
      } catch (thrown) {
        await discard(copy);
        const full = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC';
        throw new PaydeskError(full ? 'disk-full' : 'file-not-written', 'A copy could not be written');
      }
      return copy;
    },
    take(copy) {
      const entry = copies.get(copy);
      if (entry === undefined) throw new PaydeskError('file-missing', 'There is no such copy');
      entry.dragged = true;
      entry.cancel();
      entry.cancel = clock.after(copyLifetimeMs, () => void discard(copy));
      return entry.path;
    },
    discard,
    holds(path) {
      const inside = relative(folder, path);
      return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
    },
    clearAtOnce() {
      forget();
      removeAtOnce(folder);
    },
    async clear() {
      forget();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}
