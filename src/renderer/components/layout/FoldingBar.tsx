/** @file A line of controls in the order of their importance. Those that do not fit are behind a “…” button. */
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { createPortal } from 'react-dom';
import { t } from '../../../shared/messages/index.ts';
import { IconButton } from '../actions/IconButton.tsx';
import menuStyles from '../actions/Menu.module.css';
import { classNames } from './class-names.ts';
import styles from './FoldingBar.module.css';

export interface FoldingItem {
  readonly id: string;
  readonly content: ReactNode;
  /** Moves the control and those after it to the right end of the line. */
  readonly isAtEnd?: boolean;
}

interface FoldingBarProps {
  readonly items: readonly FoldingItem[];
  readonly size?: 'small' | 'medium';
}

const gapPx = 8;

/** The number of leading controls that fit into a line. Controls without content have no width and take no gap. */
function countFitting(widths: readonly number[], roomPx: number, morePx: number): number {
  const ends: number[] = [];
  let end = 0;
  for (const width of widths) {
    if (width > 0) end += width + (end === 0 ? 0 : gapPx);
    ends.push(end);
  }
  if (end <= roomPx) return widths.length;
  const firstFolded = ends.findIndex((right) => right > roomPx - gapPx - morePx);
  return firstFolded === -1 ? widths.length : firstFolded;
}

/** Places `hosts` in this order before `end`. An element that is in its place keeps the focus. */
function placeBefore(parent: Element, hosts: readonly HTMLElement[], end: Element | null): void {
  let next = end;
  for (const host of hosts.toReversed()) {
    if (host.parentNode !== parent || host.nextSibling !== next) parent.insertBefore(host, next);
    next = host;
  }
}

const buttonWidthPx = { small: 28, medium: 32 };

export function FoldingBar({ items, size = 'small' }: FoldingBarProps) {
  const line = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLSpanElement>(null);
  const [folded, setFolded] = useState<HTMLElement | null>(null);
  // A control moves with its element, so that it stays mounted with its state and its open dialog.
  const [hosts] = useState(() => new Map<string, HTMLElement>());
  const [widths] = useState(() => new Map<string, number>());
  const [fitting, setFitting] = useState(items.length);
  const hostOf = (id: string) => {
    const known = hosts.get(id);
    if (known !== undefined) return known;
    const host = document.createElement('div');
    host.className = classNames(styles.item);
    hosts.set(id, host);
    return host;
  };
  const ids = items.map(({ id }) => id).join(' ');
  const measure = useCallback(() => {
    if (line.current === null) return;
    for (const [id, host] of hosts)
      if (host.parentNode === line.current) widths.set(id, host.getBoundingClientRect().width);
    const order = ids.split(' ').map((id) => widths.get(id) ?? 0);
    setFitting(countFitting(order, line.current.clientWidth, buttonWidthPx[size]));
  }, [hosts, widths, ids, size]);

  useLayoutEffect(() => {
    if (line.current === null) return;
    const firstAtEnd = items.findIndex(({ isAtEnd }) => isAtEnd);
    const all = items.map(({ id }, index) => {
      const host = hostOf(id);
      host.toggleAttribute('data-end', firstAtEnd !== -1 && index >= firstAtEnd);
      return host;
    });
    for (const [id, host] of hosts) if (!items.some((item) => item.id === id)) host.remove();
    placeBefore(line.current, all.slice(0, fitting), more.current);
    if (folded !== null) placeBefore(folded, all.slice(fitting), null);
    else for (const host of all.slice(fitting)) host.remove();
    measure();
  });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    for (const element of [line.current, ...hosts.values()]) if (element !== null) observer.observe(element);
    return () => observer.disconnect();
  }, [measure, hosts]);

  return (
    <div ref={line} className={styles.line} data-part="folding-bar">
      {items.map(({ id, content }) => createPortal(content, hostOf(id), id))}
      <span ref={more} className="flex-none">
        {fitting < items.length && (
          <DialogTrigger>
            <IconButton icon="more" size={size} variant="default" label={t('components.more')} />
            <Popover
              className={classNames(menuStyles.popover)}
              data-part="popover"
              placement="bottom end"
              offset={4}
            >
              <div ref={setFolded} className={styles.folded} />
            </Popover>
          </DialogTrigger>
        )}
      </span>
    </div>
  );
}
