import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofRow } from '../../../shared/model/proofs/proof.ts';
import { isReference, maxReferenceLength } from '../../../shared/model/proofs/references.ts';
import { toastCopied } from '../../app/toasts/toasts.ts';
import { copyText } from '../../components/actions/copy-text.ts';
import { ContextMenu, type ContextMenuProps, type MenuEntry } from '../../components/actions/Menu.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { correctReference, refetch, saveOne, useDisabledReason } from './proof-actions.ts';
import { RemoveReferencesDialog } from './RemoveReferencesDialog.tsx';

export interface OpenRowMenu {
  readonly row: ProofRow;
  readonly position: ContextMenuProps['position'];
}

interface RowMenuProps {
  readonly menu: OpenRowMenu | null;
  readonly onClose: () => void;
}

/** Context menu of a reference, and the dialog that its entry for a correction opens. */
export function RowMenu({ menu, onClose }: RowMenuProps) {
  const [correctedRow, setCorrectedRow] = useState<ProofRow | null>(null);
  const [removedRow, setRemovedRow] = useState<ProofRow | null>(null);
  const disabledReason = useDisabledReason();
  const whileSaving = disabledReason === null ? {} : { detail: disabledReason, disabled: true };
  const listEntries = (row: ProofRow): MenuEntry[] => {
    const isInProgress = row.state === 'queued' || row.state === 'loading';
    return [
      {
        id: 'copy',
        label: t('proofs.menu.copy'),
        icon: 'copy',
        onAction: () => toastCopied(copyText(row.reference)),
      },
      ...(row.versions === 0
        ? []
        : [
            {
              id: 'save',
              label: t('proofsViewer.save'),
              icon: 'save' as const,
              ...whileSaving,
              onAction: () => saveOne(row.id, null, 'document'),
            },
          ]),
      ...(isInProgress
        ? []
        : [
            {
              id: 'fetch',
              label: t('proofsViewer.fetchAgain'),
              icon: 'retry' as const,
              ...whileSaving,
              onAction: () =>
                refetch(row.versions === 0 ? 'retry' : 'refresh', { what: 'selected', ids: [row.id] }),
            },
          ]),
      ...(row.versions > 0 || (row.state !== 'not-found' && row.state !== 'failed')
        ? []
        : [
            {
              id: 'correct',
              label: t('proofs.correct.action'),
              icon: 'pencil' as const,
              onAction: () => setCorrectedRow(row),
            },
          ]),
      ...(row.versions > 0 || isInProgress
        ? []
        : [
            {
              id: 'remove',
              label: t('proofs.remove.menu'),
              icon: 'minus' as const,
              onAction: () => setRemovedRow(row),
            },
          ]),
    ];
  };
  return (
    <>
      {menu !== null && (
        <ContextMenu
          label={t('proofs.menu.label', { reference: menu.row.reference })}
          entries={listEntries(menu.row)}
          position={menu.position}
          onClose={onClose}
        />
      )}
      {correctedRow !== null && <CorrectDialog row={correctedRow} onClose={() => setCorrectedRow(null)} />}
      {removedRow !== null && (
        <RemoveReferencesDialog ids={[removedRow.id]} count={1} onClose={() => setRemovedRow(null)} />
      )}
    </>
  );
}

/** Dialog that replaces a mistyped reference. */
function CorrectDialog({ row, onClose }: { readonly row: ProofRow; readonly onClose: () => void }) {
  const [text, setText] = useState(row.reference);
  const [knownReference, setKnownReference] = useState<string | null>(null);
  const reference = text.trim();
  const canSubmit = isReference(reference) && reference !== row.reference && reference !== knownReference;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('proofs.correct.title')}
      lead={t('proofs.correct.lead', { reference: row.reference })}
      cancelLabel={t('proofs.cancel')}
      submitLabel={t('proofs.correct.confirm')}
      disabledReason={canSubmit ? null : t('proofs.correct.disabled')}
      onSubmit={async () => {
        if (await correctReference(row.id, reference)) onClose();
        else setKnownReference(reference);
      }}
    >
      <TextField
        label={t('proofs.column.reference')}
        value={text}
        onChange={setText}
        face="id"
        startsFocused
        maxLength={maxReferenceLength}
        error={knownReference !== null && reference === knownReference ? t('proofs.correct.known') : null}
      />
    </FormDialog>
  );
}
