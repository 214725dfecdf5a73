import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';

import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { useCopied } from '../../components/actions/use-copied.ts';
import { TextField } from '../../components/fields/TextField.tsx';
import styles from './SignIn.module.css';

interface ClientIdProps {
  readonly entry: Pick<ProfileEntry, 'id' | 'clientId'>;
  readonly onFailure: (thrown: unknown) => void;
}

/** The client ID, read-only and with a button to copy it. */
export function ClientId({ entry, onFailure }: ClientIdProps) {
  const [copiedId, setCopiedId] = useCopied();
  const isCopied = copiedId === entry.id;
  const copyClientId = () => {
    call('session.profile', { action: 'copyClientId', profileId: entry.id }).then(() => {
      setCopiedId(entry.id);
      toast({ sentence: t('session.form.copied') });
    }, onFailure);
  };
  return (
    <div className={styles.clientId}>
      <TextField
        label={t('session.form.clientId')}
        value={entry.clientId}
        onChange={() => undefined}
        face="id"
        readOnly
        end={
          <IconButton
            icon={isCopied ? 'check' : 'copy'}
            label={isCopied ? t('session.form.copied') : t('session.form.copy')}
            onPress={copyClientId}
          />
        }
      />
    </div>
  );
}
