/** @file Words about the recovery file of the library's key. */
import { minPassphraseLength, type PassphraseStrength } from '../model/passphrase.ts';

/** Words of the system's dialogs. */
export const recoveryFileWords = {
  saveTitle: 'Save the recovery file',
  openTitle: 'Choose the recovery file',
  extension: 'paydesk-recovery',
  fileName: 'library.paydesk-recovery',
} as const;

/** Words of the screens. */
export const recoveryWords = {
  heading: 'Recovery of the library',
  lead: 'Kept proofs and statements are sealed with a key that only the keychain of this account has. A recovery file holds that key, locked with a passphrase of yours: with both, the library opens again when the keychain is lost, and on another computer.',
  save: 'Save a recovery file…',
  nothingToSave: 'There is no library with a key in the keychain that could be saved',
  restore: 'Restore from a recovery file…',
  cancel: 'Cancel',
  saving: {
    title: 'Save a recovery file',
    lead: 'Choose a passphrase. Paydesk does not keep it, and nobody can find it out: without it the file is of no use. Keep the file and the passphrase in different places, away from this computer.',
    passphrase: 'Passphrase',
    hint: `At least ${minPassphraseLength} characters. Several words that do not belong together are good.`,
    again: 'Passphrase again',
    different: 'The two are not the same yet.',
    act: 'Choose where to save…',
    savedDetail:
      'Whoever has this file and the passphrase can open a copy of the library. Keep the two in different places.',
  },
  strength: {
    short: `Too short: it needs at least ${minPassphraseLength} characters.`,
    weak: 'Weak: a program could guess it. Make it longer, or less regular.',
    fair: 'Fair: hard to guess. Another word would make it strong.',
    strong: 'Strong: nobody will guess it.',
  } satisfies Record<PassphraseStrength, string>,
  restoring: {
    title: 'Restore the key of the library',
    lead: (name: string) =>
      `Type the passphrase that was chosen when “${name}” was saved. The key goes back into the keychain of this account.`,
    passphrase: 'Passphrase',
    act: 'Restore the key',
    restored: 'The library is open again',
    restoredDetail:
      'Its key is back in the keychain of this account. Keep the recovery file: it is still valid.',
  },
} as const;
