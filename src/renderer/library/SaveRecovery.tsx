import { useState } from 'react';
import { isLongEnough, plainPassphrase, strengthOf } from '../../shared/model/passphrase.ts';
import { recoveryWords } from '../../shared/words/recovery.ts';
import { toastSaved } from '../app/toasts.ts';
import { call } from '../bridge.ts';
import { Button } from '../components/Button.tsx';
import { Dialog, DialogCancel } from '../components/Dialog.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { ErrorNotice } from '../components/Notice.tsx';
import { SecretField } from '../components/SecretField.tsx';
import { useAsyncAction } from '../components/use-async-action.ts';

const words = recoveryWords.saving;

function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const { busy, error, run } = useAsyncAction();
  const same = plainPassphrase(passphrase) === plainPassphrase(again);
  const usable = isLongEnough(passphrase) && same;
  const save = () => {
    if (!usable) return;
    void run(async () => {
      const { savedAs } = await call('recovery.save', { passphrase });
      if (savedAs === null) return;
      onClose();
      toastSaved(savedAs, { detail: words.savedDetail });
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{recoveryWords.cancel}</DialogCancel>
          <Button variant="primary" disabled={!usable || busy} onPress={save}>
            {words.act}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={save}>
        <SecretField
          label={words.passphrase}
          hint={words.hint}
          value={passphrase}
          onChange={setPassphrase}
          startsFocused
        />
        <p className="sm dim" role="status">
          {passphrase !== '' && recoveryWords.strength[strengthOf(passphrase)]}
        </p>
        <SecretField
          label={words.again}
          {...(again !== '' && !same ? { hint: words.different } : {})}
          value={again}
          onChange={setAgain}
        />
        {error !== null && <ErrorNotice error={error} />}
      </DialogForm>
    </Dialog>
  );
}

/** Saves the recovery file of the library; says why when there is nothing to save. */
export function SaveRecovery({ possible }: { readonly possible: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="save"
        disabledReason={possible ? null : recoveryWords.nothingToSave}
        onPress={() => setOpen(true)}
      >
        {recoveryWords.save}
      </Button>
      {open && <SaveDialog onClose={() => setOpen(false)} />}
    </>
  );
}
