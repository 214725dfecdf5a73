import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { type Samples, useSamples } from '../../../app/samples.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';

async function requestSamples(
  profileId: string,
  { walletIds, periods }: NonNullable<Samples['statements']>,
  detail: string,
) {
  const args = { profileId, walletIds, periods, format: 'csv', email: '' } as const;
  const { results } = await call('statements.request', args);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
  toast({ sentence: t('samples.requested', { count: accepted * walletIds.length }), detail });
}

/** Returns a hint about the sample statement whose sums are wrong on purpose; empty if the profile has none. */
function unbalancedHint(unbalanced: Samples['unbalanced']): string {
  if (unbalanced === null) return '';
  const { walletId, period } = unbalanced;
  return t('samples.unbalanced', {
    walletId,
    period: formatPeriod(period.since, period.till),
  });
}

/** Offers the sample statements of the profile until a statement is requested. */
export function SampleStatements() {
  const profileId = useProfile()?.id ?? null;
  const samples = useSamples();
  const sampleStatements = samples?.statements ?? null;
  const hint = unbalancedHint(samples?.unbalanced ?? null);
  // Before the topic has loaded, it is unknown whether anything was requested.
  const hasNoRequests = useTopicPart('statements', ({ counts }) => Object.keys(counts).length === 0, false);
  const { busy, error, run } = useAsyncAction();
  if (profileId === null || sampleStatements === null || (!hasNoRequests && error === null)) return null;
  if (error !== null) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="info"
      title={t('samples.statementsTitle')}
      actionsAt="end"
      actions={
        <Button
          size="small"
          disabled={busy}
          onPress={() => void run(() => requestSamples(profileId, sampleStatements, hint))}
        >
          {t('samples.statements')}
        </Button>
      }
    >
      {t('samples.statementsLead', {
        wallets: sampleStatements.walletIds.length,
        months: sampleStatements.periods.length,
      })}{' '}
      {hint}
    </Notice>
  );
}
