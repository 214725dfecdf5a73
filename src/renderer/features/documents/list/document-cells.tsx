/** @file The cells of the list of documents. */

import type { DocumentRow } from '../../../../shared/contract/documents.ts';
import { reasonMessage } from '../../../../shared/document-reason-message.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { BatchSummary, Transfer } from '../../../../shared/model/documents/batch.ts';
import type { DocumentWarning } from '../../../../shared/model/documents/document.ts';
import { useTopicPart } from '../../../bridge.ts';
import { FileName } from '../../../components/files/FileName.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { Progress } from '../../../components/messages/ProgressBar.tsx';
import { Badge, State } from '../../../components/messages/State.tsx';
import styles from '../Batch.module.css';
import type { Phase } from '../batches/batch-numbers.ts';
import { documentIcon } from './document-icon.ts';
import { lookOfState } from './groups.ts';

export function folderAndName({ folder, name }: Pick<DocumentRow, 'folder' | 'name'>): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Icon, name and, where there is space, the folder. */
export function FileCell({ row }: { readonly row: DocumentRow }) {
  return (
    <span className={styles.cellflex}>
      <Icon name={documentIcon(row.kind)} />
      <FileName name={row.name} title={folderAndName(row)} />
      {row.folder !== '' && (
        <bdi className={classNames(styles.folder, 'cut')} title={row.folder}>
          {row.folder}
        </bdi>
      )}
    </span>
  );
}

export function BeneficiaryCell({ row }: { readonly row: DocumentRow }) {
  if (row.beneficiary === null) return null;
  const { label, recipientId } = row.beneficiary;
  return (
    <>
      <bdi>{label}</bdi>
      {recipientId === null && <span className="faint">, {t('documentsScreen.list.newBeneficiary')}</span>}
    </>
  );
}

/** State of a document; filled when it needs the clerk. */
export function StateCell({
  row,
  phase,
}: {
  readonly row: Pick<DocumentRow, 'state' | 'group'>;
  readonly phase: Phase;
}) {
  const look = lookOfState(row, phase);
  if (look.filled !== null) {
    return (
      <Badge icon={look.icon} tone={look.filled}>
        {look.label}
      </Badge>
    );
  }
  return (
    <State icon={look.icon} tone={look.tone}>
      {look.label}
    </State>
  );
}

function findTransfer(batches: readonly BatchSummary[], documentId: number): Transfer | null {
  for (const { transfers } of batches) {
    const found = transfers.find((transfer) => transfer.documentId === documentId);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Upload progress of one document. A document without a transfer has been uploaded, and its row is about to change.
 */
export function TransferProgress({ row }: { readonly row: Pick<DocumentRow, 'id' | 'name'> }) {
  const transfer = useTopicPart('batches', (batches) => findTransfer(batches, row.id), null);
  return (
    <Progress
      label={t('documentsScreen.list.progressOf', { name: row.name })}
      part={transfer === null ? 1 : transfer.sent}
      total={transfer === null ? 1 : transfer.size}
    />
  );
}

const toneOfGroup: Readonly<Partial<Record<DocumentRow['group'], 'danger' | 'warning'>>> = {
  problem: 'danger',
  'waiting-for-file': 'warning',
  duplicate: 'warning',
  unknown: 'warning',
};

function Reason({ row, phase }: { readonly row: DocumentRow; readonly phase: Phase }) {
  if (row.reason === null) return null;
  const tone = row.group === 'rejected' && phase === 'preparing' ? 'danger' : toneOfGroup[row.group];
  return (
    <span className={styles.why} data-tone={tone}>
      {reasonMessage(row.reason).short}
    </span>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly DocumentWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <State icon="info">
      <span className={classNames(styles.why, 'cut')}>
        {formatPlainList(warnings.map((warning) => t(`documents.warning.${warning}`)))}
      </span>
    </State>
  );
}

function storedMessage(attachesAfter: number | null): string {
  return attachesAfter === null || attachesAfter === 0
    ? t('documentsScreen.list.next')
    : t('documentsScreen.list.after', { count: attachesAfter });
}

/** Cell with the upload progress, the reason of the state, or the next step. */
export function ProgressCell({ row, phase }: { readonly row: DocumentRow; readonly phase: Phase }) {
  if (row.group === 'on-hold') return <span className={styles.why}>{t('documentsScreen.list.held')}</span>;
  switch (row.state) {
    case 'linking':
    case 'sending':
      return <TransferProgress row={row} />;
    case 'stored':
      return <span className={styles.why}>{storedMessage(row.attachesAfter)}</span>;
    case 'attaching':
      return <span className={styles.why}>{t('documentsScreen.list.attaching')}</span>;
    case 'attached':
      return (
        <span className={styles.why}>
          <Time value={row.changedAt} form="seconds" />
        </span>
      );
    case 'ready':
      return <Warnings warnings={row.warnings} />;
    default:
      return <Reason row={row} phase={phase} />;
  }
}

/** The full text of a progress cell that may be cut off. */
export function progressTitle({ reason, warnings }: DocumentRow): string {
  if (reason !== null) return reasonMessage(reason).short;
  return formatPlainList(warnings.map((warning) => t(`documents.warning.${warning}`)));
}
