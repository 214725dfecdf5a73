import { Button as AriaButton, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Button.module.css';
import { type PressProps, sizeClass, variantClass } from './Button.tsx';

interface IconButtonProps extends PressProps {
  readonly icon: IconName;
  /** The action, for screen readers and the tooltip. */
  readonly label: string;
  readonly variant?: 'default' | 'quiet';
  readonly size?: 'tiny' | 'small' | 'medium';
  /** Excluded from the tab order, where arrow keys reach it instead. */
  readonly excludeFromTabOrder?: boolean;
}

/** A button with an icon only. Its label is in the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, variant = 'quiet', size = 'small' } = props;
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
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
      <AriaTooltip className={classNames(styles.tooltip)} data-part="tooltip" offset={6}>
        {label}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
