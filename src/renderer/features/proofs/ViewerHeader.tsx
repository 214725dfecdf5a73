import { formatBytes, formatCalendarDate, formatTime, formatUtc } from '../../../shared/messages/index.ts';
import { groupedAmount } from '../../../shared/model/proofs/amount.ts';
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { amountRoleWords, statusLine } from '../../../shared/words/payment-status.ts';
import { kindWord } from '../../../shared/words/proofs.ts';
import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';
import { useFailures } from '../../app/failures.ts';
import { toastCopied } from '../../app/toasts.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { useNow } from '../../components/clock-tick.ts';
import { copyText } from '../../components/copy-text.ts';
import { Menu, type MenuEntry } from '../../components/Menu.tsx';
import { printView } from '../../components/pdf/print.ts';
import { DragHandle } from '../../library/DragHandle.tsx';
import { fieldLines } from './field-lines.ts';
import { refetch, saveOne, useDisabledReason } from './proof-actions.ts';
import { StandingBadge } from './StandingBadge.tsx';

const words = proofsScreenWords.viewer;

export interface ViewerHeaderProps {
  readonly row: ProofRow;
  /** Newest first. */
  readonly versions: readonly ProofVersion[];
  readonly version: ProofVersion;
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
  readonly onVersion: (id: string) => void;
}

function KeyFacts({ version }: { readonly version: ProofVersion }) {
  const { amount, amountRole, valueDate, from, to, statuses, transactions } = version.facts;
  const role = amountRoleWords[amountRole];
  const facts = [
    {
      word: transactions > 1 ? words.total(role) : role,
      value: amount === null ? null : `${groupedAmount(amount.value)} ${amount.currency}`,
    },
    { word: words.valueDate, value: valueDate === null ? null : formatCalendarDate(valueDate) },
    { word: words.from, value: from },
    { word: words.to, value: to },
  ].filter(({ value }) => value !== null);
  if (facts.length === 0 && statuses.length === 0) return null;
  return (
    <dl className="proof-key">
      {statuses.length > 0 && (
        <div className="proof-statuses">
          <dt>{words.status}</dt>
          {statuses.map((status) => (
            <dd key={status.standing} className="selectable">
              {statusLine(status)}
            </dd>
          ))}
        </div>
      )}
      {facts.map(({ word, value }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd className="num selectable" title={value ?? ''}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useEntries(props: ViewerHeaderProps): MenuEntry[] {
  const { row, versions, version, raw, onRaw, onVersion } = props;
  const now = useNow();
  const whyNot = useDisabledReason();
  return [
    {
      id: 'raw',
      word: raw ? words.showDocument : words.showRaw,
      icon: 'ledger',
      onAction: () => onRaw(!raw),
    },
    {
      id: 'original',
      word: words.saveOriginal,
      more: whyNot ?? words.saveOriginalMore,
      icon: 'save',
      disabled: whyNot !== null,
      onAction: () => saveOne(row.id, version.id, 'received'),
    },
    {
      id: 'refresh',
      word: words.refresh,
      icon: 'retry',
      separated: true,
      ...(whyNot === null ? {} : { more: whyNot, disabled: true }),
      onAction: () => refetch('proofs.refresh', { what: 'these', ids: [row.id] }),
    },
    ...(versions.length < 2
      ? []
      : versions.map(
          ({ id, fetchedAt }, index): MenuEntry => ({
            id,
            word: words.version(formatTime(fetchedAt, 'sentence', now), index === 0),
            separated: index === 0,
            ...(id === version.id ? { icon: 'check' } : {}),
            onAction: () => onVersion(id),
          }),
        )),
  ];
}

/** Header of the viewer: kind, key facts and actions. */
export function ViewerHeader(props: ViewerHeaderProps) {
  const { row, versions, version } = props;
  const now = useNow();
  const { attempt } = useFailures();
  const entries = useEntries(props);
  const whyNot = useDisabledReason();
  const { kind, type, fetchedAt, contentBytes, facts: read } = version;
  const { transactions, messageType } = read;
  const [gravest] = read.statuses;
  const facts = [
    words.fetched(formatTime(fetchedAt, 'sentence', now)),
    formatBytes(contentBytes),
    ...(transactions > 1
      ? [kind === 'mt103' ? words.messages(transactions) : words.transactions(transactions)]
      : []),
    ...(versions.length > 1 ? [words.versions(versions.length)] : []),
    ...(kind === 'unreadable' ? [] : [type === null ? words.typeMissing : words.type(type)]),
  ];
  return (
    <>
      <header className="proof-head">
        <DragHandle item={{ kind: 'proof', id: row.id, version: version.id }} alternative={words.save} />
        <div className="grow">
          <h2>
            {[kindWord(version), messageType].filter((one) => one !== null).join(' ')}{' '}
            <span className="id faint">{row.reference}</span>{' '}
            {gravest !== undefined && <StandingBadge standing={gravest.standing} />}
          </h2>
          <p className="sm dim num cut" title={`${formatUtc(fetchedAt)}\n${words.sha256} ${version.sha256}`}>
            {facts.join(', ')}
          </p>
        </div>
        <Button size="small" icon="copy" onPress={() => toastCopied(copyText(fieldLines(row, version)))}>
          {words.copy}
        </Button>
        <Button size="small" icon="print" onPress={() => attempt(printView())}>
          {words.print}
        </Button>
        <Button
          size="small"
          icon="save"
          disabledReason={whyNot}
          onPress={() => saveOne(row.id, version.id, 'document')}
        >
          {words.save}
        </Button>
        <Menu
          label={words.more}
          trigger={<IconButton icon="more" label={words.more} variant="default" />}
          entries={entries}
          placement="bottom end"
        />
      </header>
      <KeyFacts version={version} />
    </>
  );
}
