import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { RestoreRecovery } from '../recovery/RestoreRecovery.tsx';
import { SaveRecovery } from '../recovery/SaveRecovery.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

/** The data folder and recovery. */
export function DataSection() {
  const { value: about, error } = useAbout();
  const { attempt } = useFailures();
  const library = useTopic('library');
  return (
    <Section title={t('settings.section.data')} lead={t('settings.data.lead')}>
      {about === null && error === null && <Skeleton rows={2} pieces={2} />}
      {error !== null && <ErrorNotice error={error} />}
      {about !== null && (
        <Facts
          facts={[
            { term: t('settings.data.folder'), value: about.dataFolder, face: 'raw' },
            { term: t('settings.data.user'), value: about.osUser },
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
      <div className={styles.settingsActions}>
        <SaveRecovery canSave={library.value?.state === 'kept'} />
        <RestoreRecovery />
      </div>
    </Section>
  );
}
