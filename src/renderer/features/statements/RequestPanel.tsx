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
  type RequestDraft,
  remainingRequests,
  statementKey,
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

const maxMenuWallets = 100;
const maxMissingWallets = 12;

/** Lists up to two months by name; of more months, only the number. */
function namesOfMonths(months: readonly string[]): string {
  const [first, second, ...more] = months.map((month) => formatMonth(month));
  if (first === undefined || more.length > 0) return t('statementRequests.months', { count: months.length });
  return second === undefined ? first : formatList([first, second]);
}

interface ResultsProps {
  readonly results: readonly RequestResult[];
  /** Wallets that the form already shows as unknown. */
  readonly unknownInForm: readonly number[];
}

function Results({ results, unknownInForm }: ResultsProps) {
  const failed = results.filter(({ outcome }) => outcome !== 'accepted');
  const [firstFailure] = failed;
  if (firstFailure === undefined) return null;
  const { invalidWallets } = firstFailure;
  if (invalidWallets.length > 0) {
    const notInForm = invalidWallets.filter((id) => !unknownInForm.includes(id));
    return notInForm.length === 0 ? null : (
      <Notice
        tone="danger"
        title={t('statementRequests.unknown', {
          wallets: formatList(notInForm.map(String)),
          count: notInForm.length,
        })}
        spoken
      />
    );
  }
  if (firstFailure.error !== null && firstFailure.outcome === 'failed')
    return <ErrorNotice error={fromWire(firstFailure.error)} />;
  return (
    <Notice tone="danger" title={t('statementRequests.notAccepted', { count: failed.length })} spoken>
      {firstFailure.message === ''
        ? null
        : t('statementRequests.serviceMessage', { message: firstFailure.message })}
    </Notice>
  );
}

/** Selected months with their wallets; each month is a separate request. */
function PickedMonths({ draft }: Pick<RequestPanelProps, 'draft'>) {
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
    .flatMap(({ period }) => walletIds.map((id) => statementKey(draft, id, period)));
}

/** Panel with the request form (wallets, period, format, delivery) and the missing months of each wallet. */
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
  const [unknownWallets, setUnknownWallets] = useState<readonly number[]>([]);
  const [results, setResults] = useState<readonly RequestResult[]>([]);
  const [error, setError] = useState<PaydeskError | null>(null);
  const [isRequesting, setRequesting] = useState(false);
  // Keys of accepted requests. While other requests of the form are not accepted, the form sends only those.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const submitButton = useRef<HTMLButtonElement>(null);
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
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
  const unknownInForm = unknownWallets.filter((id) => ids.includes(id));
  const problem = formProblem(draft, unknownWallets, today);
  const requests =
    ids.length === 0 || dateProblem(draft, today) !== null ? [] : remainingRequests(draft, accepted, today);
  const statementCount = requests.reduce(
    (sum, { walletIds, periods }) => sum + walletIds.length * periods.length,
    0,
  );

  const send = async (sentDraft: RequestDraft) => {
    if (profile === null) return;
    setRequesting(true);
    setError(null);
    setResults([]);
    try {
      const email = sentDraft.delivery === 'email' ? sentDraft.email.trim() : '';
      const commonArgs = { profileId: profile.id, format: sentDraft.format, email };
      const answers: RequestResult[] = [];
      const allAccepted = new Set(accepted);
      let acceptedCount = 0;
      for (const { walletIds, periods } of remainingRequests(sentDraft, accepted, today)) {
        const args = { ...commonArgs, walletIds: [...walletIds], periods: [...periods] };
        const { results: newResults } = await call('statements.request', args);
        answers.push(...newResults);
        const keys = acceptedKeys(sentDraft, walletIds, newResults);
        acceptedCount += keys.length;
        for (const key of keys) allAccepted.add(key);
        setAccepted(new Set(allAccepted));
        setResults([...answers]);
      }
      setUnknownWallets([...new Set(answers.flatMap(({ invalidWallets }) => invalidWallets))]);
      if (acceptedCount > 0) {
        toast({ sentence: t('statementRequests.accepted', { count: acceptedCount }) });
      }
      // Keeps what the clerk has entered since the request was sent.
      const isUnchanged = latestDraft.current === sentDraft;
      if (isUnchanged && answers.every(({ outcome }) => outcome === 'accepted')) {
        setAccepted(new Set());
        onRequested();
      }
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setRequesting(false);
    }
  };
  const sendWithoutUnknown = () => {
    const nextDraft = withoutWallets(draft, unknownInForm);
    setUnknownWallets([]);
    onDraft(nextDraft);
    void send(nextDraft);
  };
  const addWallets = (walletIds: readonly number[]) =>
    onDraft({
      ...draft,
      wallets: walletText({ pieces: [...new Set([...ids, ...walletIds])].map(String), typing: '' }),
    });

  return (
    <Panel label={t('statementRequests.title')} openRequests={focusCount}>
      <PanelSection title={t('statementRequests.title')}>
        <div className="request-form" ref={form} tabIndex={-1}>
          {isPicked && <PickedMonths draft={draft} />}
          {!isPicked && (
            <WalletField
              text={draft.wallets}
              onText={(typed) => onDraft({ ...draft, wallets: typed })}
              wallets={wallets}
              unknown={unknownWallets}
              hint={t('statementRequests.walletsHint')}
              error={
                unknownInForm.length > 0
                  ? t('statementRequests.unknown', {
                      wallets: formatList(unknownInForm.map(String)),
                      count: unknownInForm.length,
                    })
                  : null
              }
            />
          )}
          {isPicked && unknownInForm.length > 0 && (
            <Notice
              tone="danger"
              title={t('statementRequests.unknown', {
                wallets: formatList(unknownInForm.map(String)),
                count: unknownInForm.length,
              })}
              spoken
            />
          )}
          {unknownInForm.length > 0 && ids.length > unknownInForm.length && (
            <Button size="small" onPress={sendWithoutUnknown}>
              {t('statementRequests.withoutUnknown', { wallets: formatList(unknownInForm.map(String)) })}
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
                  onAction: () => addWallets(wallets.map(({ id }) => id)),
                },
                ...wallets.slice(0, maxMenuWallets).map((wallet) => ({
                  id: String(wallet.id),
                  label: `${wallet.id} ${wallet.currency ?? ''}`.trim(),
                  ...(wallet.name === null ? {} : { detail: wallet.name }),
                  onAction: () => addWallets([wallet.id]),
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
                  count: Math.max(1, statementCount),
                  environment: profile?.environment ?? 'sandbox',
                })}
          </Button>
          <Results results={results} unknownInForm={unknownInForm} />
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </PanelSection>
      <PanelSection heading={t('statementRequests.missing')}>
        {missing.length === 0 ? (
          <p className="sm dim">{t('statementRequests.noneMissing')}</p>
        ) : (
          <dl className="request-missing">
            {missing.slice(0, maxMissingWallets).map(({ wallet, months }) => (
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
