import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { showBanner, useBanner } from './banner.ts';
import styles from './Frame.module.css';

/** The banner of a message whose screen is no longer shown. */
export function MessageBanner() {
  const message = useBanner();
  if (message === null) return null;
  return (
    <div className={styles.banner}>
      <Notice
        tone={message.tone}
        title={message.title}
        spoken
        actionsAt="end"
        actions={
          <Button size="small" onPress={() => showBanner(null)}>
            {t('shell.dismiss')}
          </Button>
        }
      >
        {message.detail}
      </Notice>
    </div>
  );
}
