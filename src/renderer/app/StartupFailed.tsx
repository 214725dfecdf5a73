import type { WireError } from '../../shared/errors.ts';
import { describeError } from '../../shared/messages/error-messages.ts';
import { t } from '../../shared/messages/index.ts';
import { call } from '../bridge.ts';
import { Button } from '../components/actions/Button.tsx';
import { classNames } from '../components/layout/class-names.ts';
import pageStyles from '../components/layout/Page.module.css';
import { ErrorNotice } from '../components/messages/ErrorNotice.tsx';
import { useFailures } from './failures.ts';
import { BareBar } from './frame/BareBar.tsx';
import styles from './frame/Frame.module.css';

/** The screen of a failed start: the error, that nothing was deleted, and two actions. */
export function StartupFailed({ error }: { readonly error: WireError }) {
  const { title, detail } = describeError(error);
  const failures = useFailures();
  return (
    <div className={styles.bare}>
      <BareBar />
      <main className={styles.stage}>
        <div className={classNames(pageStyles.card, styles.stageCard)} role="alert">
          <h1>{title}</h1>
          <p>{detail}</p>
          <div className={styles.actions}>
            <Button
              variant="primary"
              icon="folder"
              onPress={() => failures.attempt(call('settings.showDataFolder', {}))}
            >
              {t('shell.startupFailed.dataFolder')}
            </Button>
            <Button onPress={() => failures.attempt(call('settings.quit', {}))}>
              {t('shell.startupFailed.quit')}
            </Button>
          </div>
          {failures.error !== null && <ErrorNotice error={failures.error} />}
        </div>
      </main>
    </div>
  );
}
