import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button, type ButtonSize } from '../../components/actions/Button.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { SecretField } from '../../components/fields/SecretField.tsx';

function RestoreDialog({ fileName, onClose }: { readonly fileName: string; readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const restore = async () => {
    await call('recovery.file', { action: 'restore', passphrase });
    onClose();
    toast({ sentence: t('recovery.restore.done'), detail: t('recovery.restore.doneDetail') });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('recovery.restore.title')}
      lead={t('recovery.restore.lead', { name: fileName })}
      cancelLabel={t('recovery.cancel')}
      submitLabel={t('recovery.restore.action')}
      canSubmit={passphrase !== ''}
      onSubmit={restore}
    >
      <SecretField
        label={t('recovery.passphrase')}
        value={passphrase}
        onChange={setPassphrase}
        startsFocused
      />
    </FormDialog>
  );
}

/** Asks for a recovery file, then for its passphrase. */
export function RestoreRecovery({ size = 'medium' }: { readonly size?: ButtonSize }) {
  const { attempt } = useFailures();
  const [fileName, setFileName] = useState<string | null>(null);
  const chooseFile = async () => {
    const chosenFile = await call('recovery.file', { action: 'choose' });
    setFileName(chosenFile.name);
  };
  return (
    <>
      <Button size={size} icon="key" onPress={() => attempt(chooseFile())}>
        {t('recovery.restore.open')}
      </Button>
      {fileName !== null && <RestoreDialog fileName={fileName} onClose={() => setFileName(null)} />}
    </>
  );
}
