import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { useFailures } from '../failures.ts';
import { showBanner } from '../frame/banner.ts';
import { signOutLines } from './unfinished-work-messages.ts';

async function signOutOf(profileId: string, forgetKey: boolean): Promise<void> {
  const { keyRemains } = await call('session.signOut', { profileId, forgetKey });
  if (keyRemains) {
    showBanner({
      tone: 'warning',
      title: t('shell.keyRemains.title'),
      detail: t('shell.keyRemains.detail'),
    });
  }
}

interface SignOut {
  /** Signs out; asks for confirmation while work is unfinished. */
  readonly signOut: () => void;
  /** Asks for confirmation, then signs out and forgets the key. */
  readonly forget: () => void;
  /** Must always be rendered. */
  readonly dialog: ReactNode;
}

export function useSignOut(profile: Pick<Profile, 'id' | 'name'>): SignOut {
  const { attempt } = useFailures();
  const [dialogState, setDialogState] = useState<{
    forgetKey: boolean;
    lines: readonly string[];
    open: boolean;
  } | null>(null);
  const openDialog = async (forgetKey: boolean) => {
    const { inFlight, waiting } = await call('session.previewSignOut', { profileId: profile.id });
    const lines = signOutLines(inFlight, waiting);
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
        title={t(dialogState.forgetKey ? 'shell.forgetKey.title' : 'leaving.signOut.title', {
          name: profile.name,
        })}
        lead={t(dialogState.forgetKey ? 'shell.forgetKey.lead' : 'leaving.signOut.lead')}
        cancelLabel={t(dialogState.forgetKey ? 'shell.forgetKey.keep' : 'leaving.signOut.keep')}
        confirmLabel={t(dialogState.forgetKey ? 'shell.forgetKey.confirm' : 'leaving.signOut.confirm')}
        variant={dialogState.forgetKey ? 'danger' : 'primary'}
        onConfirm={() => signOutOf(profile.id, dialogState.forgetKey)}
      >
        {dialogState.lines.length > 0 && (
          <ul className="grid gap-2">
            {dialogState.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    ),
  };
}
