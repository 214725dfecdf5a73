import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../shared/model/beneficiary.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { ComboBox, type ComboBoxItem } from '../../components/ComboBox.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { addBeneficiary, foundOf, nameOf, nameProblem } from './beneficiary-choice.ts';
import { type FolderLine, lastName } from './folder-choices.ts';

export interface FolderRowProps {
  readonly line: FolderLine;
  /** A matched folder whose beneficiary is being changed. */
  readonly changing: boolean;
  readonly onChange: () => void;
  /** `null` leaves the folder unchanged; `undefined` resets the choice. */
  readonly onChoose: (beneficiary: BeneficiaryName | null | undefined) => void;
  /** A beneficiary was added to the address book. */
  readonly onAdded: () => void;
  readonly load: (text: string) => Promise<readonly ComboBoxItem[]>;
  readonly disabled: boolean;
}

/** Explains why a folder has no beneficiary. */
function noteOf({ origin, matches }: FolderLine): string | null {
  if (origin === 'none') return t('documentsAssign.folders.none');
  return origin === 'ambiguous' ? t('documentsAssign.folders.ambiguous', { count: matches }) : null;
}

/** Form for a new beneficiary. */
function NewBeneficiary(props: FolderRowProps & { readonly onBack: () => void }) {
  const { line, onChoose, onAdded, onBack, disabled } = props;
  const [label, setLabel] = useState(lastName(line.folder));
  const [recipientId, setRecipientId] = useState('');
  const { busy, error, run } = useAsyncAction();
  const add = async () => {
    if (label.trim() === '' || recipientId.trim() === '') return;
    await run(async () => {
      const added = await addBeneficiary(label, recipientId);
      onAdded();
      onChoose(added);
      onBack();
    });
  };
  const missing = label.trim() === '' || recipientId.trim() === '';
  return (
    <div className="folder-new">
      <DialogForm onSubmit={() => void add()}>
        <div className="folder-fields">
          <TextField
            label={t('documentsAssign.choice.newLabel')}
            value={label}
            onChange={setLabel}
            error={nameProblem(label)}
            disabled={busy || disabled}
          />
          <TextField
            label={t('documentsAssign.choice.newId')}
            face="id"
            value={recipientId}
            onChange={setRecipientId}
            error={nameProblem(recipientId)}
            disabled={busy || disabled}
            startsFocused
          />
        </div>
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
      <div className="folder-actions">
        <Button size="small" onPress={onBack} disabled={busy}>
          {t('documentsAssign.folders.back')}
        </Button>
        <Button size="small" onPress={() => void add()} disabled={busy || missing}>
          {t('documentsAssign.folders.useNew')}
        </Button>
      </div>
    </div>
  );
}

/** True when a folder is named by the recipient ID of its beneficiary. */
function namesId({ folder, beneficiary }: FolderLine): boolean {
  const id = beneficiary?.recipientId ?? null;
  return id !== null && folder.split(/[\\/]/).includes(id);
}

function Chosen({ line, onChange, disabled }: FolderRowProps) {
  const { beneficiary, origin } = line;
  return (
    <div className="folder-chosen">
      <span className="text">
        {beneficiary === null ? (
          <span className="dim">{t('documentsAssign.folders.left')}</span>
        ) : (
          <>
            <bdi className="cut">{beneficiary.label}</bdi>
            <span className="more">
              <span className="id">
                {beneficiary.recipientId ?? t('documentsAssign.choice.willBeCreated')}
              </span>
              {`, ${origin === 'name' ? t(`documentsAssign.folders.matched.${namesId(line) ? 'id' : 'name'}`) : t('documentsAssign.folders.chosen')}`}
            </span>
          </>
        )}
      </span>
      <Button variant="quiet" size="small" onPress={onChange} disabled={disabled}>
        <span className="sr">{t('documentsAssign.folders.changeFor', { folder: line.folder })}</span>
        <span aria-hidden="true">{t('documentsAssign.folders.change')}</span>
      </Button>
    </div>
  );
}

function Choosing(props: FolderRowProps & { readonly onNew: () => void }) {
  const { line, changing, onChoose, load, disabled, onNew } = props;
  const note = noteOf(line);
  return (
    <div className="folder-choosing">
      <div className="folder-field">
        <ComboBox
          label={t('documentsAssign.folders.chooseFor', {
            folder: line.folder === '' ? t('documentsAssign.folders.root') : line.folder,
          })}
          labelHidden
          placeholder={t('documentsAssign.choice.placeholder')}
          value={line.beneficiary === null ? null : foundOf(line.beneficiary)}
          onChange={(found) => onChoose(found === null ? undefined : nameOf(found))}
          load={load}
          disabled={disabled}
          startsFocused={changing}
        />
        <IconButton
          icon="plus"
          label={t('documentsAssign.folders.addFor', {
            folder: line.folder === '' ? t('documentsAssign.folders.root') : line.folder,
          })}
          variant="default"
          size="medium"
          disabled={disabled}
          onPress={onNew}
        />
      </div>
      {note !== null && <p className="folder-note">{note}</p>}
    </div>
  );
}

/** One folder: its number of documents and its beneficiary. */
export function FolderRow(props: FolderRowProps) {
  const { line, changing, onChoose, disabled } = props;
  const [adding, setAdding] = useState(false);
  const settled = (line.origin === 'name' || line.origin === 'left') && !changing;
  const name = line.folder === '' ? t('documentsAssign.folders.root') : line.folder;
  return (
    <>
      <div className="folder-name">
        <Checkbox
          checked={line.beneficiary !== null}
          onChange={(checked) => onChoose(checked ? undefined : null)}
          disabled={disabled || (line.beneficiary === null && line.origin !== 'left')}
        >
          <bdi title={name}>{name}</bdi>
          <span className="more">{t('documentsAssign.folders.documents', { count: line.documents })}</span>
        </Checkbox>
      </div>
      {adding ? (
        <NewBeneficiary {...props} onBack={() => setAdding(false)} />
      ) : settled ? (
        <Chosen {...props} />
      ) : (
        <Choosing {...props} onNew={() => setAdding(true)} />
      )}
    </>
  );
}
