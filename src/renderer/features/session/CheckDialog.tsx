import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';

import { Button } from '../../components/actions/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { ConnectionResults } from '../profiles/ConnectionResults.tsx';
import { startConnectionCheck, useConnectionCheck } from '../profiles/checks.ts';

interface CheckDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Checks the connection to all hosts of a profile after a failed sign-in. */
export function CheckDialog({ profile, onClose }: CheckDialogProps) {
  const check = useConnectionCheck(profile.id);
  useEffect(() => startConnectionCheck(profile), [profile]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profiles.check.title', { name: profile.name })}
      lead={t('profiles.check.lead')}
      size="large"
      actions={
        <>
          <Button
            icon="retry"
            disabled={check?.state === 'running'}
            onPress={() => startConnectionCheck(profile)}
          >
            {t('profiles.check.again')}
          </Button>
          <Button variant="primary" onPress={onClose} startsFocused>
            {t('profiles.editor.close')}
          </Button>
        </>
      }
    >
      <ConnectionResults profile={profile} check={check} />
    </Dialog>
  );
}
