import { t } from '../../../shared/messages/index.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';
import { useFailures } from '../../app/failures.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import type { IconName } from '../../components/layout/icons.ts';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { Badge, State } from '../../components/messages/State.tsx';
import { RestoreRecovery } from '../recovery/RestoreRecovery.tsx';
import { SaveRecovery } from '../recovery/SaveRecovery.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const keychainIcons: Readonly<Record<Exclude<Keychain['state'], 'available'>, IconName>> = {
  locked: 'lock',
  absent: 'ended',
  refused: 'problem',
};

function KeychainState({ keychain }: { readonly keychain: Keychain }) {
  const { attempt } = useFailures();
  const { state, name } = keychain;
  if (name === '') return <State icon="hourglass">{t('settings.keychain.checking')}</State>;
  return (
    <div className={styles.keychainState}>
      <strong>{name}</strong>
      {state === 'available' ? (
        <State icon="check-circle" tone="ok">
          {t(`settings.keychain.states.${state}`)}
        </State>
      ) : (
        <Badge icon={keychainIcons[state]} tone="warning">
          {t(`settings.keychain.states.${state}`)}
        </Badge>
      )}
      <p className="dim">{t(`settings.keychain.details.${state}`)}</p>
      <Button size="small" icon="retry" onPress={() => attempt(call('session.checkKeychain', {}))}>
        {t('settings.keychain.again')}
      </Button>
    </div>
  );
}

export function DataSection() {
  const { value: about, error } = useAbout();
  const { attempt } = useFailures();
  const library = useTopic('library');
  const keychain = useTopic('keychain');
  return (
    <Section title={t('settings.section.data')} lead={t('settings.data.lead')}>
      {about === null && error === null && <Skeleton rows={2} pieces={2} />}
      {error !== null && <ErrorNotice error={error} />}
      {about !== null && (
        <Facts facts={[{ term: t('settings.data.folder'), value: about.dataFolder, face: 'raw' }]} />
      )}
      <div>
        <Button icon="folder" onPress={() => attempt(call('settings.showDataFolder', {}))}>
          {t('settings.data.show')}
        </Button>
      </div>
      <p className="sm faint">{t('settings.data.hint')}</p>
      <h3>{t('settings.keychain.heading')}</h3>
      {keychain.value !== null && <KeychainState keychain={keychain.value} />}
      <h3>{t('recovery.heading')}</h3>
      <p className="dim">{t('recovery.lead')}</p>
      <div className={styles.settingsActions}>
        <SaveRecovery canSave={library.value?.state === 'kept'} />
        <RestoreRecovery />
      </div>
    </Section>
  );
}
