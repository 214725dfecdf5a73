import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../../shared/model/beneficiary.ts';
import { lastPathSegment } from '../../../../shared/model/documents/folder-path.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { DialogForm } from '../../../components/dialogs/DialogForm.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { ComboBox, type ComboBoxItem } from '../../../components/fields/ComboBox.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { useFocusFallback } from '../list/use-focus-fallback.ts';
import { addBeneficiary, nameErrorMessage, toBeneficiaryName, toComboBoxItem } from './beneficiary-choice.ts';
import styles from './Folders.module.css';
import { type FolderLine, isInherited } from './folder-choices.ts';

interface FolderProposalsProps {
  readonly line: FolderLine;
  readonly onAccept: (beneficiary: BeneficiaryName) => void;
  readonly onChooseOther: () => void;
  readonly disabled: boolean;
}

/** Says why the clerk has to decide about the proposals. */
function proposalNote({ folder, source, origin, matches, proposals }: FolderLine): string {
  if (matches > 1) return t('documentsAssign.folders.ambiguous', { count: matches });
  if (origin === 'ambiguous') return t('documentsAssign.folders.equallySimilar', { count: proposals.length });
  return source === folder
    ? t('documentsAssign.folders.similar')
    : t('documentsAssign.folders.similarOuter', { folder: lastPathSegment(source) });
}

/** The beneficiaries with labels near the name of a folder: none is assigned until the clerk accepts it. */
function FolderProposals({ line, onAccept, onChooseOther, disabled }: FolderProposalsProps) {
  const { folder, proposals } = line;
  return (
    <div className={styles.proposals} data-proposals={proposals.length}>
      <p className={styles.note}>
        <Icon name="help" size="sm" />
        {proposalNote(line)}
      </p>
      <ul className="grid gap-1 w-full">
        {proposals.map((proposal) => (
          <li key={proposal.id} className={styles.proposal}>
            <span className={styles.text}>
              <bdi className="cut">{proposal.label}</bdi>
              <span className={styles.more}>
                <span className="id">
                  {proposal.recipientId ?? t('documentsAssign.choice.willBeCreated')}
                </span>
              </span>
            </span>
            <Button size="small" onPress={() => onAccept(proposal)} disabled={disabled}>
              <span className="sr">
                {t('documentsAssign.folders.acceptFor', { label: proposal.label, folder })}
              </span>
              <span aria-hidden="true">{t('documentsAssign.folders.accept')}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onPress={onChooseOther} disabled={disabled}>
        <span className="sr">{t('documentsAssign.folders.chooseOtherFor', { folder })}</span>
        <span aria-hidden="true">{t('documentsAssign.folders.chooseOther')}</span>
      </Button>
    </div>
  );
}

export interface FolderRowProps {
  readonly line: FolderLine;
  /** True while the clerk changes the matched or proposed beneficiary of the folder. */
  readonly isChanging: boolean;
  readonly onStartChange: () => void;
  /** `null` leaves the folder unchanged; `undefined` resets the choice. */
  readonly onChoose: (beneficiary: BeneficiaryName | null | undefined) => void;
  readonly onAccept: (proposal: BeneficiaryName) => void;
  /** Called when a beneficiary was added to the address book. */
  readonly onAdded: () => void;
  readonly load: (text: string) => Promise<readonly ComboBoxItem[]>;
  readonly disabled: boolean;
}

/** Explains why a folder has no beneficiary. */
function missingBeneficiaryNote({ origin, matches }: FolderLine): string | null {
  if (origin === 'none') return t('documentsAssign.folders.none');
  return matches > 1 && origin === 'ambiguous'
    ? t('documentsAssign.folders.ambiguous', { count: matches })
    : null;
}

function NewBeneficiary(props: FolderRowProps & { readonly onBack: () => void }) {
  const { line, onChoose, onAdded, onBack, disabled } = props;
  const [label, setLabel] = useState(lastPathSegment(line.folder));
  const [recipientId, setRecipientId] = useState('');
  const { busy, error, run } = useAsyncAction();
  const isIncomplete = label.trim() === '' || recipientId.trim() === '';
  const add = async () => {
    if (isIncomplete) return;
    await run(async () => {
      const added = await addBeneficiary(label, recipientId);
      onAdded();
      onChoose(added);
      onBack();
    });
  };

  return (
    <div className={styles.new}>
      <DialogForm onSubmit={() => void add()}>
        <div className={styles.fields}>
          <TextField
            label={t('documentsAssign.choice.newLabel')}
            value={label}
            onChange={setLabel}
            error={nameErrorMessage(label)}
            disabled={busy || disabled}
          />
          <TextField
            label={t('documentsAssign.choice.newId')}
            face="id"
            value={recipientId}
            onChange={setRecipientId}
            error={nameErrorMessage(recipientId)}
            disabled={busy || disabled}
            startsFocused
          />
        </div>
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
      <div className={styles.folderActions}>
        <Button size="small" onPress={onBack} disabled={busy}>
          {t('documentsAssign.folders.back')}
        </Button>
        <Button size="small" onPress={() => void add()} disabled={busy || isIncomplete}>
          {t('documentsAssign.folders.useNew')}
        </Button>
      </div>
    </div>
  );
}

/** Returns whether the path of a folder contains the recipient ID of its beneficiary. */
function isNamedByRecipientId({ folder, beneficiary }: FolderLine): boolean {
  const id = beneficiary?.recipientId ?? null;
  return id !== null && folder.split(/[\\/]/).includes(id);
}

/** Says how a folder got its beneficiary. */
function originMessage(line: FolderLine): string {
  if (line.origin === 'name' && isNamedByRecipientId(line)) return t('documentsAssign.folders.matched.id');
  if (isInherited(line))
    return t('documentsAssign.folders.inherited', { folder: lastPathSegment(line.source) });
  return line.origin === 'name'
    ? t('documentsAssign.folders.matched.name')
    : t('documentsAssign.folders.accepted');
}

function ChosenBeneficiary({ line, onStartChange, disabled }: FolderRowProps) {
  const { beneficiary } = line;
  return (
    <div className={styles.folderChosen}>
      <span className={styles.text}>
        {beneficiary === null ? (
          <span className="dim">{t('documentsAssign.folders.left')}</span>
        ) : (
          <>
            <bdi className="cut">{beneficiary.label}</bdi>
            <span className={styles.more}>
              <span className="id">
                {beneficiary.recipientId ?? t('documentsAssign.choice.willBeCreated')}
              </span>
              {`, ${originMessage(line)}`}
            </span>
          </>
        )}
      </span>
      <Button variant="quiet" size="small" onPress={onStartChange} disabled={disabled}>
        <span className="sr">{t('documentsAssign.folders.changeFor', { folder: line.folder })}</span>
        <span aria-hidden="true">{t('documentsAssign.folders.change')}</span>
      </Button>
    </div>
  );
}

function BeneficiaryField(props: FolderRowProps & { readonly onNew: () => void }) {
  const { line, isChanging, onChoose, load, disabled, onNew } = props;
  const note = missingBeneficiaryNote(line);
  // Clearing the field removes the choice of this folder; what comes from a name or another folder is left instead.
  const clearedChoice = line.origin === 'name' || isInherited(line) ? null : undefined;
  return (
    <div className="grid gap-1 min-w-0">
      <div className={styles.field}>
        <ComboBox
          label={t('documentsAssign.folders.chooseFor', {
            folder: line.folder === '' ? t('documentsAssign.folders.root') : line.folder,
          })}
          labelHidden
          placeholder={t('documentsAssign.choice.placeholder')}
          value={line.beneficiary === null ? null : toComboBoxItem(line.beneficiary)}
          onChange={(found) => onChoose(found === null ? clearedChoice : toBeneficiaryName(found))}
          load={load}
          disabled={disabled}
          startsFocused={isChanging}
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
      {note !== null && <p className={styles.note}>{note}</p>}
    </div>
  );
}

/** Returns whether a folder shows its beneficiary instead of the field to choose one. */
function isSettled(line: FolderLine): boolean {
  const { origin } = line;
  return origin === 'name' || origin === 'left' || origin === 'accepted' || isInherited(line);
}

/** One folder: its number of documents and its beneficiary. */
export function FolderRow(props: FolderRowProps) {
  const { line, isChanging, onChoose, disabled } = props;
  const [isAdding, setIsAdding] = useState(false);
  const focusFallback = useFocusFallback();
  const name = line.folder === '' ? t('documentsAssign.folders.root') : line.folder;
  return (
    <>
      <div className={styles.name}>
        <Checkbox
          checked={line.beneficiary !== null}
          onChange={(checked) => onChoose(checked ? undefined : null)}
          disabled={disabled || (line.beneficiary === null && line.origin !== 'left')}
        >
          <bdi title={name}>{name}</bdi>
          <span className={styles.more}>
            {t('documentsAssign.folders.documents', { count: line.documents })}
          </span>
        </Checkbox>
      </div>
      {isAdding ? (
        <NewBeneficiary {...props} onBack={() => setIsAdding(false)} />
      ) : (
        <div className="min-w-0" {...focusFallback}>
          {line.proposals.length > 0 && line.beneficiary === null && !isChanging ? (
            <FolderProposals
              line={line}
              onAccept={props.onAccept}
              onChooseOther={props.onStartChange}
              disabled={disabled}
            />
          ) : isSettled(line) && !isChanging ? (
            <ChosenBeneficiary {...props} />
          ) : (
            <BeneficiaryField {...props} onNew={() => setIsAdding(true)} />
          )}
        </div>
      )}
    </>
  );
}
