/**
 * @file Archives used event files: in `processed` without their links, or deleted. Files that Paydesk used nothing from
 * go to `rejected`, without links and with the reason. Nothing is read or written through a link, see {@link
 * GuardedFolder}.
 */
import type { FileHandle } from 'node:fs/promises';
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { type GuardedFolder, PlantedEntryError } from '../../../guarded-folder.ts';
import { maxEventBytes, withoutLink, withoutLinks } from './event.ts';

/** Archive folders inside the watched folder. */
export const usedFolders = { processed: 'processed', rejected: 'rejected' } as const;

const reasonEnding = '.reason.txt';
/** Maximum number of archived files per folder that are checked at a start. */
const maxSweptFiles = 20_000;
/** Maximum length of a reason, in characters. */
const maxReasonLength = 1_000;

/** The content of a file; `mark` identifies its version. */
export interface ReadFile {
  readonly mark: string;
  readonly bytes: Uint8Array;
}

/** Reads an open file; of a large file only the start. */
async function readStart(file: FileHandle): Promise<ReadFile> {
  const stat = await file.stat();
  const buffer = Buffer.alloc(Math.min(stat.size, maxEventBytes) + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return { mark: `${stat.size} ${stat.mtimeMs}`, bytes: buffer.subarray(0, bytesRead) };
}

/** Runs `work` with an open file of a folder. Rejects with `PlantedEntryError` for anything but a regular file. */
async function withFile<Result>(
  folder: GuardedFolder,
  name: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await folder.open(name);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Reads a file; of a large file only the start. Returns `null` for anything but a regular file. */
export async function readEventFile(folder: GuardedFolder, name: string): Promise<ReadFile | null> {
  try {
    return await withFile(folder, name, readStart);
  } catch (thrown) {
    if (thrown instanceof PlantedEntryError) return null;
    throw thrown;
  }
}

/** Runs `work` in a subfolder, which is created when missing. */
async function withSubfolder(
  folder: GuardedFolder,
  name: string,
  work: (inside: GuardedFolder) => Promise<void>,
): Promise<void> {
  const inside = await folder.makeInside(name);
  try {
    await work(inside);
  } finally {
    await inside.close();
  }
}

/** Archives a used file. The copy without the link is on the disk before the original is deleted. */
export async function archiveUsedFile(
  folder: GuardedFolder,
  name: string,
  choice: UsedEventFiles,
): Promise<void> {
  await withFile(folder, name, async (file) => {
    if (choice === 'delete') return folder.remove(name, file);
    const kept = withoutLink((await readStart(file)).bytes);
    // The file was replaced since it was used.
    if (kept === null) return;
    await withSubfolder(folder, usedFolders.processed, (processed) =>
      withCopies(processed, async (copied) => {
        copied(await processed.write(name, kept.text));
        await folder.remove(name, file);
      }),
    );
  });
}

/** Moves an unused file to `rejected`. A file that cannot be searched for links is moved unchanged. */
export async function quarantineFile(folder: GuardedFolder, name: string, reason: string): Promise<void> {
  await withFile(folder, name, async (file) => {
    const kept = withoutAnyLink((await readStart(file)).bytes);
    await withSubfolder(folder, usedFolders.rejected, (rejected) =>
      withCopies(rejected, async (copied) => {
        const copy = copied(await rejected.write(name, kept?.text ?? ''));
        copied(await rejected.write(`${copy}${reasonEnding}`, `${singleLine(reason)}\n`));
        if (kept === null) await folder.move(name, file, rejected, copy);
        else await folder.remove(name, file);
      }),
    );
  });
}

/** Runs `work`, and deletes the copies it wrote when it fails: the attempt is repeated later. */
async function withCopies(
  folder: GuardedFolder,
  work: (copied: (name: string) => string) => Promise<void>,
): Promise<void> {
  const copies: string[] = [];
  try {
    await work((name) => {
      copies.push(name);
      return name;
    });
  } catch (thrown) {
    for (const copy of copies) await folder.discard(copy).catch(() => undefined);
    throw thrown;
  }
}

/** Returns an event as it is archived, or another text without its links; `null` for anything else. */
function withoutAnyLink(bytes: Uint8Array) {
  return withoutLink(bytes) ?? withoutLinks(bytes);
}

/** Returns one line without control characters and directional marks. */
function singleLine(text: string): string {
  return text
    .slice(0, maxReasonLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Removes links from files in `processed` and `rejected` that earlier versions or a crash may have left there. */
export async function removeLinksFromArchive(
  folder: GuardedFolder,
  choice: () => UsedEventFiles,
  isStopped: () => boolean,
): Promise<void> {
  await sweepFolder(folder, usedFolders.processed, isStopped, withoutLink, choice);
  const isEvent = (name: string) => /\.json$/i.test(name);
  await sweepFolder(folder, usedFolders.rejected, isStopped, withoutAnyLink, () => 'keep', isEvent);
}

async function sweepFolder(
  folder: GuardedFolder,
  name: string,
  isStopped: () => boolean,
  clean: typeof withoutLinks,
  choice: () => UsedEventFiles,
  isMeant: (file: string) => boolean = () => true,
): Promise<void> {
  const inside = await folder.inside(name).catch(() => null);
  // Nothing was archived yet, or the entry is not a folder.
  if (inside === null) return;
  try {
    const names: string[] = [];
    for await (const entry of await inside.entries()) {
      if (entry.isFile() && isMeant(entry.name)) names.push(entry.name);
      if (names.length >= maxSweptFiles) break;
    }
    for (const file of names) {
      if (isStopped()) return;
      // An unreadable file is checked again at the next start.
      await sweepFile(inside, file, clean, choice()).catch(() => undefined);
    }
  } finally {
    await inside.close();
  }
}

async function sweepFile(
  folder: GuardedFolder,
  name: string,
  clean: typeof withoutLinks,
  choice: UsedEventFiles,
): Promise<void> {
  await withFile(folder, name, async (file) => {
    const kept = clean((await readStart(file)).bytes);
    if (kept === null || !kept.hadLink) return;
    if (choice === 'keep') await folder.write(name, kept.text);
    await folder.remove(name, file);
  });
}
