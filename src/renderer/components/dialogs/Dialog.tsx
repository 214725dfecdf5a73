import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { Button, type ButtonVariant } from '../actions/Button.tsx';
import { useAsyncAction } from '../actions/use-async-action.ts';
import { useTypedText } from '../fields/typed-text.ts';
import { classNames } from '../layout/class-names.ts';
import { ErrorNotice } from '../messages/ErrorNotice.tsx';
import styles from './Dialog.module.css';
import { ModalCounter } from './modal-open.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, a click on the overlay or {@link DialogCancel}; typed text is confirmed first. */
  readonly onClose: () => void;
  /** Names the object: *Did these 3 documents arrive?* */
  readonly title: ReactNode;
  /** One or two sentences under the title. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons, the confirming one last. */
  readonly actions: ReactNode;
  /** 400, 480 or 640 px. */
  readonly size?: 'small' | 'medium' | 'large';
  /** False while work is in progress that must not be left. */
  readonly dismissable?: boolean;
  /** True when something was entered besides the text of text fields, which the dialog detects itself. */
  readonly dirty?: boolean;
  /** Where the focus goes when the element that opened the dialog is gone or disabled; by default to the screen. */
  readonly fallbackFocus?: () => HTMLElement | null;
}

/** The time in which the action of a dialog removes or disables the element that opened it, in milliseconds. */
const openerLossMs = 1000;

const findScreen = () => document.querySelector<HTMLElement>('main');

/** A dialog that is still open keeps the focus itself. */
const hasLostFocus = () =>
  document.activeElement === document.body && document.querySelector('[role="dialog"]') === null;

/** Inside the dialog, so that it unmounts together with the dialog. */
function FallbackFocus({ findElement: element }: { readonly findElement: () => HTMLElement | null }) {
  const latestFindElement = useRef(element);
  const isUnmounted = useRef(false);
  useEffect(() => {
    latestFindElement.current = element;
  });
  useEffect(() => {
    isUnmounted.current = false;
    const restoreUntil = (end: number, wasLost: boolean) => {
      requestAnimationFrame(() => {
        if (!isUnmounted.current) return;
        const isLost = hasLostFocus();
        // What closes restores the focus itself in its next frame, which may come after this callback.
        if (isLost && wasLost) (latestFindElement.current() ?? findScreen())?.focus();
        if (performance.now() < end) restoreUntil(end, isLost);
      });
    };
    return () => {
      isUnmounted.current = true;
      restoreUntil(performance.now() + openerLossMs, false);
    };
  }, []);
  return null;
}

const classOfSize = { small: styles.small, medium: '', large: styles.large } as const;

const CloseContext = createContext<() => void>(() => undefined);

/** A modal dialog. It traps the focus and restores it on closing. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, lead, children, actions, size = 'medium', dismissable = true } = props;
  const { fallbackFocus = findScreen, dirty = false } = props;
  const { trackFields, hasText } = useTypedText(dirty);
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  const close = () => {
    if (hasText()) setIsConfirmingDiscard(true);
    else onClose();
  };
  return (
    <ModalOverlay
      className={classNames(styles.overlay)}
      data-part="overlay"
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
    >
      <ModalCounter />
      <Modal className={classNames(styles.box)}>
        <AriaDialog className={classNames(styles.dialog, classOfSize[size])} ref={trackFields}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children !== undefined && children !== null && <div className={styles.body}>{children}</div>}
          <CloseContext value={close}>
            <div className={styles.actions} data-part="actions">
              {actions}
            </div>
          </CloseContext>
          <FallbackFocus findElement={fallbackFocus} />
          {isConfirmingDiscard && (
            <DiscardDialog onCancel={() => setIsConfirmingDiscard(false)} onDiscard={onClose} />
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The button that closes a dialog as Escape does; typed text is confirmed first. */
export function DialogCancel({
  children,
  disabled = false,
}: {
  readonly children: string;
  readonly disabled?: boolean;
}) {
  const close = useContext(CloseContext);
  return (
    <Button onPress={close} disabled={disabled}>
      {children}
    </Button>
  );
}

interface DiscardDialogProps {
  readonly onCancel: () => void;
  readonly onDiscard: () => void;
}

/** Asks for confirmation before typed or pasted text is lost. */
export function DiscardDialog({ onCancel, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('components.discard.title')}
      lead={t('components.discard.lead')}
      size="small"
      actions={
        <>
          <Button onPress={onCancel} startsFocused>
            {t('components.discard.keep')}
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              onCancel();
              onDiscard();
            }}
          >
            {t('components.discard.confirm')}
          </Button>
        </>
      }
    />
  );
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What will happen, and what cannot be undone. */
  readonly lead: ReactNode;
  readonly children?: ReactNode;
  /** The label of the harmless button, such as *Keep batch*. It has the initial focus. */
  readonly cancelLabel: string;
  /** Verb, number, object: *Cancel batch 14*. */
  readonly confirmLabel: string;
  readonly variant?: Extract<ButtonVariant, 'primary' | 'outward' | 'danger'>;
  /** The dialog stays open until the promise settles, shows its error, and closes on success. */
  readonly onConfirm: () => Promise<void> | void;
  readonly disabledReason?: string | null;
  readonly fallbackFocus?: () => HTMLElement | null;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    lead,
    children,
    cancelLabel,
    confirmLabel,
    variant = 'primary',
    onConfirm,
  } = props;
  const { busy, error, dismiss, run } = useAsyncAction();
  const close = () => {
    dismiss();
    onClose();
  };
  const confirm = () =>
    run(async () => {
      await onConfirm();
      close();
    });
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      lead={lead}
      size="small"
      dismissable={!busy}
      {...(props.fallbackFocus === undefined ? {} : { fallbackFocus: props.fallbackFocus })}
      actions={
        <>
          <Button onPress={close} disabled={busy} startsFocused>
            {cancelLabel}
          </Button>
          <Button
            variant={variant}
            disabled={busy}
            disabledReason={props.disabledReason ?? null}
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children === undefined && error === null ? null : (
        <>
          {children}
          {error !== null && <ErrorNotice error={error} />}
        </>
      )}
    </Dialog>
  );
}
