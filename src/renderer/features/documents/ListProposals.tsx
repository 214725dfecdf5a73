import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentListWords as words } from '../../../shared/words/documents-lists.ts';
import { toast } from '../../app/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useQuery } from '../../components/use-query.ts';
import { countOf, phaseOf } from './batch-numbers.ts';
import { ask } from './dialogs.ts';

type ListFile = CommandResult<'documents.listFiles'>[number];

/** A list of beneficiaries: offered for as long as the address book lacks some of them. */
function BeneficiaryList({ documentId, name }: ListFile) {
  const revision = useTopicPart('beneficiaries', (value) => value.revision, 0);
  const isBookEmpty = useTopicPart('beneficiaries', (value) => value.total === 0, false);
  const [asking, setAsking] = useState(false);
  const { value } = useQuery({
    source: String(documentId),
    revision,
    load: () => call('beneficiaries.listed', { documentId }),
  });
  if (value === null || value.new === 0) return null;
  const total = value.beneficiaries;
  return (
    <>
      <Notice
        tone="info"
        icon="people"
        title={isBookEmpty ? words.lists(name, total) : words.listsNew(name, total, value.new)}
        actionsAt="end"
        actions={
          <Button size="small" onPress={() => setAsking(true)}>
            {words.import}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.importTitle(value.new)}
        lead={words.importLead(name, total - value.new)}
        cancelLabel={words.keep}
        confirmLabel={words.importAct(value.new)}
        onConfirm={async () => {
          const result = await call('beneficiaries.import', { documentId, onlyNew: true });
          if (result !== null) toast({ sentence: words.imported(result.added, result.refusedTotal) });
        }}
      />
    </>
  );
}

/** A list that assigns files: offered while files are not assigned. */
function FileList({ batch, list }: { readonly batch: BatchSummary; readonly list: ListFile }) {
  if (countOf(batch, 'unassigned') === 0) return null;
  const { documentId, name, lines } = list;
  return (
    <Notice
      tone="info"
      icon="ledger"
      title={words.assigns(name, lines)}
      actionsAt="end"
      actions={
        <Button size="small" onPress={() => ask({ kind: 'manifest', batchId: batch.id, documentId })}>
          {words.use}
        </Button>
      }
    />
  );
}

/** What can be done with the lists that were dropped among the documents of a batch that is prepared. */
export function ListProposals({ batch }: { readonly batch: BatchSummary }) {
  const isPreparing = phaseOf(batch.state) === 'preparing';
  const { value: lists } = useQuery({
    source: String(batch.id),
    revision: countOf(batch, 'excluded'),
    load: () => call('documents.listFiles', { batchId: batch.id }),
  });
  if (!isPreparing || lists === null || lists.length === 0) return null;
  return (
    <div className="batch-notices">
      {lists.map((list) =>
        list.holds === 'beneficiaries' ? (
          <BeneficiaryList key={list.documentId} {...list} />
        ) : (
          <FileList key={list.documentId} batch={batch} list={list} />
        ),
      )}
    </div>
  );
}
