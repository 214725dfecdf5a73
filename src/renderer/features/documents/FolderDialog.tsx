import { useMemo, useRef, useState } from 'react';
import type { Folder } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../shared/model/beneficiary.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import type { ComboBoxItem } from '../../components/ComboBox.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { useQuery } from '../../components/use-query.ts';
import { findBeneficiaries } from './beneficiary-choice.ts';
import { FolderList } from './FolderList.tsx';
import { assignmentOf, type FolderChoices, folderLines, isOpen } from './folder-choices.ts';
import { toastAssignment } from './undo-toasts.ts';

/** Shares the first page of beneficiaries among many fields until one is added. */
function useFirstFound() {
  const first = useRef<Promise<readonly ComboBoxItem[]> | null>(null);
  return {
    load(text: string): Promise<readonly ComboBoxItem[]> {
      if (text !== '') return findBeneficiaries(text);
      first.current ??= findBeneficiaries('');
      first.current.catch(() => {
        first.current = null;
      });
      return first.current;
    },
    forget() {
      first.current = null;
    },
  };
}

export interface FolderDialogProps {
  readonly batchId: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

const noFolders: readonly Folder[] = [];

/** Dialog that assigns documents by folder; matching names are suggested. */
export function FolderDialog({ batchId, open, onClose }: FolderDialogProps) {
  const book = useTopicPart('beneficiaries', ({ revision }) => revision, 0);
  const batch = useTopicPart('batches', (all) => all.find(({ id }) => id === batchId)?.revision ?? 0, 0);
  const answer = useQuery({
    source: String(batchId),
    revision: book + batch,
    load: () => call('documents.folders', { batchId }),
  });
  const [choices, setChoices] = useState<FolderChoices>(new Map());
  const [onlyOpen, setOnlyOpen] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const found = useFirstFound();
  const lines = useMemo(() => folderLines(answer.value ?? noFolders, choices), [answer.value, choices]);
  const assignment = assignmentOf(lines);
  // Lines that the clerk has just decided stay visible.
  const shown = onlyOpen ? lines.filter((line) => isOpen(line) || choices.has(line.folder)) : lines;

  const choose = (folder: string, beneficiary: BeneficiaryName | null | undefined) => {
    const next = new Map(choices);
    if (beneficiary === undefined) next.delete(folder);
    else next.set(folder, beneficiary);
    setChoices(next);
  };
  const assign = async () => {
    await run(async () => {
      const { changed } = await call('documents.assignFolders', { batchId, folders: assignment.folders });
      toastAssignment(
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
      {answer.value === null && answer.error === null && <Skeleton rows={6} pieces={2} />}
      {answer.error !== null && <ErrorNotice error={answer.error} />}
      {answer.value !== null && lines.length === 0 && (
        <p className="dim">{t('documentsAssign.folders.empty')}</p>
      )}
      {lines.length > 0 && (
        <>
          <div className="folders-head">
            <span className="dim num">
              {t('documentsAssign.folders.summary', {
                matched: lines.filter(({ beneficiary }) => beneficiary !== null).length,
                total: lines.length,
              })}
            </span>
            <Checkbox checked={onlyOpen} onChange={setOnlyOpen}>
              {t('documentsAssign.folders.onlyOpen')}
            </Checkbox>
          </div>
          {shown.length === 0 ? (
            <p className="folders-none dim">{t('documentsAssign.folders.allSet')}</p>
          ) : (
            <FolderList
              lines={shown}
              onChoose={choose}
              onAdded={found.forget}
              load={found.load}
              disabled={busy}
            />
          )}
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
