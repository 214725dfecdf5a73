import { type ReactElement, type ReactNode, type Ref, useId } from 'react';
import { Button as AriaButton, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { startFocus } from './start-focus.ts';
/** `outward` has the environment's colour and is only for actions that send something. */
export type ButtonVariant = 'default' | 'primary' | 'outward' | 'quiet' | 'danger' | 'quiet-danger';

/** `tiny` 24 px, `small` 28 px, `medium` 32 px, `big` 36 px, `wide` 36 px over the whole width. */
export type ButtonSize = 'tiny' | 'small' | 'medium' | 'big' | 'wide';

const variantClass: Readonly<Record<ButtonVariant, string | undefined>> = {
  default: '',
  primary: styles.primary,
  outward: styles.outward,
  quiet: styles.quiet,
  danger: styles.danger,
  'quiet-danger': classNames(styles.quiet, styles.danger),
};

const sizeClass: Readonly<Record<ButtonSize, string | undefined>> = {
  tiny: styles.tiny,
  small: styles.small,
  medium: '',
  big: styles.big,
  wide: styles.wide,
};

interface PressProps {
  /** Omitted inside a menu, dialog or file trigger, which handles the press. */
  readonly onPress?: () => void;
  readonly tourStop?: string;
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
  /** Submits the form around it. */
  readonly submits?: boolean;
  /** The `id` of the element that the button shows and hides, announced to screen readers. */
  readonly expands?: { readonly id: string; readonly open: boolean };
}

/** A button with a label. */
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
      {...(props.tourStop === undefined ? {} : { 'data-tour': props.tourStop })}
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

interface IconButtonProps extends PressProps {
  readonly icon: IconName;
  /** The action, for screen readers and the tooltip. */
  readonly label: string;
  readonly variant?: 'default' | 'quiet';
  readonly size?: 'tiny' | 'small' | 'medium';
  /** Key that does the same, for the tooltip. */
  readonly keys?: string;
  /** Excluded from the tab order, where arrow keys reach it instead. */
  readonly excludeFromTabOrder?: boolean;
}

/** A button with an icon only. Its label is in the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, variant = 'quiet', size = 'small', keys } = props;
  return (
    <Tooltip text={label} {...(keys === undefined ? {} : { keys })}>
      <AriaButton
        className={classNames(styles.button, styles.iconOnly, variantClass[variant], sizeClass[size])}
        data-part="button"
        data-variant={variant}
        aria-label={label}
        isDisabled={props.disabled === true}
        {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
        {...startFocus(props.startsFocused)}
        {...(props.buttonRef === undefined ? {} : { ref: props.buttonRef })}
        {...(props.excludeFromTabOrder === undefined
          ? {}
          : { excludeFromTabOrder: props.excludeFromTabOrder })}
      >
        <Icon name={icon} size={size === 'tiny' ? 'xs' : 'md'} />
      </AriaButton>
    </Tooltip>
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

interface TooltipProps {
  readonly text: string;
  /** Keys of the described action, such as `Ctrl K`. */
  readonly keys?: string;
  /** Something that can be focused: a button, a link. */
  readonly children: ReactElement;
}

/** A tooltip on hover and keyboard focus. It must not be the only place of necessary information. */
function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className={classNames(styles.tooltip)} data-part="tooltip" offset={6}>
        {text}
        {keys !== undefined && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
