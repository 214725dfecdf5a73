/**
 * @file Unencrypted copies of sealed files for the clerk to drag out of the window. The copies are kept in a folder of
 * their own in the data folder, and removed after {@link copyLifetimeMs}, at the end of the program, and at its start.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock, Random } from '../platform/platform.ts';
import { removeFolderBlocking } from './blocking-files.ts';
import { withSaveErrors } from './saving.ts';

/** Time that the drop target has to read a copy, in milliseconds: the system does not report when it has finished. */
const copyLifetimeMs = 5 * 60_000;

export type DraggedCopies = ReturnType<typeof createDraggedCopies>;

interface Copy {
  readonly path: string;
  isDragged: boolean;
  cancelRemoval: () => void;
}

/** Creates the manager of copies in a data folder; creates no file yet. */
export function createDraggedCopies(
  dataFolder: string,
  { clock, random }: { readonly clock: Pick<Clock, 'after'>; readonly random: Random },
) {
  const folder = join(dataFolder, 'dragged-out');
  const copies = new Map<string, Copy>();

  async function discard(copyId: string): Promise<void> {
    copies.get(copyId)?.cancelRemoval();
    copies.delete(copyId);
    // On Windows a file that is being read cannot be removed; it is removed when Paydesk ends or starts.
    await rm(join(folder, copyId), { recursive: true, maxRetries: 5 }).catch(() => undefined);
  }

  async function write(copyId: string, path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(join(folder, copyId), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  }

  function forgetCopies(): void {
    for (const { cancelRemoval } of copies.values()) cancelRemoval();
    copies.clear();
  }

  return {
    /**
     * Writes a copy and returns its ID. Removes copies that were never dragged. Throws `disk-full` or `file-not-written`.
     */
    async create(name: string, bytes: Uint8Array) {
      const undragged = [...copies].filter(([, { isDragged }]) => !isDragged);
      await Promise.all(undragged.map(([copyId]) => discard(copyId)));
      const copyId = random.identifier();
      const path = join(folder, copyId, name);
      copies.set(copyId, {
        path,
        isDragged: false,
        cancelRemoval: clock.after(copyLifetimeMs, () => void discard(copyId)),
      });
      try {
        await withSaveErrors(write(copyId, path, bytes));
      } catch (thrown) {
        await discard(copyId);
        throw thrown;
      }
      return copyId;
    },
    /** Marks a copy as dragged, which restarts its lifetime, and returns its path. Throws `file-missing`. */
    startDrag(copyId: string) {
      const copy = copies.get(copyId);
      if (copy === undefined) throw new PaydeskError('file-missing', 'There is no such copy');
      copy.isDragged = true;
      copy.cancelRemoval();
      copy.cancelRemoval = clock.after(copyLifetimeMs, () => void discard(copyId));
      return copy.path;
    },
    discard,
    /** Returns true for a path inside the folder of copies. */
    contains(path: string) {
      const relativePath = relative(folder, path);
      return relativePath !== '' && !relativePath.startsWith('..') && !isAbsolute(relativePath);
    },
    /** Removes all copies synchronously. */
    clearBlocking() {
      forgetCopies();
      removeFolderBlocking(folder);
    },
    /** Removes all copies, including those of a run that crashed. */
    async clear() {
      forgetCopies();
      await rm(folder, { recursive: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}
