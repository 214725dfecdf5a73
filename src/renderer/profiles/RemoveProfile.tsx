import type { Profile } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { toast } from '../app/toasts.ts';
import { call } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { EnvironmentBadge } from '../components/EnvironmentBadge.tsx';
import { forgetConnectionCheck } from './checks.ts';

const words = profilesScreenWords.removal;

export interface RemoveProfileProps {
  /** The profile to remove; `null` closes the dialog. */
  readonly profile: Profile | null;
  readonly onClose: () => void;
  readonly onRemoved?: () => void;
}

/** Confirms the removal of a profile and its key. */
export function RemoveProfile({ profile, onClose, onRemoved }: RemoveProfileProps) {
  if (profile === null) return null;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.title(profile.name)}
      lead={words.lead(profile.environment)}
      cancelLabel={words.keep}
      confirmLabel={words.act}
      variant="danger"
      onConfirm={async () => {
        await call('session.removeProfile', { profileId: profile.id });
        forgetConnectionCheck(profile.id);
        toast({ sentence: words.done(profile.name) });
        onRemoved?.();
      }}
    >
      <EnvironmentBadge environment={profile.environment} />
    </ConfirmDialog>
  );
}
