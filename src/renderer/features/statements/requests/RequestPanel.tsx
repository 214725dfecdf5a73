import { useEffect, useRef, useState } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components';
import type { RequestResult } from '../../../../shared/contract/statements.ts';
import { fromWire } from '../../../../shared/errors.ts';
import { formatList, formatMonth, formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { Period } from '../../../../shared/model/statements/period.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { Explanation } from '../../../app/help/Explanation.tsx';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { DisclosureTrigger } from '../../../components/actions/DisclosureTrigger.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';
import { SegmentedControl } from '../../../components/fields/Radio.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useNow } from '../../../components/layout/clock-tick.ts';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import styles from '../coverage/Coverage.module.css';
import { EventSourceChoice, useEventSource } from './event-source.tsx';
import { PeriodFields } from './RequestPeriod.tsx';
import {
  dateProblem,
  formProblem,
  pickedByMonth,
  type RequestDraft,
  remainingRequests,
  todayOf,
} from './request-form.ts';
import { useRequestSubmission } from './use-request-submission.ts';
import { WalletField } from './WalletField.tsx';
import { walletText } from './wallet-field-text.ts';
import { readWalletIds } from './wallet-ids.ts';

interface RequestPanelProps {
  readonly wallets: readonly Wallet[];
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
  /** Called when all requests were accepted and the form has not changed since. */
  readonly onRequested: () => void;
  /** Called with the periods of the requests that the service has accepted. */
  readonly onAccepted: (periods: readonly Period[]) => void;
}

const maxMenuWallets = 100;

function unknownSentence(walletIds: readonly number[]): string {
  return t('statementRequests.unknown', {
    wallets: formatList(walletIds.map(String)),
    count: walletIds.length,
  });
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
    return notInForm.length === 0 ? null : <Notice tone="danger" title={unknownSentence(notInForm)} spoken />;
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
    <dl className={styles.requestPicked} aria-label={t('statementRequests.preset.picked')}>
      {pickedByMonth(draft.picked).map(({ walletIds, periods }) => (
        <div key={`${periods[0]?.since} ${walletIds[0]}`}>
          <dt className="flex-none dim">{formatMonth(periods[0]?.since ?? '')}</dt>
          <dd className="id cut" title={formatPlainList(walletIds.map(String))}>
            {formatPlainList(walletIds.map(String))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How the service delivers the statements, folded, because the webhook is the usual way. */
function DeliveryFields({ draft, onDraft }: Pick<RequestPanelProps, 'draft' | 'onDraft'>) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    // The address stays in sight while it is needed.
    <Disclosure isExpanded={isExpanded || draft.delivery === 'email'} onExpandedChange={setExpanded}>
      <DisclosureTrigger level={3}>{t('statementRequests.more')}</DisclosureTrigger>
      <DisclosurePanel className={classNames(styles.requestMore)}>
        <SegmentedControl
          label={t('statementRequests.delivery')}
          explanation={<Explanation word="webhook" />}
          choices={[
            { id: 'webhook', label: t('statementRequests.webhook') },
            { id: 'email', label: t('statementRequests.email') },
          ]}
          value={draft.delivery === 'email' ? 'email' : 'webhook'}
          onChange={(delivery) => onDraft({ ...draft, delivery })}
          hint={
            draft.delivery === 'email'
              ? t('statementRequests.emailHint')
              : draft.delivery === 'paste'
                ? t('statementRequests.pasteHint')
                : t('statementRequests.webhookHint')
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
      </DisclosurePanel>
    </Disclosure>
  );
}

export function RequestPanel({ wallets, draft, onDraft, onRequested, onAccepted }: RequestPanelProps) {
  const profile = useProfile();
  const today = todayOf(useNow());
  const submission = useRequestSubmission({ draft, onDraft, today, onRequested, onAccepted });
  const { unknownWallets, error, isRequesting } = submission;
  const submitButton = useRef<HTMLButtonElement>(null);
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
  const hasSource = useEventSource() !== 'paste';
  const problem = formProblem(draft, unknownWallets, today, hasSource);
  const requests =
    ids.length === 0 || dateProblem(draft, today) !== null
      ? []
      : remainingRequests(draft, submission.accepted, today);
  const statementCount = requests.reduce(
    (sum, { walletIds, periods }) => sum + walletIds.length * periods.length,
    0,
  );
  const addWallets = (walletIds: readonly number[]) =>
    onDraft({
      ...draft,
      wallets: walletText({ pieces: [...new Set([...ids, ...walletIds])].map(String), typing: '' }),
    });

  return (
    <Panel label={t('statementRequests.title')}>
      <PanelSection title={t('statementRequests.title')}>
        <div className={styles.requestForm} data-part="request-form" ref={form} tabIndex={-1}>
          {isPicked && <PickedMonths draft={draft} />}
          {!isPicked && (
            <WalletField
              text={draft.wallets}
              onText={(typed) => onDraft({ ...draft, wallets: typed })}
              wallets={wallets}
              unknown={unknownWallets}
              hint={t('statementRequests.walletsHint')}
              error={unknownInForm.length > 0 ? unknownSentence(unknownInForm) : null}
            />
          )}
          {isPicked && unknownInForm.length > 0 && (
            <Notice tone="danger" title={unknownSentence(unknownInForm)} spoken />
          )}
          {unknownInForm.length > 0 && ids.length > unknownInForm.length && (
            <Button size="small" onPress={() => submission.sendWithout(unknownInForm)}>
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
          <DeliveryFields draft={draft} onDraft={onDraft} />
          {draft.delivery === 'webhook' && !hasSource && (
            <EventSourceChoice onDelivery={(delivery) => onDraft({ ...draft, delivery })} />
          )}
          <Button
            variant="outward"
            size="wide"
            buttonRef={submitButton}
            disabled={isRequesting}
            disabledReason={isRequesting ? null : problem}
            onPress={submission.send}
          >
            {isRequesting
              ? t('statementRequests.requesting')
              : t('statementRequests.action', {
                  count: Math.max(1, statementCount),
                  environment: profile?.environment ?? 'sandbox',
                })}
          </Button>
          <Results results={submission.results} unknownInForm={unknownInForm} />
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </PanelSection>
    </Panel>
  );
}
