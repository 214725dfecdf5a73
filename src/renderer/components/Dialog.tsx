import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { componentWords } from '../../shared/words/components.ts';
import { Button, type ButtonVariant } from './Button.tsx';
import { classNames } from './class-names.ts';
import { ModalCounter } from './modal-open.ts';
import { ErrorNotice } from './Notice.tsx';
import { useTypedText } from './typed-text.ts';
import { useAsyncAction } from './use-async-action.ts';

const { discard } = componentWords;

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the veil or {@link DialogCancel} was chosen; asked first when text was typed. */
  readonly onClose: () => void;
  /** Names the object: *Did these 3 documents arrive?* */
  readonly title: ReactNode;
  /** One or two sentences under the title. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the one that acts last. */
  readonly actions: ReactNode;
  /** 400, 480 or 640 px. */
  readonly size?: 'small' | 'medium' | 'large';
  /** False while something is under way that must not be left. */
  readonly dismissable?: boolean;
  /** Something was entered besides what is typed into text fields, which the dialog sees by itself. */
  readonly dirty?: boolean;
  /** Where the focus goes when what opened the dialog is no longer there to take it back. */
  readonly fallbackFocus?: () => HTMLElement | null;
}

/** Inside the dialog, so that it goes when the dialog has gone. */
function FallbackFocus({ element }: { readonly element: () => HTMLElement | null }) {
  const latest = useRef(element);
  const gone = useRef(false);
  useEffect(() => {
    latest.current = element;
  });
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      // The dialog gives the focus back in the same frame, before this.
      requestAnimationFrame(() => {
        if (gone.current && document.activeElement === document.body) latest.current()?.focus();
      });
    };
  }, []);
  return null;
}

const classOfSize = { small: 'dialog-s', medium: '', large: 'dialog-l' } as const;

const CloseContext = createContext<() => void>(() => undefined);

/** A question or a form above everything else. It keeps the focus, and gives it back when it closes. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, lead, children, actions, size = 'medium', dismissable = true } = props;
  const { fallbackFocus, dirty = false } = props;
  const { follow, hasText } = useTypedText(dirty);
  const [discarding, setDiscarding] = useState(false);
  const close = () => {
    if (hasText()) setDiscarding(true);
    else onClose();
  };
  return (
    <ModalOverlay
      className="veil"
      isOpen={open}
      onOpenChange={(opened) => {
        if (!opened) close();
      }}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
    >
      <ModalCounter />
      <Modal className="dialog-box">
        <AriaDialog className={classNames('dialog', classOfSize[size])} ref={follow}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children !== undefined && children !== null && <div className="dialog-body">{children}</div>}
          <CloseContext value={close}>
            <div className="acts">{actions}</div>
          </CloseContext>
          {fallbackFocus !== undefined && <FallbackFocus element={fallbackFocus} />}
          {discarding && <DiscardDialog onCancel={() => setDiscarding(false)} onDiscard={onClose} />}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The button that leaves a dialog as Escape does: asked first when text was typed. */
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

export interface DiscardDialogProps {
  readonly onCancel: () => void;
  readonly onDiscard: () => void;
}

/** Asks before text that was typed or pasted is lost. */
export function DiscardDialog({ onCancel, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      title={discard.title}
      lead={discard.lead}
      size="small"
      actions={
        <>
          <Button onPress={onCancel} startsFocused>
            {discard.keep}
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              onCancel();
              onDiscard();
            }}
          >
            {discard.act}
          </Button>
        </>
      }
    />
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What will happen, and what cannot be taken back. */
  readonly lead: ReactNode;
  readonly children?: ReactNode;
  /** The harmless way, such as *Keep batch*. It has the focus first. */
  readonly cancelLabel: string;
  /** Verb, number, object: *Cancel batch 14*. */
  readonly confirmLabel: string;
  readonly variant?: Extract<ButtonVariant, 'primary' | 'outward' | 'danger'>;
  /** The dialog stays until it is done, shows what went wrong, and closes when it went well. */
  readonly onConfirm: () => Promise<void> | void;
  readonly disabledReason?: string | null;
  /** See {@link DialogProps.fallbackFocus}. */
  readonly fallbackFocus?: () => HTMLElement | null;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    lead,
    children,
    cancelLabel: keep,
    confirmLabel: act,
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
            {keep}
          </Button>
          <Button
            variant={variant}
            disabled={busy}
            disabledReason={props.disabledReason ?? null}
            onPress={() => void confirm()}
          >
            {act}
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
