import { useEffect, useState } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { toastWords as words } from '../../shared/words/toasts.ts';
import { call } from '../bridge.ts';
import { Button, IconButton } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { useFailures } from './failures.ts';
import { type Toast, toasts, useToasts } from './toasts.ts';
import { useToastPosition } from './use-toast-position.ts';

/** React Aria's queue as a view of the store, which has the order and the time. */
class ShownToasts extends ToastQueue<number> {
  override pauseAll(): void {
    toasts.pause('attended');
  }

  override resumeAll(): void {
    toasts.resume('attended');
  }

  /** Adds what is new and closes what is gone. */
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

/** What can be done about a finished act: open or show what was written, undo. */
export function ToastActions({ toast }: { readonly toast: Toast }) {
  const { attempt } = useFailures();
  const { file, undo, id } = toast;
  if (file === undefined && undo === null) return null;
  return (
    <div className="toast-acts">
      {file?.canOpen === true && (
        <Button
          size="tiny"
          variant="quiet"
          onPress={() => attempt(call('shell.openSaved', { reference: file.reference }))}
        >
          {words.open}
        </Button>
      )}
      {file !== undefined && (
        <Button
          size="tiny"
          variant="quiet"
          onPress={() => attempt(call('shell.showSaved', { reference: file.reference }))}
        >
          {file.kind === 'folder' ? words.showFolder : words.showFile}
        </Button>
      )}
      {undo !== null && (
        <Button size="tiny" variant="quiet" onPress={() => attempt(toasts.undo(id))}>
          {words.undo}
        </Button>
      )}
    </div>
  );
}

/** What was done, and how many times. */
export function ToastSentence({ toast }: { readonly toast: Toast }) {
  return (
    <>
      {toast.sentence}
      {toast.count > 1 && <span className="toast-count num">{words.times(toast.count)}</span>}
    </>
  );
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const { id, detail } = toast;
  return (
    <>
      <Icon name="check-circle" />
      <div className="toast-body">
        <ToastContent>
          <Text slot="title" className="toast-title">
            <ToastSentence toast={toast} />
          </Text>
          {detail !== undefined && (
            <Text slot="description" className="toast-detail">
              {detail}
            </Text>
          )}
        </ToastContent>
        <ToastActions toast={toast} />
      </div>
      <IconButton icon="close" label={words.dismiss} size="tiny" onPress={() => toasts.dismiss(id)} />
    </>
  );
}

/** Escape inside a toast dismisses it, before anything behind it hears the key. */
function dismissOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const id = document.activeElement?.closest('[data-toast]')?.getAttribute('data-toast');
  if (id === null || id === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  toasts.dismiss(Number(id));
}

/** The toasts, above everything else and never over what the clerk presses next. */
export function Toasts() {
  const shown = useToasts();
  const [region, setRegion] = useState<HTMLDivElement | null>(null);
  const position = useToastPosition(region);
  // Not with an effect of what is drawn: a toast and its words must go in the same moment, or the focus gets lost.
  useEffect(() => toasts.state.subscribe((state) => queue.follow(state.shown)), []);
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
      className={`toasts at-${position.column}`}
      style={{ '--raised-by': `${position.raised}px` }}
      aria-label={words.region}
      data-region="toasts"
      ref={setRegion}
    >
      {({ toast: queued }) => {
        const toast = shown.find(({ id }) => id === queued.content);
        return (
          <AriaToast toast={queued} className="toast" data-toast={String(queued.content)}>
            {toast !== undefined && <ShownToast toast={toast} />}
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
