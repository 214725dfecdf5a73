import type { DocumentDetail } from '../../../../shared/contract/documents.ts';
import { reasonMessage } from '../../../../shared/document-reason-message.ts';
import { formatBytes, formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { FileName } from '../../../components/files/FileName.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Facts, History } from '../../../components/layout/Facts.tsx';
import panelStyles from '../../../components/layout/Panel.module.css';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import styles from '../Batch.module.css';
import { phaseOf } from '../batches/batch-numbers.ts';
import { ReceiptMenu } from '../batches/ReceiptMenu.tsx';
import { labelOfAction } from './action-looks.ts';
import { type DocumentAction, documentActionsInPanel } from './document-actions.ts';
import { StateCell, TransferProgress } from './document-cells.tsx';
import { historyOf } from './document-history.ts';
import { useFocusFallback } from './use-focus-fallback.ts';

function describeState(
  document: Pick<DocumentDetail, 'state' | 'group' | 'reason' | 'beneficiary' | 'attachesAfter'>,
): string {
  if (document.group === 'on-hold') return t('documentsPanel.panel.states.onHold');
  if (document.reason !== null) return reasonMessage(document.reason).full;
  switch (document.state) {
    case 'found':
      return t('documentsPanel.panel.states.found');
    case 'checking':
      return t('documentsPanel.panel.states.checking');
    case 'ready':
      if (document.group === 'queued') return t('documentsPanel.panel.states.queued');
      return document.beneficiary === null
        ? t('documentsPanel.panel.states.unassigned')
        : t('documentsPanel.panel.states.assigned');
    case 'linking':
    case 'sending':
      return t('documentsPanel.panel.states.uploading');
    case 'stored':
      return (document.attachesAfter ?? 0) > 0
        ? t('documentsPanel.panel.states.stored')
        : t('documentsPanel.panel.states.storedNext');
    case 'attaching':
      return t('documentsPanel.panel.states.attaching');
    case 'attached':
      return t('documentsPanel.panel.states.attached');
    case 'excluded':
      return t('documentsPanel.panel.states.excluded');
    case 'cancelled':
      return t('documentsPanel.panel.states.cancelled');
    default:
      return '';
  }
}

/** Describes the content and whether it matches the extension. */
function contentMessage({ kind, reason }: Pick<DocumentDetail, 'kind' | 'reason'>): string {
  if (kind === null) return t('documentsPanel.panel.unknown');
  const content = t(`documentsPanel.panel.contents.${kind}`);
  return reason?.code === 'content-differs' || kind === 'other'
    ? t('documentsPanel.panel.typeMismatch', { kind: content })
    : t('documentsPanel.panel.fits', { kind: content });
}

/** Returns the folder of a path of any operating system; a path without a folder is returned whole. */
function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end <= 0 ? path : path.slice(0, end);
}

interface DocumentPanelProps {
  readonly batch: BatchSummary;
  readonly documentId: number;
  readonly onClose: () => void;
  readonly onAction: (action: DocumentAction, document: DocumentDetail) => void;
}

function sizeMessage({ size, sizeBefore }: DocumentDetail): string {
  if (size === null) return t('documentsPanel.panel.unknown');
  const now = formatBytes(size);
  return sizeBefore === null || sizeBefore === size
    ? now
    : t('documentsPanel.panel.sizeWas', { now, before: formatBytes(sizeBefore) });
}

function DocumentFacts({ document }: { readonly document: DocumentDetail }) {
  const { beneficiary, path, warnings, retryAt } = document;
  return (
    <Facts
      facts={[
        {
          term: t('documentsPanel.panel.beneficiary'),
          value:
            beneficiary === null ? (
              <span className="dim">{t('documentsPanel.panel.notAssigned')}</span>
            ) : (
              <>
                <bdi>{beneficiary.label}</bdi>
                <span className={classNames(styles.factLine, 'id faint')}>
                  {beneficiary.recipientId ?? t('documentsScreen.list.newBeneficiary')}
                </span>
              </>
            ),
        },
        { term: t('documentsPanel.panel.size'), value: sizeMessage(document), face: 'num' },
        { term: t('documentsPanel.panel.content'), value: contentMessage(document) },
        { term: t('documentsPanel.panel.from'), value: <bdi title={path}>{folderOf(path)}</bdi> },
        ...(retryAt === null
          ? []
          : [
              {
                term: t('documentsPanel.panel.retryAt'),
                value: <Time value={retryAt} form="seconds" />,
              } as const,
            ]),
        ...(warnings.length === 0
          ? []
          : [
              {
                term: t('documentsPanel.panel.warnings'),
                value: formatPlainList(warnings.map((warning) => t(`documents.warning.${warning}`))),
              },
            ]),
      ]}
    />
  );
}

function Actions({
  document,
  batch,
  onAction,
}: Omit<DocumentPanelProps, 'documentId' | 'onClose'> & { readonly document: DocumentDetail }) {
  const actions = documentActionsInPanel(document, batch.state);
  const focusFallback = useFocusFallback();
  const { stored, failed } = document.siblings;
  // While a batch is prepared, the review button of the screen is the only primary button.
  const primaryAction = phaseOf(batch.state) === 'preparing' ? null : actions[0];
  return (
    <div className="outline-none" {...focusFallback}>
      {actions.length > 0 && (
        <div className={panelStyles.actions}>
          {actions.map((action) => (
            <Button
              key={action}
              variant={
                action === primaryAction && action !== 'exclude' && action !== 'cancel'
                  ? 'primary'
                  : 'default'
              }
              onPress={() => onAction(action, document)}
            >
              {labelOfAction(action)}
            </Button>
          ))}
        </div>
      )}
      {actions.includes('attach-others') && (
        <p className="sm dim">{t('documentsPanel.attachOthersHint', { stored, failed })}</p>
      )}
    </div>
  );
}

/** Offers the receipt of a document that is attached. */
function Receipt({ batch, document }: { readonly batch: BatchSummary; readonly document: DocumentDetail }) {
  const { run, error } = useAsyncAction();
  if (document.state !== 'attached') return null;
  return (
    <>
      <div className={panelStyles.actions}>
        <ReceiptMenu
          batchId={batch.id}
          documentId={document.id}
          size="small"
          attempt={(task) => void run(task)}
        />
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

export function DocumentPanel({ batch, documentId, onClose, onAction }: DocumentPanelProps) {
  const { value: document, error } = useQuery({
    queryKey: String(documentId),
    revision: batch.revision,
    load: () => call('documents.detail', { documentId }),
    keepsPrevious: true,
  });
  if (document === null) {
    return (
      <Panel label={t('documentsPanel.panel.label')} onClose={onClose}>
        <PanelSection grow>
          {error === null ? <Skeleton rows={6} pieces={2} /> : <ErrorNotice error={error} />}
        </PanelSection>
      </Panel>
    );
  }
  const isTransferring = document.group === 'uploading';
  return (
    <Panel
      label={t('documentsPanel.panel.label')}
      top={<StateCell row={document} phase={phaseOf(batch.state)} />}
      onClose={onClose}
    >
      <PanelSection title={<FileName name={document.name} whole />}>
        <p>{describeState(document)}</p>
        {isTransferring && <TransferProgress row={document} />}
        <Actions document={document} batch={batch} onAction={onAction} />
        <Receipt key={document.id} document={document} batch={batch} />
      </PanelSection>
      <PanelSection>
        <DocumentFacts document={document} />
      </PanelSection>
      <PanelSection heading={t('documentsPanel.panel.history')} grow>
        <History lines={historyOf(document)} />
      </PanelSection>
    </Panel>
  );
}
