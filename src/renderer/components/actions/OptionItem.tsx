import { ListBoxItem } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import menuStyles from './Menu.module.css';

interface OptionItemProps {
  readonly id: string | number;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  /** `id` for a second line that is an identifier. */
  readonly face?: 'id';
}

/** One option of a list that opens below a field. The chosen option has a check mark. */
export function OptionItem({ id, label, detail, face }: OptionItemProps) {
  return (
    <ListBoxItem className={classNames(menuStyles.option)} id={id} textValue={label}>
      <span className={menuStyles.text}>
        {label}
        {detail !== undefined && <span className={classNames(menuStyles.more, face)}>{detail}</span>}
      </span>
      <span className={menuStyles.tick}>
        <Icon name="check" />
      </span>
    </ListBoxItem>
  );
}
