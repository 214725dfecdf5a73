/** @file Saving and restoring the key of the library. The passphrase is handed on and kept nowhere. */
import { basename } from 'node:path';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { readFirstBytes } from '../../files/first-bytes.ts';
import type { Ports } from '../ports.ts';

interface RecoveryDeps extends Pick<Ports, 'saved' | 'readChosenFile' | 'library' | 'dialogs'> {
  readonly onSaved: (path: string) => Promise<void>;
  /** Called after the library is readable again. */
  readonly onRestored: () => Promise<void>;
}

/** Maximum bytes read from a chosen file; a recovery file has fewer than one thousand. */
const maxBytes = 4096;
const fileExtension = 'paydesk-recovery';

export function createRecoveryHandlers({
  library,
  dialogs,
  saved,
  readChosenFile,
  onSaved,
  onRestored,
}: RecoveryDeps): Handlers {
  let chosenPath: string | null = null;

  /** Reads at most {@link maxBytes} bytes of a file as text. */
  async function readStart(path: string): Promise<string> {
    try {
      return (await readFirstBytes(readChosenFile(path), maxBytes)).toString('utf8');
    } catch (thrown) {
      const { code, message, details } = toPaydeskError(thrown);
      throw new PaydeskError(code, message, { details: { ...details, name: basename(path) } });
    }
  }

  return {
    'recovery.file': {
      save: async ({ passphrase }) => {
        // Before the dialog: without a key there is nothing to save.
        const text = await library.createRecoveryFile(passphrase);
        const path = await dialogs.chooseSavePath(t('recovery.dialog.save'), `library.${fileExtension}`);
        if (path === null) return { savedAs: null };
        await saved.writeFileAtomically(path, (file) => file.writeFile(text));
        await onSaved(path);
        return { savedAs: saved.add(path) };
      },
      choose: async () => {
        const path = await dialogs.chooseFileToOpen(t('recovery.dialog.open'), [fileExtension]);
        if (path === null) return { name: null };
        chosenPath = path;
        return { name: basename(path) };
      },
      restore: async ({ passphrase }) => {
        if (chosenPath === null) throw new PaydeskError('arguments-invalid', 'No recovery file was chosen');
        await library.restoreKey(await readStart(chosenPath), passphrase);
        chosenPath = null;
        await onRestored();
        return null;
      },
    },
  };
}
