import { type ReactNode, useState } from 'react';
import type { Profile } from '../../shared/model/profile.ts';
import { signOutWords } from '../../shared/words/leaving.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { call } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { showBanner } from './banner.ts';
import { useFailures } from './failures.ts';

const words = shellWords.profile;

async function signOutOf(profileId: string, forgetKey: boolean): Promise<void> {
  const { keyRemains } = await call('session.signOut', { profileId, forgetKey });
  if (keyRemains) showBanner({ tone: 'warning', ...words.keyRemains });
}

/** Ways to sign out of a profile. */
export interface SignOut {
  /** Signs out; asked first while anything is not finished. */
  readonly signOut: () => void;
  /** Asks, then signs out and forgets the key. */
  readonly forget: () => void;
  /** To be drawn at all times. */
  readonly dialog: ReactNode;
}

/** See {@link SignOut}. */
export function useSignOut(profile: Pick<Profile, 'id' | 'name'>): SignOut {
  const { attempt } = useFailures();
  const [dialogState, setDialogState] = useState<{
    forgetKey: boolean;
    lines: readonly string[];
    open: boolean;
  } | null>(null);
  const openDialog = async (forgetKey: boolean) => {
    const { inFlight, waiting } = await call('session.previewSignOut', { profileId: profile.id });
    const lines = signOutWords.lines(inFlight, waiting);
    if (lines.length === 0 && !forgetKey) await signOutOf(profile.id, false);
    else setDialogState({ forgetKey, lines, open: true });
  };
  return {
    signOut: () => attempt(openDialog(false)),
    forget: () => attempt(openDialog(true)),
    dialog: dialogState !== null && (
      <ConfirmDialog
        open={dialogState.open}
        onClose={() => setDialogState({ ...dialogState, open: false })}
        title={dialogState.forgetKey ? words.forgetTitle(profile.name) : signOutWords.title(profile.name)}
        lead={dialogState.forgetKey ? words.forgetLead : signOutWords.lead}
        cancelLabel={dialogState.forgetKey ? words.keepKey : signOutWords.keep}
        confirmLabel={dialogState.forgetKey ? words.forgetKey : signOutWords.act}
        variant={dialogState.forgetKey ? 'danger' : 'primary'}
        onConfirm={() => signOutOf(profile.id, dialogState.forgetKey)}
      >
        {dialogState.lines.length > 0 && (
          <ul className="dialog-list">
            {dialogState.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    ),
  };
}
