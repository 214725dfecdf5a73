import { type ReactNode, useState } from 'react';
import type { Profile } from '../../shared/model/profile.ts';
import { signOutWords } from '../../shared/words/leaving.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { call } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { useFailures } from './failures.ts';
import { showNote } from './note.ts';

const words = shellWords.profile;

async function signOutOf(profileId: string, forgetKey: boolean): Promise<void> {
  const { keyRemains } = await call('session.signOut', { profileId, forgetKey });
  if (keyRemains) showNote({ tone: 'warning', ...words.keyRemains });
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
  const [asked, setAsked] = useState<{ forgetKey: boolean; lines: readonly string[]; open: boolean } | null>(
    null,
  );
  const ask = async (forgetKey: boolean) => {
    const { inFlight, waiting } = await call('session.previewSignOut', { profileId: profile.id });
    const lines = signOutWords.lines(inFlight, waiting);
    if (lines.length === 0 && !forgetKey) await signOutOf(profile.id, false);
    else setAsked({ forgetKey, lines, open: true });
  };
  return {
    signOut: () => attempt(ask(false)),
    forget: () => attempt(ask(true)),
    dialog: asked !== null && (
      <ConfirmDialog
        open={asked.open}
        onClose={() => setAsked({ ...asked, open: false })}
        title={asked.forgetKey ? words.forgetTitle(profile.name) : signOutWords.title(profile.name)}
        lead={asked.forgetKey ? words.forgetLead : signOutWords.lead}
        keep={asked.forgetKey ? words.keepKey : signOutWords.keep}
        act={asked.forgetKey ? words.forgetKey : signOutWords.act}
        variant={asked.forgetKey ? 'danger' : 'primary'}
        onAct={() => signOutOf(profile.id, asked.forgetKey)}
      >
        {asked.lines.length > 0 && (
          <ul className="dialog-list">
            {asked.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    ),
  };
}
