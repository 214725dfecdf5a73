/**
 * @file Files that Paydesk saved in this run at paths that the clerk chose. The window knows only references to these
 * files, so it cannot open or show any other file.
 */
import { basename } from 'node:path';
import { PaydeskError } from '../../shared/errors.ts';
import { canOpenFile, type SavedFile } from '../../shared/model/saved-file.ts';
import type { Handlers } from '../bridge/registrar.ts';
import type { Random, Shell } from '../platform/platform.ts';
import type { Saving } from './saving.ts';

/** Maximum number of remembered files; the oldest are dropped first. */
const maxFiles = 1_000;

export interface SavedFiles extends Pick<Saving, 'writeFileAtomically' | 'listNames' | 'createFolder'> {
  readonly handlers: Handlers;
  /** Registers a file or folder that was just written. */
  add(path: string, kind?: SavedFile['kind']): SavedFile;
}

/** Creates the empty registry. */
export function createSavedFiles(
  random: Random,
  shell: Pick<Shell, 'openFile' | 'showFile' | 'showFolder'>,
  saving: Saving,
): SavedFiles {
  const files = new Map<string, SavedFile>();

  /** Returns an existing saved file. Throws `arguments-invalid`, `saved-file-missing` or `drive-not-responding`. */
  async function requireFile(reference: string): Promise<SavedFile> {
    const file = files.get(reference);
    if (file === undefined) throw new PaydeskError('arguments-invalid', 'No saved file has this reference');
    if ((await saving.kindOf(file.path)) !== file.kind) {
      throw new PaydeskError('saved-file-missing', 'The saved file is gone', {
        details: { file: basename(file.path) },
      });
    }
    return file;
  }

  const handlers: Handlers = {
    'shell.savedFile': {
      open: async ({ reference }) => {
        const { path, canOpen } = await requireFile(reference);
        if (!canOpen) {
          throw new PaydeskError('file-not-opened', 'A file of this kind is not opened', {
            details: { file: basename(path) },
          });
        }
        await shell.openFile(path);
        return null;
      },
      show: async ({ reference }) => {
        const { path, kind } = await requireFile(reference);
        if (kind === 'folder') await shell.showFolder(path);
        else shell.showFile(path);
        return null;
      },
    },
  };

  return {
    handlers,
    writeFileAtomically: saving.writeFileAtomically,
    listNames: saving.listNames,
    createFolder: saving.createFolder,
    add(path, kind = 'file') {
      const canOpen = kind === 'file' && canOpenFile(path);
      const file: SavedFile = { reference: random.identifier(), path, kind, canOpen };
      files.set(file.reference, file);
      const [oldest] = files.keys();
      if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
      return file;
    },
  };
}
