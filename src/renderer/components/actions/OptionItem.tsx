import { type ReactNode, useSyncExternalStore } from 'react';
import { ListBoxItem, Popover } from 'react-aria-components';
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

function subscribe(onResize: () => void): () => void {
  window.addEventListener('resize', onResize);
  return () => window.removeEventListener('resize', onResize);
}

const maxHeightPx = 320;
/** The list opens above or below a field; at most this share of the window keeps the title bar free. */
const maxShareOfWindow = 0.4;

/** Returns the maximum height of a list that opens from a field, in pixels, for the current size of the window. */
function useMaxListHeight(): number {
  return useSyncExternalStore(subscribe, () =>
    Math.min(maxHeightPx, Math.round(window.innerHeight * maxShareOfWindow)),
  );
}

/** The list of options that opens from a field. */
export function OptionsPopover({ children }: { readonly children: ReactNode }) {
  const maxHeight = useMaxListHeight();
  return (
    <Popover className={classNames(menuStyles.popover)} data-part="popover" offset={4} maxHeight={maxHeight}>
      {children}
    </Popover>
  );
}
