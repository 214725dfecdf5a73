/** @file What a clerk reads when something about the sealed library or its recovery file goes wrong. */
import type { ErrorCode } from '../errors.ts';
import { untouched, type Wording } from './error-details.ts';

/** See `errors.ts`, which has the words of every code. */
export const libraryErrorWords = {
  'library-key-lost': () => ({
    title: 'The key of your library is gone',
    detail:
      'The keychain works, but the key that opens the kept proofs and statements is not in it. Nothing was deleted. Restore the key from a recovery file, restore the keychain of this account, or put the library aside and fetch again.',
  }),
  'library-damaged': () => ({
    title: 'The list of your library is damaged',
    detail:
      'What it lists is not as Paydesk wrote it, so nothing of it is used. Nothing was deleted or repaired. Keep a copy of the data folder and show this to your IT, or put the library aside and fetch again.',
  }),
  'library-newer': () => ({
    title: 'The library was written by a newer Paydesk',
    detail: 'Nothing was changed. Install the newer version to open it.',
  }),
  'library-item-unknown': () => ({
    title: 'This is no longer in the library',
    detail: `${untouched} It may have been removed. Fetch it again.`,
  }),
  'library-item-missing': () => ({
    title: 'The kept file is gone',
    detail:
      'The library lists it, but its sealed file was removed from this computer, not by Paydesk. Fetch it again, or restore the data folder.',
  }),
  'library-item-damaged': () => ({
    title: 'The kept file is damaged',
    detail:
      'Its bytes are not the ones that Paydesk sealed, so none of them is shown. The file was not touched. Fetch it again.',
  }),

  'recovery-no-library': () => ({
    title: 'There is no library here',
    detail:
      'Nothing is kept in this data folder beyond this session, so there is no key to save or to restore. On another computer, first copy the whole data folder there while Paydesk is closed.',
  }),
  'recovery-passphrase-wrong': () => ({
    title: 'The passphrase is not right',
    detail:
      'It does not open this recovery file. Nothing was changed. Check capital letters and the keyboard, and try again as often as you like.',
  }),
  'recovery-file-damaged': () => ({
    title: 'This is not a whole recovery file',
    detail:
      'It is another kind of file, or it was changed or cut off since it was saved. Nothing was changed. Choose another copy of it.',
  }),
  'recovery-file-newer': () => ({
    title: 'The recovery file was written by a newer Paydesk',
    detail: 'Nothing was changed. Install the newer version to use it.',
  }),
  'recovery-file-other': () => ({
    title: 'The recovery file is of another library',
    detail:
      'It does not belong to the library in this data folder, which may have been begun anew since. Nothing was changed. Choose the file that was saved for this one.',
  }),
} satisfies Partial<Record<ErrorCode, Wording>>;
