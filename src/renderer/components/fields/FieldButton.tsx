import { Button as AriaButton } from 'react-aria-components';
import buttonStyles from '../actions/Button.module.css';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';

interface FieldButtonProps {
  readonly icon: IconName;
  /** Where the field does not name its button itself. */
  readonly label?: string;
  /** The action, in a field with two buttons. */
  readonly slot?: 'decrement' | 'increment';
}

/** A button inside the box of a field, which handles the press. */
export function FieldButton({ icon, label, slot }: FieldButtonProps) {
  return (
    <AriaButton
      className={classNames(
        buttonStyles.button,
        buttonStyles.iconOnly,
        buttonStyles.quiet,
        buttonStyles.tiny,
      )}
      data-part="button"
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(slot === undefined ? {} : { slot })}
    >
      <Icon name={icon} size="xs" />
    </AriaButton>
  );
}
