import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';

import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { IconButton } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';

/** Time for which the button shows a check mark after copying. */
const copiedMarkMs = 2_000;

interface ClientIdProps {
  readonly entry: Pick<ProfileEntry, 'id' | 'clientId'>;
  readonly onFailure: (thrown: unknown) => void;
}

/** The client ID, read-only and with a button to copy it. */
export function ClientId({ entry, onFailure }: ClientIdProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), copiedMarkMs);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copyClientId = () => {
    call('session.profile', { action: 'copyClientId', profileId: entry.id }).then(() => {
      setIsCopied(true);
      toast({ sentence: t('session.form.copied') });
    }, onFailure);
  };
  return (
    <div className="client-id">
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
