import type { ReactElement, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/** One entry of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly word: string;
  readonly icon?: IconName;
  /** A second line, or why it is disabled. */
  readonly more?: string;
  /** A mark at the right end. Its words belong to the name of the entry. */
  readonly mark?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A line above it. */
  readonly separated?: boolean;
  readonly onAction: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** A {@link Button} or {@link IconButton} without `onPress`. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  /** Words above the entries. */
  readonly head?: ReactNode;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}

function Entries({
  label,
  entries,
  startsFocused = false,
}: Pick<MenuProps, 'label' | 'entries'> & { readonly startsFocused?: boolean }) {
  return (
    <AriaMenu className="menu" aria-label={label} {...(startsFocused ? { autoFocus: 'first' as const } : {})}>
      {entries.flatMap((entry) => [
        ...(entry.separated === true
          ? [<Separator key={`${entry.id} line`} className="menu-separator" />]
          : []),
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.word}
          className={classNames('menu-item', entry.danger === true && 'danger')}
          isDisabled={entry.disabled === true}
          onAction={entry.onAction}
        >
          {entry.icon !== undefined && <Icon name={entry.icon} />}
          <span className="words">
            {entry.word}
            {entry.more !== undefined && <span className="more">{entry.more}</span>}
          </span>
          {entry.mark}
        </MenuItem>,
      ])}
    </AriaMenu>
  );
}

/** A button that opens a list of actions. */
export function Menu({ label, trigger, entries, head, placement = 'bottom start' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" placement={placement} offset={4}>
        {head !== undefined && <div className="menu-head">{head}</div>}
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

export interface ContextMenuProps extends Pick<MenuProps, 'label' | 'entries'> {
  /** Where it was asked for, in pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** It was left or an entry was chosen. */
  readonly onClose: () => void;
}

/** Actions for a place that was pressed with the other button of the mouse, or asked for by key. */
export function ContextMenu({ label, entries, at, onClose }: ContextMenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <span ref={place} className="menu-place" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      <Popover
        className="popover"
        triggerRef={place}
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
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
