/**
 * @file Lists every file under a dropped path. Every entry becomes a row, including unusable ones: an unreadable
 * folder, a circular link, a pipe. Nothing is skipped silently.
 */
import type { Stats } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type DocumentReason,
  type DocumentReasonCode,
  extensionOf,
  isAllowedExtension,
  nameToSend,
} from '../../../../shared/model/documents/document.ts';
import type { FoundFile } from './messages.ts';
import { reasonAt } from './reasons.ts';

/** Outlook's folder for attachments that are opened or copied, until the mail is closed. */
const outlookCache = /\\(content\.outlook|olk\\attachments)\\/i;
/** Chromium's temporary file for a dragged attachment, removed when the window closes. */
const draggedFile = /\\te?mp\\[^\\]+\.tmp$/i;

/** True for the Windows path of a temporary file that another program deletes soon. */
function isTemporaryCopy(path: string): boolean {
  return outlookCache.test(path) || draggedFile.test(path);
}

/** Files that operating systems create in folders; they are never sent. */
const systemFiles = new Set(['.ds_store', 'thumbs.db', 'desktop.ini', '.localized', 'icon\r']);

function reasonWith(code: DocumentReasonCode, facts: DocumentReason['facts'] = {}): DocumentReason {
  return { code, facts };
}

function createEntry(
  path: string,
  folder: string,
  size: number | null,
  reason: DocumentReason | null,
): FoundFile {
  return { path, name: nameToSend(basename(path)), folder, size, reason };
}

/**
 * Lists the paths in order, depth first, names in natural order. A folder that several links or paths lead to is
 * listed once, at the first: links to links would double its files at every level.
 */
export async function* walk(paths: readonly string[]): AsyncGenerator<FoundFile> {
  const listed = new Set<string>();
  for (const path of paths) yield* visit(path, '', { ancestors: new Set(), listed, isDropped: true });
}

interface VisitContext {
  /** Real paths of the parent folders. */
  readonly ancestors: ReadonlySet<string>;
  /** Real paths of all listed folders. */
  readonly listed: Set<string>;
  /** The entry itself was dropped. */
  readonly isDropped: boolean;
}

async function* visit(path: string, folder: string, context: VisitContext): AsyncGenerator<FoundFile> {
  let status: Stats;
  let isLink: boolean;
  try {
    status = await lstat(path);
    isLink = status.isSymbolicLink();
    if (isLink) status = await stat(path);
  } catch (thrown) {
    yield createEntry(path, folder, null, await reasonAt(path, thrown));
    return;
  }
  if (status.isDirectory()) yield* visitFolder(path, folder, context, isLink);
  else if (!status.isFile()) yield createEntry(path, folder, null, reasonWith('not-a-file'));
  else if (isTemporaryCopy(path)) yield createEntry(path, folder, status.size, reasonWith('temporary-copy'));
  else if (systemFiles.has(basename(path).toLowerCase()))
    yield createEntry(path, folder, status.size, reasonWith('system-file'));
  else yield createEntry(path, folder, status.size, null);
}

async function* visitFolder(
  path: string,
  folder: string,
  context: VisitContext,
  isLink: boolean,
): AsyncGenerator<FoundFile> {
  const name = basename(path).normalize('NFC');
  const childFolder = folder === '' ? name : `${folder}/${name}`;
  let names: string[];
  let resolvedPath: string;
  try {
    resolvedPath = await realpath(path).catch((thrown: unknown) => {
      // Some virtual drives resolve no paths. A folder that is no link leads to none of its parents.
      if (isLink) throw thrown;
      return path;
    });
    if (context.listed.has(resolvedPath)) {
      yield createEntry(
        path,
        folder,
        null,
        reasonWith(context.ancestors.has(resolvedPath) ? 'link-loop' : 'folder-repeated'),
      );
      return;
    }
    names = await listNames(path);
  } catch (thrown) {
    yield createEntry(path, folder, null, await reasonAt(path, thrown));
    return;
  }
  if (isAllowedExtension(extensionOf(name))) {
    yield createEntry(path, folder, null, reasonWith('is-folder', { files: names.length }));
  } else if (names.length === 0 && context.isDropped) {
    yield createEntry(path, folder, null, reasonWith('empty-folder'));
  }
  context.listed.add(resolvedPath);
  const childContext = {
    ...context,
    ancestors: new Set(context.ancestors).add(resolvedPath),
    isDropped: false,
  };
  for (const child of names) yield* visit(join(path, child), childFolder, childContext);
}

const naturalOrder = new Intl.Collator('en', { numeric: true });

/** Names in a folder, in natural order. */
export async function listNames(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const child of await opendir(path, { bufferSize: 256 })) names.push(child.name);
  return names.sort(naturalOrder.compare);
}
