import type { ProfileEntry } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { EnvironmentBadge } from '../components/EnvironmentBadge.tsx';
import { Notice } from '../components/Notice.tsx';
import { originFacts } from './origin.ts';
import { HostFacts, ProfileFacts } from './ProfileFacts.tsx';

const words = profilesScreenWords;

/** Props of {@link ProfileView}. */
export interface ProfileViewProps {
  readonly entry: ProfileEntry;
  readonly onClose: () => void;
}

/** A profile that the clerk may look at but not change, and who may. */
export function ProfileView({ entry, onClose }: ProfileViewProps) {
  const { mark, detail } = originFacts[entry.origin];
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.editor.show(entry.name)}
      size="large"
      actions={
        <Button onPress={onClose} startsFocused>
          {words.editor.close}
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
      <div className="profile-columns">
        <ProfileFacts entry={entry} />
        <HostFacts entry={entry} />
      </div>
    </Dialog>
  );
}
