/** @file Saving and restoring the key of the library. The passphrase is handed on and kept nowhere. */
import { basename } from 'node:path';
import { recoveryCommands } from '../../../shared/contract/recovery.ts';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { recoveryFileWords } from '../../../shared/words/recovery.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import { firstBytes } from '../../files/first-bytes.ts';
import { writeError } from '../../library/files.ts';
import type { Library } from '../../library/library.ts';
import type { Dialogs } from '../../platform.ts';
import type { SavedFiles } from '../../saved-files.ts';

export interface RecoveryDeps {
  readonly library: Pick<Library, 'recoveryFile' | 'restoreKey'>;
  readonly dialogs: Pick<Dialogs, 'openFile' | 'saveFile'>;
  readonly saved: SavedFiles;
  /** The bytes of a file of the clerk's. Throws `file-missing` or `file-unreadable`. */
  readonly bytesOf: (path: string) => AsyncIterable<Uint8Array>;
  readonly onSaved: (path: string) => Promise<void>;
  /** What could not be read is there again. */
  readonly onRestored: () => Promise<void>;
}

/** Bytes that are read of a chosen file; a recovery file has less than one thousand. */
const maxBytes = 4096;

export function createRecoveryHandlers({
  library,
  dialogs,
  saved,
  bytesOf,
  onSaved,
  onRestored,
}: RecoveryDeps): Handlers {
  const commands = recoveryCommands;
  let chosen: string | null = null;

  /** As much of a file as a recovery file can have. */
  async function startOf(path: string): Promise<string> {
    try {
      return (await firstBytes(bytesOf(path), maxBytes)).toString('utf8');
    } catch (thrown) {
      const { code, message, details } = toPaydeskError(thrown);
      throw new PaydeskError(code, message, { details: { ...details, name: basename(path) } });
    }
  }

  return {
    'recovery.save': handle(commands['recovery.save'], async ({ passphrase }) => {
      // First, so that nobody chooses a place for what cannot be saved.
      const text = await library.recoveryFile(passphrase);
      const path = await dialogs.saveFile(recoveryFileWords.saveTitle, recoveryFileWords.fileName);
      if (path === null) return { savedAs: null };
      try {
        await saved.writeFileAtomically(path, (file) => file.writeFile(text));
      } catch (thrown) {
        throw writeError(thrown);
      }
      await onSaved(path);
      return { savedAs: saved.add(path) };
    }),
    'recovery.choose': handle(commands['recovery.choose'], async () => {
      const path = await dialogs.openFile(recoveryFileWords.openTitle, [recoveryFileWords.extension]);
      if (path === null) return { name: null };
      chosen = path;
      return { name: basename(path) };
    }),
    'recovery.restore': handle(commands['recovery.restore'], async ({ passphrase }) => {
      if (chosen === null) throw new PaydeskError('arguments-invalid', 'No recovery file was chosen');
      await library.restoreKey(await startOf(chosen), passphrase);
      chosen = null;
      await onRestored();
      return null;
    }),
  };
}
