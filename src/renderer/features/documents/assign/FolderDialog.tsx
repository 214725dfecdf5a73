import { useMemo, useRef, useState } from 'react';
import type { Folder } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../../shared/model/beneficiary.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import type { ComboBoxItem } from '../../../components/fields/ComboBox.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { toastAssignmentChange } from '../list/undo-toasts.ts';
import { useFocusFallback } from '../list/use-focus-fallback.ts';
import { findBeneficiaries } from './beneficiary-choice.ts';
import { FolderList } from './FolderList.tsx';
import styles from './Folders.module.css';
import {
  acceptProposals,
  assignmentOf,
  type FolderChoices,
  folderLines,
  isUndecided,
  soleProposals,
} from './folder-choices.ts';
import { useAssignmentRevision } from './use-assignment-revision.ts';

/** Shares the first page of beneficiaries among the fields of all folders until a beneficiary is added. */
function useSharedFirstPage() {
  const firstPage = useRef<Promise<readonly ComboBoxItem[]> | null>(null);
  return {
    load(text: string): Promise<readonly ComboBoxItem[]> {
      if (text !== '') return findBeneficiaries(text);
      firstPage.current ??= findBeneficiaries('');
      firstPage.current.catch(() => {
        firstPage.current = null;
      });
      return firstPage.current;
    },
    forgetFirstPage() {
      firstPage.current = null;
    },
  };
}

interface FolderDialogProps {
  readonly batchId: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

const noFolders: readonly Folder[] = [];

/** Dialog that assigns documents by folder: equal names are matched, near names are proposed. */
export function FolderDialog({ batchId, open, onClose }: FolderDialogProps) {
  const folders = useQuery({
    queryKey: String(batchId),
    revision: useAssignmentRevision(batchId),
    load: () => call('documents.folders', { action: 'list', batchId }),
  });
  const [choices, setChoices] = useState<FolderChoices>(new Map());
  const [onlyUndecided, setOnlyUndecided] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const focusFallback = useFocusFallback();
  const beneficiaries = useSharedFirstPage();
  const lines = useMemo(() => folderLines(folders.value ?? noFolders, choices), [folders.value, choices]);
  const assignment = assignmentOf(lines);
  const proposals = soleProposals(lines);
  // Folders that the clerk decided about stay visible, so that no line disappears under the pointer.
  const shownLines = onlyUndecided
    ? lines.filter((line) => isUndecided(line) || choices.has(line.folder) || choices.has(line.source))
    : lines;

  const chooseBeneficiary = (folder: string, beneficiary: BeneficiaryName | null | undefined) => {
    const next = new Map(choices);
    if (beneficiary === undefined) next.delete(folder);
    else next.set(folder, beneficiary);
    setChoices(next);
  };
  const assign = async () => {
    await run(async () => {
      const { changed } = await call('documents.folders', {
        action: 'assign',
        batchId,
        folders: assignment.folders,
      });
      toastAssignmentChange(
        batchId,
        t('documentsAssign.folders.done', { count: changed, beneficiaries: assignment.beneficiaries }),
        changed,
      );
      onClose();
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documentsAssign.folders.title')}
      lead={t('documentsAssign.folders.lead')}
      size="large"
      dismissable={!busy}
      dirty={choices.size > 0}
      actions={
        <>
          <DialogCancel disabled={busy}>{t('documentsAssign.dialog.cancel')}</DialogCancel>
          <Button
            variant="primary"
            disabled={busy}
            disabledReason={assignment.documents === 0 ? t('documentsAssign.folders.nothing') : null}
            onPress={() => void assign()}
          >
            {assignment.documents === 0
              ? t('documentsAssign.folders.title')
              : t('documentsAssign.folders.action', {
                  count: assignment.documents,
                  beneficiaries: assignment.beneficiaries,
                })}
          </Button>
        </>
      }
    >
      {folders.value === null && folders.error === null && <Skeleton rows={6} pieces={2} />}
      {folders.error !== null && <ErrorNotice error={folders.error} />}
      {folders.value !== null && lines.length === 0 && (
        <p className="dim">{t('documentsAssign.folders.empty')}</p>
      )}
      {lines.length > 0 && (
        <>
          <div className={styles.head} {...focusFallback}>
            <span className="dim num">
              {t('documentsAssign.folders.summary', {
                matched: lines.filter(({ beneficiary }) => beneficiary !== null).length,
                total: lines.length,
              })}
            </span>
            {proposals.length > 0 && (
              <Button
                size="small"
                disabled={busy}
                onPress={() => setChoices(acceptProposals(proposals, choices))}
              >
                {t('documentsAssign.folders.acceptAll', { count: proposals.length })}
              </Button>
            )}
            <Checkbox checked={onlyUndecided} onChange={setOnlyUndecided}>
              {t('documentsAssign.folders.onlyOpen')}
            </Checkbox>
          </div>
          {shownLines.length === 0 ? (
            <p className={classNames(styles.foldersNone, 'dim')}>{t('documentsAssign.folders.allSet')}</p>
          ) : (
            <FolderList
              lines={shownLines}
              onChoose={chooseBeneficiary}
              onAccept={(line, proposal) => setChoices(acceptProposals([[line, proposal]], choices))}
              onAdded={beneficiaries.forgetFirstPage}
              load={beneficiaries.load}
              disabled={busy}
            />
          )}
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
