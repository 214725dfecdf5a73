import { useState } from 'react';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Notice } from '../../../components/messages/Notice.tsx';
import styles from '../Batch.module.css';
import { countOf, phaseOf } from '../batches/batch-numbers.ts';
import { openDialog } from '../dialogs.ts';

type ListFile = CommandResult<'documents.query', 'listFiles'>[number];

function importedMessage(added: number, refused: number): string {
  return refused === 0
    ? t('documentsLists.imported', { added })
    : t('documentsLists.importedPart', { added, refused });
}

/** Offers to import a list of beneficiaries while some of them are missing from the address book. */
function BeneficiaryListNotice({ documentId, name }: ListFile) {
  const revision = useTopicPart('beneficiaries', (value) => value.revision, 0);
  const isBookEmpty = useTopicPart('beneficiaries', (value) => value.total === 0, false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { value } = useQuery({
    queryKey: String(documentId),
    revision,
    load: () => call('beneficiaries.import', { action: 'count', documentId }),
  });
  if (value === null || value.new === 0) return null;
  const total = value.beneficiaries;
  return (
    <>
      <Notice
        tone="info"
        icon="people"
        title={
          isBookEmpty
            ? t('documentsLists.lists', { name, total })
            : value.new === total
              ? t('documentsLists.listsAllNew', { name, total })
              : t('documentsLists.listsNew', { name, total, added: value.new })
        }
        actionsAt="end"
        actions={
          <Button size="small" onPress={() => setDialogOpen(true)}>
            {t('documentsLists.import')}
          </Button>
        }
      />
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t('documentsLists.importTitle', { added: value.new })}
        lead={
          total === value.new
            ? t('documentsLists.importLead', { name })
            : t('documentsLists.importLeadKnown', { name, known: total - value.new })
        }
        cancelLabel={t('documentsLists.keep')}
        confirmLabel={t('documentsLists.importAction', { added: value.new })}
        onConfirm={async () => {
          const result = await call('beneficiaries.import', { action: 'run', documentId, onlyNew: true });
          if (result !== null) toast({ sentence: importedMessage(result.added, result.refusedTotal) });
        }}
      />
    </>
  );
}

/** Offers to assign documents by a list while documents of the batch are not assigned. */
function AssignmentListNotice({ batch, list }: { readonly batch: BatchSummary; readonly list: ListFile }) {
  if (countOf(batch, 'unassigned') === 0) return null;
  const { documentId, name, lines } = list;
  return (
    <Notice
      tone="info"
      icon="ledger"
      title={t('documentsLists.assigns', { name, lines })}
      actionsAt="end"
      actions={
        <Button size="small" onPress={() => openDialog({ kind: 'manifest', batchId: batch.id, documentId })}>
          {t('documentsLists.use')}
        </Button>
      }
    />
  );
}

/** Notices that offer to use the list files among the documents of a prepared batch. */
export function ListProposals({ batch }: { readonly batch: BatchSummary }) {
  const isPreparing = phaseOf(batch.state) === 'preparing';
  const { value: lists } = useQuery({
    queryKey: String(batch.id),
    revision: countOf(batch, 'excluded'),
    load: () => call('documents.query', { action: 'listFiles', batchId: batch.id }),
  });
  if (!isPreparing || lists === null || lists.length === 0) return null;
  return (
    <div className={styles.notices}>
      {lists.map((list) =>
        list.holds === 'beneficiaries' ? (
          <BeneficiaryListNotice key={list.documentId} {...list} />
        ) : (
          <AssignmentListNotice key={list.documentId} batch={batch} list={list} />
        ),
      )}
    </div>
  );
}
