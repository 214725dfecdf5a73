import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';

import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { forgetConnectionCheck } from './checks.ts';

interface RemoveProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

export function RemoveProfile({ profile, onClose }: RemoveProfileProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('profiles.removal.title', { name: profile.name })}
      lead={t('profiles.removal.lead', { environment: profile.environment })}
      cancelLabel={t('profiles.removal.keep')}
      confirmLabel={t('profiles.removal.action')}
      variant="danger"
      onConfirm={async () => {
        await call('session.profile', { action: 'remove', profileId: profile.id });
        forgetConnectionCheck(profile.id);
        toast({ sentence: t('profiles.removal.done', { name: profile.name }) });
      }}
    >
      <EnvironmentBadge environment={profile.environment} />
    </ConfirmDialog>
  );
}
