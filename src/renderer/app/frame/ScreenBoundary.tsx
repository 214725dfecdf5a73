import { Component, type ReactNode } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import styles from '../../components/layout/Page.module.css';
import { Notice } from '../../components/messages/Notice.tsx';

/**
 * Catches the error of a screen so that the rest of the window keeps working. The error itself is only in main's
 * log.
 */
export class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div className={styles.center}>
        <Notice
          tone="danger"
          title={t('shell.broken.title')}
          spoken
          actions={
            <Button
              size="small"
              onPress={() => {
                // After a failure, the clerk can press the button again.
                call('settings.window', { action: 'reload' }).catch(() => undefined);
              }}
            >
              {t('shell.broken.reload')}
            </Button>
          }
        >
          {t('shell.broken.detail')}
        </Notice>
      </div>
    );
  }
}
