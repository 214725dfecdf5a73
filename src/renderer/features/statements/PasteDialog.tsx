import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { TextArea } from '../../components/TextField.tsx';
import { ingestMessage } from './ingest-message.ts';

const maxPastedLength = 1_100_000;

/** Dialog that ingests an event from pasted text. */
export function PasteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [quarantineMessage, setQuarantineMessage] = useState('');
  const [error, setError] = useState<PaydeskError | null>(null);
  const close = () => {
    setText('');
    setQuarantineMessage('');
    setError(null);
    onClose();
  };
  const ingest = async () => {
    setError(null);
    try {
      const result = await call('statements.addEvents', { action: 'paste', text });
      const summary = ingestMessage(result);
      setText('');
      if (result.quarantined === 0) {
        toast({ sentence: summary });
        close();
      } else setQuarantineMessage(summary);
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    }
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('statements.paste.title')}
      lead={t('statements.paste.lead')}
      actions={
        <>
          <DialogCancel>{t('statements.cancel')}</DialogCancel>
          <Button variant="primary" disabled={text.trim() === ''} onPress={() => void ingest()}>
            {t('statements.paste.action')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('statements.paste.field')}
        face="raw"
        rows={10}
        value={text}
        onChange={setText}
        startsFocused
        maxLength={maxPastedLength}
      />
      {quarantineMessage !== '' && <Notice tone="warning" title={quarantineMessage} spoken />}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
