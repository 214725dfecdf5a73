import type { UpdateState } from '../../../shared/contract/updates.ts';
import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Settings.module.css';

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

/** The state of an update, its changes, and its actions. */
export function UpdateNotice() {
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
