import { Disclosure, DisclosurePanel } from 'react-aria-components';
import type { UpdateState } from '../../../shared/contract/updates.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { toastSaved } from '../../app/toasts/toasts.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { DisclosureTrigger } from '../../components/actions/DisclosureTrigger.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { thirdPartyComponents } from './third-party-components.ts';

function describeState(update: Exclude<UpdateState, { readonly state: 'off' | 'ready' }>): string {
  switch (update.state) {
    case 'failed':
      return t(`updates.problem.${update.problem}`);
    case 'downloading':
    case 'installing':
      return t(`updates.${update.state}`, { version: update.version });
    default:
      return t(`updates.${update.state}`);
  }
}

function UpdateNotice() {
  const topic = useTopic('update');
  const { attempt } = useFailures();
  if (topic.status === 'loading') return null;
  const update = topic.value;
  if (update.state === 'off') return <p className="sm faint">{t('updates.off')}</p>;
  if (update.state === 'ready') {
    return (
      <Notice
        tone={update.urgent ? 'warning' : 'neutral'}
        title={t('updates.ready', { version: update.version })}
        actions={
          <Button
            size="small"
            variant="primary"
            onPress={() => attempt(call('updates.change', { action: 'install' }))}
          >
            {t('updates.install')}
          </Button>
        }
      >
        {update.urgent && <p>{t('updates.urgent')}</p>}
        {update.notes.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text keep their order
          <p key={index}>{line}</p>
        ))}
      </Notice>
    );
  }
  const isBusy = update.state !== 'current' && update.state !== 'failed';
  const isReadOnlyCopy = update.state === 'failed' && update.problem === 'read-only-copy';
  return (
    <div className={styles.updateState}>
      <p className="dim" role="status">
        {describeState(update)}
      </p>
      <Button
        disabled={isBusy}
        disabledReason={isReadOnlyCopy ? t('updates.moveFirst') : null}
        onPress={() => attempt(call('updates.change', { action: 'check' }))}
      >
        {t('updates.check')}
      </Button>
    </div>
  );
}

async function saveDiagnostics(): Promise<void> {
  const { savedAs } = await call('settings.saveDiagnostics', {});
  toastSaved(savedAs, { detail: t('diagnostics.savedDetail') });
}

export function AboutSection() {
  const { value: about, error } = useAbout();
  const { attempt } = useFailures();
  return (
    <Section title={t('settings.section.about')} lead={t('settings.about.service')}>
      {about === null && error === null && <Skeleton rows={3} pieces={2} />}
      {error !== null && <ErrorNotice error={error} />}
      {about !== null && (
        <Facts
          facts={[
            { term: t('settings.about.version'), value: about.version, face: 'num' },
            { term: t('settings.about.licence'), value: t('settings.about.licenceName') },
          ]}
        />
      )}
      <UpdateNotice />
      <div className={styles.buttons}>
        <Button icon="save" onPress={() => attempt(saveDiagnostics())}>
          {t('diagnostics.action')}
        </Button>
      </div>
      <p className="sm faint">{t('diagnostics.hint')}</p>
      <Disclosure className="grid gap-2">
        <DisclosureTrigger level={3}>{t('settings.about.notices')}</DisclosureTrigger>
        <DisclosurePanel>
          <p className="dim">{t('settings.about.noticesLead')}</p>
          <div translate="no">
            <Facts
              facts={thirdPartyComponents.map(({ name, licence, authors }) => ({
                term: name,
                value: formatPlainList([licence, authors]),
              }))}
            />
          </div>
        </DisclosurePanel>
      </Disclosure>
    </Section>
  );
}
