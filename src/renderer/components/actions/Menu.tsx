import type { ReactElement, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** A second line: an explanation, or why the entry is disabled. */
  readonly detail?: string;
  /** A mark at the right end. Its text is part of the accessible name. */
  readonly mark?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Shows a separator above the entry. */
  readonly separated?: boolean;
  readonly onAction: () => void;
}

interface MenuProps {
  readonly label: string;
  /** A {@link Button} or {@link IconButton} without `onPress`. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly head?: ReactNode;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}

function Entries({
  label,
  entries,
  startsFocused = false,
}: Pick<MenuProps, 'label' | 'entries'> & { readonly startsFocused?: boolean }) {
  return (
    <AriaMenu
      className={classNames(styles.menu)}
      aria-label={label}
      {...(startsFocused ? { autoFocus: 'first' as const } : {})}
    >
      {entries.flatMap((entry) => [
        ...(entry.separated === true
          ? [<Separator key={`${entry.id} line`} className={classNames(styles.menuSeparator)} />]
          : []),
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.label}
          className={classNames(styles.menuItem, entry.danger === true && styles.danger)}
          data-part="menu-item"
          isDisabled={entry.disabled === true}
          onAction={entry.onAction}
        >
          {entry.icon !== undefined && <Icon name={entry.icon} />}
          <span className={styles.text}>
            {entry.label}
            {entry.detail !== undefined && <span className={styles.more}>{entry.detail}</span>}
          </span>
          {entry.mark}
        </MenuItem>,
      ])}
    </AriaMenu>
  );
}

export function Menu({ label, trigger, entries, head, placement = 'bottom start' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={classNames(styles.popover)} data-part="popover" placement={placement} offset={4}>
        {head !== undefined && <div className={styles.menuHead}>{head}</div>}
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

export interface ContextMenuProps extends Pick<MenuProps, 'label' | 'entries'> {
  /** Where the menu was opened, in CSS pixels of the window. */
  readonly position: { readonly x: number; readonly y: number };
  /** Called when the menu closes, with or without a choice. */
  readonly onClose: () => void;
}

/** A context menu, opened by the secondary mouse button or by the keyboard. */
export function ContextMenu({ label, entries, position, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const previouslyFocused = document.activeElement;
    return () => {
      if (previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected)
        previouslyFocused.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <span
        ref={anchor}
        className={styles.menuAnchor}
        // Inside the window, also after it has become smaller.
        style={{ left: `min(${position.x}px, 100vw)`, top: `min(${position.y}px, 100vh)` }}
        aria-hidden="true"
      />
      <Popover
        className={classNames(styles.popover)}
        data-part="popover"
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        placement="bottom start"
        offset={0}
        aria-label={label}
      >
        <Entries
          label={label}
          startsFocused
          entries={entries.map((entry) => ({
            ...entry,
            onAction: () => {
              onClose();
              entry.onAction();
            },
          }))}
        />
      </Popover>
    </>
  );
}
