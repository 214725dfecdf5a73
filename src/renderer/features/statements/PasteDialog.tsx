import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { TextArea } from '../../components/TextField.tsx';

const words = statementScreenWords.paste;

/** Takes an event in from its text. */
export function PasteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [done, setDone] = useState('');
  const [error, setError] = useState<PaydeskError | null>(null);
  const close = () => {
    setText('');
    setDone('');
    setError(null);
    onClose();
  };
  const ingest = async () => {
    setError(null);
    try {
      const { taken, repeated, quarantined } = await call('statements.pasteEvent', { text });
      const summary = words.done(taken, repeated, quarantined);
      setText('');
      if (quarantined === 0) {
        toast({ sentence: summary });
        close();
      } else setDone(summary);
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    }
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <DialogCancel>{statementScreenWords.cancel}</DialogCancel>
          <Button variant="primary" disabled={text.trim() === ''} onPress={() => void ingest()}>
            {words.act}
          </Button>
        </>
      }
    >
      <TextArea
        label={words.field}
        face="raw"
        rows={10}
        value={text}
        onChange={setText}
        startsFocused
        maxLength={1_100_000}
      />
      {done !== '' && <Notice tone="warning" title={done} spoken />}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
