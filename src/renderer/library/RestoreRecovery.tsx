import { useState } from 'react';
import { recoveryWords } from '../../shared/words/recovery.ts';
import { useFailures } from '../app/failures.ts';
import { toast } from '../app/toasts.ts';
import { call } from '../bridge.ts';
import { Button, type ButtonSize } from '../components/Button.tsx';
import { Dialog, DialogCancel } from '../components/Dialog.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { ErrorNotice } from '../components/Notice.tsx';
import { SecretField } from '../components/SecretField.tsx';
import { useAsyncAction } from '../components/use-async-action.ts';

const words = recoveryWords.restoring;

function RestoreDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const { busy, error, run } = useAsyncAction();
  const restore = () => {
    if (passphrase === '') return;
    void run(async () => {
      await call('recovery.restore', { passphrase });
      onClose();
      toast({ sentence: words.restored, detail: words.restoredDetail });
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      lead={words.lead(name)}
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{recoveryWords.cancel}</DialogCancel>
          <Button variant="primary" disabled={passphrase === '' || busy} onPress={restore}>
            {words.act}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={restore}>
        <SecretField label={words.passphrase} value={passphrase} onChange={setPassphrase} startsFocused />
        {error !== null && <ErrorNotice error={error} />}
      </DialogForm>
    </Dialog>
  );
}

/** Asks for a recovery file, then for its passphrase. */
export function RestoreRecovery({ size = 'medium' }: { readonly size?: ButtonSize }) {
  const { attempt } = useFailures();
  const [name, setName] = useState<string | null>(null);
  const choose = async () => {
    const chosen = await call('recovery.choose', {});
    setName(chosen.name);
  };
  return (
    <>
      <Button size={size} icon="key" onPress={() => attempt(choose())}>
        {recoveryWords.restore}
      </Button>
      {name !== null && <RestoreDialog name={name} onClose={() => setName(null)} />}
    </>
  );
}
