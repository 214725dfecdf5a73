import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { TextArea } from '../../../components/fields/TextField.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { ingestMessage } from './ingest-message.ts';

const maxPastedLength = 1_100_000;

export function PasteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [quarantineMessage, setQuarantineMessage] = useState('');
  const close = () => {
    setText('');
    setQuarantineMessage('');
    onClose();
  };
  const ingest = async () => {
    const result = await call('statements.addEvents', { action: 'paste', text });
    const summary = ingestMessage(result);
    setText('');
    if (result.quarantined > 0) return setQuarantineMessage(summary);
    toast({ sentence: summary });
    close();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('statements.paste.title')}
      lead={t('statements.paste.lead')}
      cancelLabel={t('statements.cancel')}
      submitLabel={t('statements.paste.action')}
      canSubmit={text.trim() !== ''}
      onSubmit={ingest}
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
    </FormDialog>
  );
}
