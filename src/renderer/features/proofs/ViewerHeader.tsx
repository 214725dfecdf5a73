import {
  formatBytes,
  formatCalendarDate,
  formatPlainList,
  formatTime,
  formatUtc,
  t,
} from '../../../shared/messages/index.ts';
import { amountLabel, statusLine } from '../../../shared/messages/payment-status.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import { kindsWithoutPages, type ProofRow, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { useFailures } from '../../app/failures.ts';
import { toastCopied } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { copyText } from '../../components/actions/copy-text.ts';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { Menu, type MenuEntry } from '../../components/actions/Menu.tsx';
import { useNow } from '../../components/layout/clock-tick.ts';
import { printView } from '../../components/pdf/print.ts';
import { DragHandle } from '../drag-out/DragHandle.tsx';
import styles from './Proofs.module.css';
import { refetch, saveOne, useDisabledReason } from './proof-actions.ts';
import { StandingBadge } from './StandingBadge.tsx';

/** Tab-separated names and values, which a spreadsheet splits into columns. */
function fieldLines(row: Pick<ProofRow, 'reference'>, version: ProofVersion): string {
  const { amount, amountRole, messageType, statuses, valueDate, from, to } = version.facts;
  const lines: (readonly [string, string | null])[] = [
    [t('proofs.column.reference'), row.reference],
    [t('proofs.column.kind'), messageType ?? proofLabel(version)],
    ...statuses.map((status): [string, string] => [t('proofsViewer.status'), statusLine(status)]),
    [amountLabel(amountRole), amount === null ? null : `${amount.value} ${amount.currency}`],
    [t('proofsViewer.valueDate'), valueDate],
    [t('proofsViewer.from'), from],
    [t('proofsViewer.to'), to],
    [t('proofsViewer.linkField'), version.link],
  ];
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}\t${value}`])).join('\n');
}

interface ViewerHeaderProps {
  readonly row: ProofRow;
  /** All versions of the proof, newest first. */
  readonly versions: readonly ProofVersion[];
  readonly version: ProofVersion;
  readonly isRaw: boolean;
  readonly onRawChange: (isRaw: boolean) => void;
  readonly onVersion: (id: string) => void;
}

function KeyFacts({ version }: { readonly version: ProofVersion }) {
  const { amount, amountRole, valueDate, from, to, statuses, transactions } = version.facts;
  const role = amountLabel(amountRole);
  const facts = [
    {
      label: transactions > 1 ? t('proofsViewer.total', { role }) : role,
      value: amount === null ? null : `${groupedAmount(amount.value)} ${amount.currency}`,
    },
    { label: t('proofsViewer.valueDate'), value: valueDate === null ? null : formatCalendarDate(valueDate) },
    { label: t('proofsViewer.from'), value: from },
    { label: t('proofsViewer.to'), value: to },
  ].filter(({ value }) => value !== null);
  if (facts.length === 0 && statuses.length === 0) return null;
  return (
    <dl className={styles.key} data-part="proof-key">
      {statuses.length > 0 && (
        <div className={styles.statuses}>
          <dt>{t('proofsViewer.status')}</dt>
          {statuses.map((status) => (
            <dd key={status.standing} className="selectable">
              {statusLine(status)}
            </dd>
          ))}
        </div>
      )}
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num selectable" title={value ?? ''}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useMenuEntries(props: ViewerHeaderProps): MenuEntry[] {
  const { row, versions, version, isRaw, onRawChange, onVersion } = props;
  const now = useNow();
  const disabledReason = useDisabledReason();
  return [
    {
      id: 'raw',
      label: isRaw ? t('proofsViewer.showDocument') : t('proofsViewer.showRaw'),
      icon: 'ledger',
      onAction: () => onRawChange(!isRaw),
    },
    {
      id: 'original',
      label: t('proofsViewer.saveOriginal'),
      detail: disabledReason ?? t('proofsViewer.saveOriginalDetail'),
      icon: 'save',
      disabled: disabledReason !== null,
      onAction: () => saveOne(row.id, version.id, 'received'),
    },
    {
      id: 'refresh',
      label: t('proofsViewer.fetchAgain'),
      icon: 'retry',
      separated: true,
      ...(disabledReason === null ? {} : { detail: disabledReason, disabled: true }),
      onAction: () => refetch('refresh', { what: 'selected', ids: [row.id] }),
    },
    ...(versions.length < 2
      ? []
      : versions.map(
          ({ id, fetchedAt }, index): MenuEntry => ({
            id,
            label: t(index === 0 ? 'proofsViewer.newest' : 'proofsViewer.fetched', {
              when: formatTime(fetchedAt, 'sentence', now),
            }),
            separated: index === 0,
            ...(id === version.id ? { icon: 'check' } : {}),
            onAction: () => onVersion(id),
          }),
        )),
  ];
}

export function ViewerHeader(props: ViewerHeaderProps) {
  const { row, versions, version } = props;
  const now = useNow();
  const { attempt } = useFailures();
  const entries = useMenuEntries(props);
  const disabledReason = useDisabledReason();
  const { kind, type, fetchedAt, contentBytes, facts: paymentFacts } = version;
  const { transactions, messageType } = paymentFacts;
  const [worstStatus] = paymentFacts.statuses;
  const facts = [
    t('proofsViewer.fetched', { when: formatTime(fetchedAt, 'sentence', now) }),
    formatBytes(contentBytes),
    ...(transactions > 1
      ? [t(kind === 'mt103' ? 'proofsViewer.messages' : 'proofsViewer.transactions', { count: transactions })]
      : []),
    ...(versions.length > 1 ? [t('proofsViewer.versions', { count: versions.length })] : []),
    ...(kind === 'unreadable'
      ? []
      : [type === null ? t('proofsViewer.noServiceType') : t('proofsViewer.serviceType', { type })]),
  ];
  return (
    <>
      <header className={styles.head}>
        <DragHandle
          item={{ kind: 'proof', id: row.id, version: version.id }}
          alternative={t('proofsViewer.save')}
        />
        <div className="grow">
          <h2>
            {[proofLabel(version), messageType].filter((text) => text !== null).join(' ')}{' '}
            <span className="id faint">{row.reference}</span>{' '}
            {worstStatus !== undefined && <StandingBadge standing={worstStatus.standing} />}
          </h2>
          <p className="sm dim num cut" title={formatUtc(fetchedAt)}>
            {formatPlainList(facts)}
          </p>
        </div>
        <Button size="small" icon="copy" onPress={() => toastCopied(copyText(fieldLines(row, version)))}>
          {t('proofsViewer.copy')}
        </Button>
        {!kindsWithoutPages.has(kind) && (
          <Button
            size="small"
            icon="print"
            onPress={() =>
              attempt(
                kind === 'pdf'
                  ? printView()
                  : call('proofs.open', { action: 'print', id: row.id, version: version.id }),
              )
            }
          >
            {t('proofsViewer.print')}
          </Button>
        )}
        <Button
          size="small"
          icon="save"
          disabledReason={disabledReason}
          onPress={() => saveOne(row.id, version.id, 'document')}
        >
          {t('proofsViewer.save')}
        </Button>
        <Menu
          label={t('proofsViewer.more')}
          trigger={<IconButton icon="more" label={t('proofsViewer.more')} variant="default" />}
          entries={entries}
          placement="bottom end"
        />
      </header>
      <KeyFacts version={version} />
    </>
  );
}
