/**
 * @file Moves used event files to `processed` without their links, or deletes them, depending on the setting. Rejected
 * files go to `rejected`, without links and with the reason. Symbolic links are never followed, see {@link
 * GuardedFolder}.
 */
import type { FileHandle } from 'node:fs/promises';
import type { UsedEventFiles } from '../../../../shared/model/session/managed.ts';
import { type GuardedFolder, UnexpectedEntryError } from '../../../files/guarded-folder.ts';
import { maxEventBytes, redactEventLink, redactTextLinks } from './event.ts';
import type { EventFileVersion } from './folder-messages.ts';

/** Archive folders inside the watched folder. */
export const archiveFolders = { processed: 'processed', rejected: 'rejected' } as const;

const reasonFileSuffix = '.reason.txt';
/** Maximum number of archived files per folder that are checked at a start. */
const maxSweptFiles = 20_000;
/** Maximum length of a reason, in characters. */
const maxReasonLength = 1_000;

/** The content of a file; `version` changes whenever the file changes. */
interface FileContent {
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** Reads an open file; of a large file only the start. */
async function readStart(file: FileHandle): Promise<FileContent> {
  const stat = await file.stat();
  const buffer = Buffer.alloc(Math.min(stat.size, maxEventBytes) + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return { version: `${stat.size} ${stat.mtimeMs}`, bytes: buffer.subarray(0, bytesRead) };
}

async function withFile<Result>(
  opening: Promise<FileHandle>,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await opening;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Reads a file; of a large file only the start. Returns `null` for anything but a regular file. */
export async function readEventFile(folder: GuardedFolder, name: string): Promise<FileContent | null> {
  try {
    return await withFile(folder.open(name), readStart);
  } catch (thrown) {
    if (thrown instanceof UnexpectedEntryError) return null;
    throw thrown;
  }
}

/** Runs `work` in a subfolder, which is created when missing. */
async function withSubfolder(
  folder: GuardedFolder,
  name: string,
  work: (subfolder: GuardedFolder) => Promise<void>,
): Promise<void> {
  const subfolder = await folder.createSubfolder(name);
  try {
    await work(subfolder);
  } finally {
    await subfolder.close();
  }
}

/**
 * Archives a used file, unless the file has changed since it had the version. The copy without the link is on the disk
 * before the original is deleted.
 */
export async function archiveUsedFile(
  folder: GuardedFolder,
  { name, mark }: EventFileVersion,
  usedFiles: UsedEventFiles,
): Promise<void> {
  await withFile(folder.openUnused(name), async (file) => {
    const { version, bytes } = await readStart(file);
    const redacted = redactEventLink(bytes);
    if (version !== mark || redacted === null) return;
    if (usedFiles === 'delete') return folder.remove(name, file);
    await withSubfolder(folder, archiveFolders.processed, (processed) =>
      withCopies(processed, async (registerCopy) => {
        registerCopy(await processed.write(name, redacted.text));
        await folder.remove(name, file);
      }),
    );
  });
}

/** Moves a file to `rejected`, unless the file has changed since it had the version. A too large file is moved unchanged. */
export async function rejectFile(
  folder: GuardedFolder,
  { name, mark }: EventFileVersion,
  reason: string,
): Promise<void> {
  await withFile(folder.openUnused(name), async (file) => {
    const { version, bytes } = await readStart(file);
    if (version !== mark) return;
    const redacted = redactLinks(bytes);
    await withSubfolder(folder, archiveFolders.rejected, (rejected) =>
      withCopies(rejected, async (registerCopy) => {
        const copy = registerCopy(await rejected.write(name, redacted?.text ?? ''));
        registerCopy(await rejected.write(`${copy}${reasonFileSuffix}`, `${singleLine(reason)}\n`));
        if (redacted === null) await folder.move(name, file, rejected, copy);
        else await folder.remove(name, file);
      }),
    );
  });
}

/** Runs `work`. When `work` fails, its copies are deleted, because a later attempt writes them again. */
async function withCopies(
  folder: GuardedFolder,
  work: (registerCopy: (name: string) => string) => Promise<void>,
): Promise<void> {
  const copies: string[] = [];
  try {
    await work((name) => {
      copies.push(name);
      return name;
    });
  } catch (thrown) {
    for (const copy of copies) await folder.removeByName(copy).catch(() => undefined);
    throw thrown;
  }
}

/** Returns an event or any other text without links; `null` for bytes that are not text. */
function redactLinks(bytes: Uint8Array) {
  return redactEventLink(bytes) ?? redactTextLinks(bytes);
}

/** Replaces control characters, directional marks and line breaks by spaces. */
function singleLine(text: string): string {
  return text
    .slice(0, maxReasonLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Removes links from files in `processed` and `rejected` that earlier versions or a crash may have left there. */
export async function removeLinksFromArchive(
  folder: GuardedFolder,
  usedFiles: UsedEventFiles,
  isStopped: () => boolean,
): Promise<void> {
  await sweepFolder(folder, archiveFolders.processed, isStopped, redactEventLink, usedFiles);
  const isEventFile = (name: string) => /\.json$/i.test(name);
  await sweepFolder(folder, archiveFolders.rejected, isStopped, redactLinks, 'keep', isEventFile);
}

async function sweepFolder(
  folder: GuardedFolder,
  name: string,
  isStopped: () => boolean,
  removeLinks: typeof redactTextLinks,
  usedFiles: UsedEventFiles,
  shouldSweep: (file: string) => boolean = () => true,
): Promise<void> {
  const subfolder = await folder.subfolder(name).catch(() => null);
  // Nothing was archived yet, or the entry is not a folder.
  if (subfolder === null) return;
  try {
    const names: string[] = [];
    for await (const entry of await subfolder.entries()) {
      if (entry.isFile() && shouldSweep(entry.name)) names.push(entry.name);
      if (names.length >= maxSweptFiles) break;
    }
    for (const file of names) {
      if (isStopped()) return;
      // An unreadable file is checked again at the next start.
      await sweepFile(subfolder, file, removeLinks, usedFiles).catch(() => undefined);
    }
  } finally {
    await subfolder.close();
  }
}

async function sweepFile(
  folder: GuardedFolder,
  name: string,
  removeLinks: typeof redactTextLinks,
  usedFiles: UsedEventFiles,
): Promise<void> {
  await withFile(folder.openUnused(name), async (file) => {
    const redacted = removeLinks((await readStart(file)).bytes);
    if (redacted === null || !redacted.hadLink) return;
    if (usedFiles === 'keep') await folder.write(name, redacted.text);
    await folder.remove(name, file);
  });
}
