import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Facts } from '../../components/Facts.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { RestoreRecovery } from '../library/RestoreRecovery.tsx';
import { SaveRecovery } from '../library/SaveRecovery.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';

/** The data folder and recovery. */
export function DataSection() {
  const aboutState = useAbout();
  const { attempt } = useFailures();
  const library = useTopic('library');
  return (
    <Section title={t('settings.section.data')} lead={t('settings.data.lead')}>
      {aboutState.state === 'loading' && <Skeleton rows={2} pieces={2} />}
      {aboutState.state === 'failed' && <ErrorNotice error={aboutState.error} />}
      {aboutState.state === 'known' && (
        <Facts
          facts={[
            { term: t('settings.data.folder'), value: aboutState.about.dataFolder, face: 'raw' },
            { term: t('settings.data.user'), value: aboutState.about.osUser },
          ]}
        />
      )}
      <div>
        <Button icon="folder" onPress={() => attempt(call('settings.showDataFolder', {}))}>
          {t('settings.data.show')}
        </Button>
      </div>
      <p className="sm faint">{t('settings.data.hint')}</p>
      <h3>{t('recovery.heading')}</h3>
      <p className="dim">{t('recovery.lead')}</p>
      <div className="settings-actions">
        <SaveRecovery canSave={library.value?.state === 'kept'} />
        <RestoreRecovery />
      </div>
    </Section>
  );
}
