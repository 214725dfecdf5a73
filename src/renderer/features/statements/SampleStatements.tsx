import { samplesWords } from '../../../shared/words/samples.ts';
import { type Samples, useSamples } from '../../app/samples.ts';
import { toast } from '../../app/toasts.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { formatPeriod } from '../../components/format-period.ts';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';

async function request(
  profileId: string,
  { walletIds, periods }: NonNullable<Samples['statements']>,
  detail: string,
) {
  const asked = { profileId, walletIds, periods, format: 'csv', email: '' } as const;
  const { results } = await call('statements.request', asked);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
  toast({ sentence: samplesWords.requested(accepted * walletIds.length), detail });
}

/** Which statement does not add up; empty without one. */
function hintOf(unbalanced: Samples['unbalanced']): string {
  if (unbalanced === null) return '';
  const { walletId, period } = unbalanced;
  return samplesWords.unbalanced(walletId, formatPeriod(period.since, period.till));
}

/** The statements that the profile brings along to be requested, until the first one is requested. */
export function SampleStatements() {
  const profileId = useProfile()?.id ?? null;
  const samples = useSamples();
  const offered = samples?.statements ?? null;
  const hint = hintOf(samples?.unbalanced ?? null);
  // Before the topic is there, nobody knows whether anything was requested.
  const isNew = useTopicPart('statements', ({ counts }) => Object.keys(counts).length === 0, false);
  const { busy, error, run } = useAsyncAction();
  if (profileId === null || offered === null || (!isNew && error === null)) return null;
  if (error !== null) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="info"
      title={samplesWords.statementsTitle}
      actionsAt="end"
      actions={
        <Button
          size="small"
          disabled={busy}
          onPress={() => void run(() => request(profileId, offered, hint))}
        >
          {samplesWords.statements}
        </Button>
      }
    >
      {samplesWords.statementsLead(offered.walletIds.length, offered.periods.length)} {hint}
    </Notice>
  );
}
