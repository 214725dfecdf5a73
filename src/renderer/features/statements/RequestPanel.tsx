import { useEffect, useRef, useState } from 'react';
import type { RequestResult } from '../../../shared/contract/statements.ts';
import { fromWire, type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { formatList, formatMonth, formatPlainList, t } from '../../../shared/messages/index.ts';
import type { Wallet } from '../../../shared/model/statements.ts';
import { toast } from '../../app/toasts.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { useNow } from '../../components/clock-tick.ts';
import { Menu } from '../../components/Menu.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { SegmentedControl } from '../../components/Radio.tsx';
import { TextField } from '../../components/TextField.tsx';
import { PeriodFields } from './RequestPeriod.tsx';
import {
  dateProblem,
  formProblem,
  pickedByMonth,
  placeKey,
  type RequestDraft,
  remainingRequests,
  todayOf,
  withoutWallets,
} from './request-form.ts';
import { WalletField } from './WalletField.tsx';
import { walletText } from './wallet-field-text.ts';
import { readWalletIds } from './wallet-ids.ts';

interface RequestPanelProps {
  readonly wallets: readonly Wallet[];
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
  /** Called when all requests were accepted and the form has not changed since. */
  readonly onRequested: () => void;
  /** Missing months (YYYY-MM) of each wallet in the visible coverage. */
  readonly missing: readonly { readonly wallet: Wallet; readonly months: readonly string[] }[];
  /** Increases whenever the focus should move to the submit button. */
  readonly focusCount: number;
}

/** Lists up to two months by name; otherwise their number. */
function namesOfMonths(months: readonly string[]): string {
  const [first, second, ...more] = months.map((month) => formatMonth(month));
  if (first === undefined || more.length > 0) return t('statementRequests.months', { count: months.length });
  return second === undefined ? first : formatList([first, second]);
}

interface ResultsProps {
  readonly results: readonly RequestResult[];
  /** Wallets that the form marks as unknown. */
  readonly marked: readonly number[];
}

function Results({ results, marked }: ResultsProps) {
  const failed = results.filter(({ outcome }) => outcome !== 'accepted');
  const [first] = failed;
  if (first === undefined) return null;
  const { invalidWallets } = first;
  if (invalidWallets.length > 0) {
    const unmarked = invalidWallets.filter((id) => !marked.includes(id));
    return unmarked.length === 0 ? null : (
      <Notice
        tone="danger"
        title={t('statementRequests.unknown', {
          wallets: formatList(unmarked.map(String)),
          count: unmarked.length,
        })}
        spoken
      />
    );
  }
  if (first.error !== null && first.outcome === 'failed')
    return <ErrorNotice error={fromWire(first.error)} />;
  return (
    <Notice tone="danger" title={t('statementRequests.notAccepted', { count: failed.length })} spoken>
      {first.message === '' ? null : t('statementRequests.serviceMessage', { message: first.message })}
    </Notice>
  );
}

/** Selected months with their wallets; each month is a separate request. */
function Picked({ draft }: Pick<RequestPanelProps, 'draft'>) {
  return (
    <dl className="request-missing" aria-label={t('statementRequests.preset.picked')}>
      {pickedByMonth(draft.picked).map(({ walletIds, periods }) => (
        <div key={`${periods[0]?.since} ${walletIds[0]}`}>
          <dt>{formatMonth(periods[0]?.since ?? '')}</dt>
          <dd className="id cut" title={formatPlainList(walletIds.map(String))}>
            {formatPlainList(walletIds.map(String))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function acceptedKeys(
  draft: RequestDraft,
  walletIds: readonly number[],
  results: readonly RequestResult[],
): string[] {
  return results
    .filter(({ outcome }) => outcome === 'accepted')
    .flatMap(({ period }) => walletIds.map((id) => placeKey(draft, id, period)));
}

/** The form on the right: wallets, period, format, delivery. */
export function RequestPanel({
  wallets,
  draft,
  onDraft,
  onRequested,
  missing,
  focusCount,
}: RequestPanelProps) {
  const profile = useProfile();
  const today = todayOf(useNow());
  const [unknown, setUnknown] = useState<readonly number[]>([]);
  const [results, setResults] = useState<readonly RequestResult[]>([]);
  const [error, setError] = useState<PaydeskError | null>(null);
  const [isRequesting, setRequesting] = useState(false);
  // Requests that were accepted while others of the form were not: the form then sends only the others.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const submitButton = useRef<HTMLButtonElement>(null);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    if (focusCount > 0) submitButton.current?.focus();
  }, [focusCount]);
  const form = useRef<HTMLDivElement>(null);
  const wasRequesting = useRef(false);
  useEffect(() => {
    const hasAnswer = wasRequesting.current && !isRequesting;
    wasRequesting.current = isRequesting;
    if (!hasAnswer || document.activeElement !== document.body) return;
    // The button lost the focus while it was disabled. It stays disabled if nothing is left to request.
    submitButton.current?.focus();
    if (document.activeElement === document.body) form.current?.focus();
  }, [isRequesting]);
  const { ids } = readWalletIds(draft.wallets);
  const isPicked = draft.preset === 'picked';
  const marked = unknown.filter((id) => ids.includes(id));
  const problem = formProblem(draft, unknown, today);
  const inputs =
    ids.length === 0 || dateProblem(draft, today) !== null ? [] : remainingRequests(draft, accepted, today);
  const places = inputs.reduce((sum, { walletIds, periods }) => sum + walletIds.length * periods.length, 0);

  const send = async (wanted: RequestDraft) => {
    if (profile === null) return;
    setRequesting(true);
    setError(null);
    setResults([]);
    try {
      const email = wanted.delivery === 'email' ? wanted.email.trim() : '';
      const same = { profileId: profile.id, format: wanted.format, email };
      const answers: RequestResult[] = [];
      const done = new Set(accepted);
      let count = 0;
      for (const { walletIds, periods } of remainingRequests(wanted, accepted, today)) {
        const asked = { ...same, walletIds: [...walletIds], periods: [...periods] };
        const { results: some } = await call('statements.request', asked);
        answers.push(...some);
        const keys = acceptedKeys(wanted, walletIds, some);
        count += keys.length;
        for (const key of keys) done.add(key);
        setAccepted(new Set(done));
        setResults([...answers]);
      }
      setUnknown([...new Set(answers.flatMap(({ invalidWallets }) => invalidWallets))]);
      if (count > 0) toast({ sentence: t('statementRequests.accepted', { count }) });
      // Keeps what the clerk has entered since the request was sent.
      const isStillSent = latest.current === wanted;
      if (isStillSent && answers.every(({ outcome }) => outcome === 'accepted')) {
        setAccepted(new Set());
        onRequested();
      }
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setRequesting(false);
    }
  };
  const withoutMarked = () => {
    const rest = withoutWallets(draft, marked);
    setUnknown([]);
    onDraft(rest);
    void send(rest);
  };
  const add = (chosen: readonly number[]) =>
    onDraft({
      ...draft,
      wallets: walletText({ pieces: [...new Set([...ids, ...chosen])].map(String), typing: '' }),
    });

  return (
    <Panel label={t('statementRequests.title')} summons={focusCount}>
      <PanelSection title={t('statementRequests.title')}>
        <div className="request-form" ref={form} tabIndex={-1}>
          {isPicked && <Picked draft={draft} />}
          {!isPicked && (
            <WalletField
              text={draft.wallets}
              onText={(typed) => onDraft({ ...draft, wallets: typed })}
              wallets={wallets}
              unknown={unknown}
              hint={t('statementRequests.walletsHint')}
              error={
                marked.length > 0
                  ? t('statementRequests.unknown', {
                      wallets: formatList(marked.map(String)),
                      count: marked.length,
                    })
                  : null
              }
            />
          )}
          {isPicked && marked.length > 0 && (
            <Notice
              tone="danger"
              title={t('statementRequests.unknown', {
                wallets: formatList(marked.map(String)),
                count: marked.length,
              })}
              spoken
            />
          )}
          {marked.length > 0 && ids.length > marked.length && (
            <Button size="small" onPress={withoutMarked}>
              {t('statementRequests.withoutUnknown', { wallets: formatList(marked.map(String)) })}
            </Button>
          )}
          {!isPicked && wallets.length > 0 && (
            <Menu
              label={t('statementRequests.choose')}
              trigger={
                <Button size="small" icon="plus">
                  {t('statementRequests.choose')}
                </Button>
              }
              entries={[
                {
                  id: 'all',
                  label: t('statementRequests.all'),
                  onAction: () => add(wallets.map(({ id }) => id)),
                },
                ...wallets.slice(0, 100).map((wallet) => ({
                  id: String(wallet.id),
                  label: `${wallet.id} ${wallet.currency ?? ''}`.trim(),
                  ...(wallet.name === null ? {} : { more: wallet.name }),
                  onAction: () => add([wallet.id]),
                })),
              ]}
            />
          )}
          <PeriodFields draft={draft} onDraft={onDraft} today={today} />
          <SegmentedControl
            label={t('statementRequests.format')}
            choices={[
              { id: 'csv', label: t('statementRequests.formatName.csv') },
              { id: 'pdf', label: t('statementRequests.formatName.pdf') },
            ]}
            value={draft.format}
            onChange={(format) => onDraft({ ...draft, format })}
            hint={t(`statementRequests.formatHint.${draft.format}`)}
          />
          <SegmentedControl
            label={t('statementRequests.delivery')}
            choices={[
              { id: 'webhook', label: t('statementRequests.webhook') },
              { id: 'email', label: t('statementRequests.email') },
            ]}
            value={draft.delivery}
            onChange={(delivery) => onDraft({ ...draft, delivery })}
            hint={
              draft.delivery === 'webhook'
                ? t('statementRequests.webhookHint')
                : t('statementRequests.emailHint')
            }
          />
          {draft.delivery === 'email' && (
            <TextField
              label={t('statementRequests.address')}
              type="email"
              value={draft.email}
              onChange={(email) => onDraft({ ...draft, email })}
            />
          )}
          <Button
            variant="outward"
            size="wide"
            tourStop="request"
            buttonRef={submitButton}
            startsFocused={focusCount > 0}
            disabled={isRequesting}
            disabledReason={isRequesting ? null : problem}
            onPress={() => void send(draft)}
          >
            {isRequesting
              ? t('statementRequests.requesting')
              : t('statementRequests.action', {
                  count: Math.max(1, places),
                  environment: profile?.environment ?? 'sandbox',
                })}
          </Button>
          <Results results={results} marked={marked} />
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </PanelSection>
      <PanelSection heading={t('statementRequests.missing')}>
        {missing.length === 0 ? (
          <p className="sm dim">{t('statementRequests.noneMissing')}</p>
        ) : (
          <dl className="request-missing">
            {missing.slice(0, 12).map(({ wallet, months }) => (
              <div key={wallet.id}>
                <dt className="cut">
                  <span className="id">{wallet.id}</span>
                  {wallet.currency === null ? '' : ` ${wallet.currency}`}, {namesOfMonths(months)}
                </dt>
                <dd className="num">{months.length}</dd>
              </div>
            ))}
          </dl>
        )}
      </PanelSection>
    </Panel>
  );
}
