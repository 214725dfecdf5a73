import { noNeeds } from '../../../shared/contract/needs-you.ts';
import { t } from '../../../shared/messages/index.ts';
import type { RetentionPeriods } from '../../../shared/model/retention.ts';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { useAbout } from './about.ts';
import { DueFiles } from './DueFiles.tsx';
import { Section } from './Section.tsx';

const periodNames = ['statements', 'proofs', 'notes'] as const satisfies readonly (keyof RetentionPeriods)[];

function Periods({ periods }: { readonly periods: RetentionPeriods }) {
  return (
    <Facts
      facts={periodNames.map((name) => {
        const years = periods[name];
        return {
          term: t(`retention.periods.${name}`),
          value: years === null ? t('retention.after.none') : t(`retention.after.${name}`, { years }),
        };
      })}
    />
  );
}

function DueFilesOfProfile({ profileId }: { readonly profileId: string }) {
  const revision = useTopicPart('needsYou', (summary) => summary.revision, noNeeds.revision);
  const { value, error, retry } = useQuery({
    queryKey: profileId,
    revision,
    load: () => call('needsYou.items', { action: 'listDue' }),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (value === null) return <Skeleton rows={3} pieces={4} />;
  return <DueFiles total={value.total} files={value.rows} onRemoved={retry} />;
}

/** The administrator's retention periods, and the stored files that may be removed. */
export function RetentionSection() {
  const { value: about, error } = useAbout();
  const profile = useProfile();
  return (
    <Section title={t('settings.section.retention')} lead={t('retention.lead')}>
      {about === null && error === null && <Skeleton rows={2} pieces={2} />}
      {error !== null && <ErrorNotice error={error} />}
      {about !== null && <Periods periods={about.retention} />}
      <h3>{t('retention.due')}</h3>
      {profile === null ? (
        <p className="dim">{t('retention.signIn')}</p>
      ) : (
        <DueFilesOfProfile key={profile.id} profileId={profile.id} />
      )}
    </Section>
  );
}
