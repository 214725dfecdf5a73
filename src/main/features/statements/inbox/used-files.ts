/**
 * @file What becomes of event files once they are used: kept in `processed` without their links, or deleted. New files
 * are created exclusively and links are not followed, so nothing that was planted in the folder is written to.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, unlink } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { largestEvent, withoutLink } from './event.ts';

/** Files of `processed` that are looked through at a start. */
const maxSwept = 20_000;
const noFollow = constants.O_NOFOLLOW ?? 0;

/** A file as it was read: `mark` says whether it is still the same. */
export interface ReadFile {
  readonly mark: string;
  readonly bytes: Uint8Array;
}

/** Reads a file, of a large one only the start; a link or anything but a regular file gives `null`. */
export async function readEventFile(path: string): Promise<ReadFile | null> {
  const file = await open(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(stat.size, largestEvent) + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return { mark: `${stat.size} ${stat.mtimeMs}`, bytes: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** Writes a file under a name that nothing in the folder has yet. */
export async function writeNew(folder: string, name: string, text: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : `${stem} (${number})${ext}`;
    try {
      const file = await open(join(folder, candidate), 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      return candidate;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
    }
  }
}

/** Makes a folder; rejects when a link, or something else, has its place. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  if (!(await lstat(path)).isDirectory()) throw new Error('Something else has the place of the folder');
}

/** Puts a used file away. The copy without the link is on the disk before the file with it is gone. */
export async function putAway(folder: string, name: string, choice: UsedEventFiles): Promise<void> {
  const path = join(folder, name);
  if (choice === 'keep') {
    const read = await readEventFile(path);
    const kept = read === null ? null : withoutLink(read.bytes);
    // It has become another file since it was used.
    if (kept === null) return;
    const processed = join(folder, 'processed');
    await makeFolder(processed);
    await writeNew(processed, name, kept.text);
  }
  await unlink(path);
}

/** Takes the links out of files in `processed`, which earlier versions and a crash may have left there. */
export async function sweepUsed(
  folder: string,
  choice: () => UsedEventFiles,
  isStopped: () => boolean,
): Promise<void> {
  const processed = join(folder, 'processed');
  if (!(await lstat(processed)).isDirectory()) return;
  const names: string[] = [];
  for await (const entry of await opendir(processed)) {
    if (entry.isFile()) names.push(entry.name);
    if (names.length >= maxSwept) break;
  }
  for (const name of names) {
    if (isStopped()) return;
    // One that cannot be read now is looked at again at the next start.
    await sweepFile(processed, name, choice()).catch(() => undefined);
  }
}

async function sweepFile(processed: string, name: string, choice: UsedEventFiles): Promise<void> {
  const path = join(processed, name);
  const read = await readEventFile(path);
  const kept = read === null ? null : withoutLink(read.bytes);
  if (kept === null || !kept.hadLink) return;
  if (choice === 'keep') await writeNew(processed, name, kept.text);
  await unlink(path);
}
