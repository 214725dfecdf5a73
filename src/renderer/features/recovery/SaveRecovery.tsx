import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import {
  isLongEnough,
  minPassphraseLength,
  normalizePassphrase,
  type PassphraseStrength,
  strengthOf,
} from '../../../shared/model/session/passphrase.ts';
import { toastSaved } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { SecretField } from '../../components/fields/SecretField.tsx';

function strengthMessage(strength: PassphraseStrength): string {
  return strength === 'short'
    ? t('recovery.strength.short', { min: minPassphraseLength })
    : t(`recovery.strength.${strength}`);
}

function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const [repeatedPassphrase, setRepeatedPassphrase] = useState('');
  const isRepeatedCorrectly = normalizePassphrase(passphrase) === normalizePassphrase(repeatedPassphrase);
  const save = async () => {
    const { savedAs } = await call('recovery.file', { action: 'save', passphrase });
    if (savedAs === null) return;
    onClose();
    toastSaved(savedAs, { detail: t('recovery.save.saved') });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('recovery.save.title')}
      lead={t('recovery.save.lead')}
      cancelLabel={t('recovery.cancel')}
      submitLabel={t('recovery.save.action')}
      canSubmit={isLongEnough(passphrase) && isRepeatedCorrectly}
      onSubmit={save}
    >
      <SecretField
        label={t('recovery.passphrase')}
        hint={t('recovery.save.hint', { min: minPassphraseLength })}
        value={passphrase}
        onChange={setPassphrase}
        startsFocused
      />
      <p className="sm dim" role="status">
        {passphrase !== '' && strengthMessage(strengthOf(passphrase))}
      </p>
      <SecretField
        label={t('recovery.save.again')}
        {...(repeatedPassphrase !== '' && !isRepeatedCorrectly ? { hint: t('recovery.save.different') } : {})}
        value={repeatedPassphrase}
        onChange={setRepeatedPassphrase}
      />
    </FormDialog>
  );
}

/** Saves the recovery file of the library; shows the reason when there is nothing to save. */
export function SaveRecovery({ canSave }: { readonly canSave: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon="save"
        disabledReason={canSave ? null : t('recovery.save.nothing')}
        onPress={() => setIsOpen(true)}
      >
        {t('recovery.save.open')}
      </Button>
      {isOpen && <SaveDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
