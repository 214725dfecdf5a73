import { samplesWords } from '../../../shared/words/samples.ts';
import { type Samples, useSamples } from '../../app/samples.ts';
import { toast } from '../../app/toasts.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { useWork } from '../../components/use-work.ts';

async function request(profileId: string, { walletIds, periods }: NonNullable<Samples['statements']>) {
  const asked = { profileId, walletIds, periods, format: 'csv', email: '' } as const;
  const { results } = await call('statements.ask', asked);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
  toast({ sentence: samplesWords.requested(accepted * walletIds.length) });
}

/** The statements that the profile brings along to be requested, until the first one is requested. */
export function SampleStatements() {
  const profileId = useProfile()?.id ?? null;
  const offered = useSamples()?.statements ?? null;
  // Before the topic is there, nobody knows whether anything was requested.
  const isNew = useTopicPart('statements', ({ counts }) => Object.keys(counts).length === 0, false);
  const { busy, error, run } = useWork();
  if (profileId === null || offered === null || (!isNew && error === null)) return null;
  if (error !== null) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="info"
      title={samplesWords.statementsTitle}
      actionsAt="end"
      actions={
        <Button size="small" disabled={busy} onPress={() => void run(() => request(profileId, offered))}>
          {samplesWords.statements}
        </Button>
      }
    >
      {samplesWords.statementsLead(offered.walletIds.length, offered.periods.length)}
    </Notice>
  );
}
