import { useEffect } from 'react';
import type { Profile } from '../../../shared/model/profile.ts';
import { profilesScreenWords } from '../../../shared/words/profiles-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ConnectionResults } from '../../profiles/ConnectionResults.tsx';
import { startConnectionCheck, useConnectionCheck } from '../../profiles/checks.ts';

const words = profilesScreenWords.check;

export interface CheckDialogProps {
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
      title={words.title(profile.name)}
      lead={words.lead}
      size="large"
      actions={
        <>
          <Button
            icon="retry"
            disabled={check?.state === 'running'}
            onPress={() => startConnectionCheck(profile)}
          >
            {words.again}
          </Button>
          <Button variant="primary" onPress={onClose} startsFocused>
            {profilesScreenWords.editor.close}
          </Button>
        </>
      }
    >
      <ConnectionResults profile={profile} check={check} />
    </Dialog>
  );
}
