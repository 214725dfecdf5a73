import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';

import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { IconButton } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';

const copiedShownMs = 2_000;

interface ClientIdProps {
  readonly entry: Pick<ProfileEntry, 'id' | 'clientId'>;
  readonly onFailure: (thrown: unknown) => void;
}

/** The client ID, read-only and with a button to copy it. */
export function ClientId({ entry, onFailure }: ClientIdProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), copiedShownMs);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    call('session.copyClientId', { profileId: entry.id }).then(() => {
      setCopied(true);
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
            icon={copied ? 'check' : 'copy'}
            label={copied ? t('session.form.copied') : t('session.form.copy')}
            onPress={copy}
          />
        }
      />
    </div>
  );
}
