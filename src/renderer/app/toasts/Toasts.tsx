import { useEffect } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { useFailures } from '../failures.ts';
import styles from './Toasts.module.css';
import { type Toast, toasts, useToasts } from './toasts.ts';

/** Mirrors the visible toasts in React Aria's queue. Order and timing come from the store. */
class ShownToasts extends ToastQueue<number> {
  override pauseAll(): void {
    toasts.pause('attended');
  }

  override resumeAll(): void {
    toasts.resume('attended');
  }

  /** Adds new toasts and closes removed ones. */
  follow(shown: readonly Toast[]): void {
    for (const { key, content } of this.visibleToasts) {
      if (!shown.some(({ id }) => id === content)) this.close(key);
    }
    for (const { id } of [...shown].reverse()) {
      if (!this.visibleToasts.some(({ content }) => content === id)) this.add(id);
    }
  }
}

const queue = new ShownToasts();

export function ToastActions({ toast }: { readonly toast: Toast }) {
  const { attempt } = useFailures();
  const { file, undo, id } = toast;
  if (file === undefined && undo === null) return null;
  return (
    <div className={styles.toastActions} data-part="toast-actions">
      {file?.canOpen === true && (
        <Button
          size="tiny"
          variant="quiet"
          onPress={() => attempt(call('shell.savedFile', { action: 'open', reference: file.reference }))}
        >
          {t('toasts.open')}
        </Button>
      )}
      {file !== undefined && (
        <Button
          size="tiny"
          variant="quiet"
          onPress={() => attempt(call('shell.savedFile', { action: 'show', reference: file.reference }))}
        >
          {t(file.kind === 'folder' ? 'toasts.showFolder' : 'toasts.showFile')}
        </Button>
      )}
      {undo !== null && (
        <Button size="tiny" variant="quiet" onPress={() => attempt(toasts.undo(id))}>
          {t('toasts.undo')}
        </Button>
      )}
    </div>
  );
}

export function ToastSentence({ toast }: { readonly toast: Toast }) {
  return (
    <>
      {toast.sentence}
      {toast.count > 1 && (
        <span className={classNames(styles.toastCount, 'num')}>
          {t('toasts.times', { count: toast.count })}
        </span>
      )}
    </>
  );
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const { id, detail } = toast;
  return (
    <>
      <Icon name="check-circle" />
      <div className={styles.body}>
        <ToastContent>
          <Text slot="title" className={classNames(styles.toastTitle)} title={toast.sentence}>
            <ToastSentence toast={toast} />
          </Text>
          {detail !== undefined && (
            <Text slot="description" className={classNames(styles.detail)} title={detail}>
              {detail}
            </Text>
          )}
        </ToastContent>
        <ToastActions toast={toast} />
      </div>
      <IconButton icon="close" label={t('toasts.dismiss')} size="tiny" onPress={() => toasts.dismiss(id)} />
    </>
  );
}

/** Dismisses the toast on Escape inside it, before the screen behind it handles the key. */
function dismissOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const id = document.activeElement?.closest('[data-toast]')?.getAttribute('data-toast');
  if (id === null || id === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  toasts.dismiss(Number(id));
}

/** The toast region: in the free part of the tray, where it covers nothing. */
export function Toasts() {
  const shown = useToasts();
  // Not in an effect of the rendered state: a toast and its text must be removed together, or the focus is lost.
  useEffect(() => {
    // Toasts may be shown before their region is loaded.
    queue.follow(toasts.state.getState().shown);
    return toasts.state.subscribe((state) => queue.follow(state.shown));
  }, []);
  useEffect(() => {
    const measure = () => {
      if (document.visibilityState === 'hidden') toasts.pause('hidden');
      else toasts.resume('hidden');
    };
    measure();
    document.addEventListener('visibilitychange', measure);
    window.addEventListener('keydown', dismissOnEscape, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', measure);
      window.removeEventListener('keydown', dismissOnEscape, { capture: true });
    };
  }, []);
  return (
    <ToastRegion
      queue={queue}
      className={classNames(styles.toasts)}
      aria-label={t('toasts.region')}
      data-region="toasts"
    >
      {({ toast: queued }) => {
        const toast = shown.find(({ id }) => id === queued.content);
        return (
          <AriaToast toast={queued} className={classNames(styles.toast)} data-toast={String(queued.content)}>
            {toast !== undefined && <ShownToast toast={toast} />}
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
