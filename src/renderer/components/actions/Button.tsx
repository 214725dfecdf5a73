import { type ReactNode, type Ref, useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Button.module.css';
/** `outward` has the environment's colour and is only for actions that send something. */
export type ButtonVariant = 'default' | 'primary' | 'outward' | 'quiet' | 'danger' | 'quiet-danger';

/** `tiny` 24 px, `small` 28 px, `medium` 32 px, `big` 36 px, `wide` 36 px over the whole width. */
export type ButtonSize = 'tiny' | 'small' | 'medium' | 'big' | 'wide';

export const variantClass: Readonly<Record<ButtonVariant, string | undefined>> = {
  default: '',
  primary: styles.primary,
  outward: styles.outward,
  quiet: styles.quiet,
  danger: styles.danger,
  'quiet-danger': classNames(styles.quiet, styles.danger),
};

export const sizeClass: Readonly<Record<ButtonSize, string | undefined>> = {
  tiny: styles.tiny,
  small: styles.small,
  medium: '',
  big: styles.big,
  wide: styles.wide,
};

export interface PressProps {
  /** Omitted inside a menu, dialog or file trigger, which handles the press. */
  readonly onPress?: () => void;
  readonly disabled?: boolean;
  readonly startsFocused?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export interface ButtonProps extends PressProps {
  /** Verb, number, object, place. Ends with an ellipsis when a dialog follows. */
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** Disables the button and shows this text beneath it: what enables it. */
  readonly disabledReason?: string | null;
  readonly submits?: boolean;
  /** The `id` of the element that the button shows and hides, announced to screen readers. */
  readonly expands?: { readonly id: string; readonly open: boolean };
}

export function Button(props: ButtonProps) {
  const { children, variant = 'default', size = 'medium', icon, disabledReason, submits = false } = props;
  const { expands } = props;
  const reasonId = useId();
  const reason = disabledReason ?? '';
  const button = (
    <AriaButton
      className={classNames(styles.button, variantClass[variant], sizeClass[size])}
      data-part="button"
      data-variant={variant}
      type={submits ? 'submit' : 'button'}
      isDisabled={props.disabled === true || reason !== ''}
      {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
      {...startFocus(props.startsFocused)}
      {...(props.buttonRef === undefined ? {} : { ref: props.buttonRef })}
      {...(reason === '' ? {} : { 'aria-describedby': reasonId })}
      {...(expands === undefined ? {} : { 'aria-expanded': expands.open })}
      {...(expands?.open === true ? { 'aria-controls': expands.id } : {})}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
  if (reason === '') return button;
  return (
    <span className={styles.explained} data-part="explained-button">
      {button}
      <span className={styles.disabledReason} data-part="disabled-reason" id={reasonId}>
        {reason}
      </span>
    </span>
  );
}

interface LinkButtonProps extends PressProps {
  readonly children: ReactNode;
  readonly small?: boolean;
}

/** A button inside a sentence, with the look of a link. */
export function LinkButton(props: LinkButtonProps) {
  return (
    <AriaButton
      className={classNames(styles.link, props.small === true && 'sm')}
      data-small-target=""
      data-part="link"
      isDisabled={props.disabled === true}
      {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
      {...startFocus(props.startsFocused)}
      {...(props.buttonRef === undefined ? {} : { ref: props.buttonRef })}
    >
      {props.children}
    </AriaButton>
  );
}
