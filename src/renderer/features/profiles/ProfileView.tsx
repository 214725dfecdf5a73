import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';

import { Button } from '../../components/actions/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { originFacts } from './origin.ts';
import { HostFacts, ProfileFacts } from './ProfileFacts.tsx';
import styles from './Profiles.module.css';

interface ProfileViewProps {
  readonly entry: ProfileEntry;
  readonly onClose: () => void;
}

/** The read-only view of a profile, with a note about who can change it. */
export function ProfileView({ entry, onClose }: ProfileViewProps) {
  const { mark, detail } = originFacts[entry.origin];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profiles.editor.edit', { name: entry.name })}
      size="large"
      actions={
        <Button onPress={onClose} startsFocused>
          {t('profiles.editor.close')}
        </Button>
      }
    >
      <div>
        <EnvironmentBadge environment={entry.environment} />
      </div>
      {mark !== null && (
        <Notice tone="info" icon="lock" title={mark}>
          {detail}
        </Notice>
      )}
      <div className={styles.profileColumns}>
        <ProfileFacts entry={entry} />
        <HostFacts entry={entry} />
      </div>
    </Dialog>
  );
}
