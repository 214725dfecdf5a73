import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../actions/Button.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { DiscardDialog } from '../dialogs/Dialog.tsx';
import { useTypedText } from '../fields/typed-text.ts';
import { classNames } from './class-names.ts';
import { narrowWindowQuery, useMedia } from './media.ts';
import styles from './Panel.module.css';

interface SplitProps {
  readonly children: ReactNode;
  readonly panel?: ReactNode;
  /** Width of the panel in pixels; `null` for the usual width. */
  readonly panelWidth?: number | null;
}

/** A list, and a panel on its right. */
export function Split({ children, panel, panelWidth = null }: SplitProps) {
  return (
    <div
      className={styles.split}
      data-part="split"
      style={panelWidth === null ? undefined : { '--panel': `${panelWidth}px` }}
    >
      <div className={styles.listColumn} data-part="list-column">
        {children}
      </div>
      {panel}
    </div>
  );
}

/** Calls `onEscape` for an Escape key that no element of the panel or its list has handled. */
function useEscape(onEscape: (() => void) | null, panelRef: RefObject<HTMLElement | null>): void {
  const latestOnEscape = useRef(onEscape);
  useEffect(() => {
    latestOnEscape.current = onEscape;
  });
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const splitView = panelRef.current?.closest('[data-part="split"]');
      const target = event.target;
      const isOutside =
        target instanceof Node && target !== document.body && splitView?.contains(target) !== true;
      if (latestOnEscape.current === null || isOutside) return;
      event.preventDefault();
      latestOnEscape.current();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [panelRef]);
}

/** Restores the focus to the list when a focused panel is removed. */
function useFocusReturn(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panelElement = panel.current;
    return () => {
      if (panelElement?.contains(document.activeElement) !== true) return;
      panelElement
        .closest('[data-part="split"]')
        ?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
        ?.focus();
    };
  }, [panel]);
}

interface PanelProps {
  /** Names the region for screen readers, and the button that opens the panel where it does not fit. */
  readonly label: string;
  /** First line, beside the close button: a badge, a small heading. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
  /**
   * Closes the panel; Escape does the same. A panel without `onClose` is permanent: it is beside the list, or opened
   * over the list by a button where the window is too narrow.
   */
  readonly onClose?: () => void;
  /** Makes the panel itself focusable, for a panel that scrolls but may contain no focusable element. */
  readonly isFocusable?: boolean;
}

/** The panel on the right: details of the open row, or of the whole screen. */
export function Panel({ label, top, children, onClose, isFocusable = false }: PanelProps) {
  const isNarrow = useMedia(narrowWindowQuery);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const isPermanent = onClose === undefined;
  const { trackFields, hasText } = useTypedText(false);
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  // A permanent panel keeps typed text while it is not visible.
  const closeNarrow = isNarrow && isOpen ? () => setIsOpen(false) : null;
  const requestClose = () => (hasText() ? setIsConfirmingDiscard(true) : onClose?.());
  const close = isPermanent ? closeNarrow : requestClose;
  const attachPanel = useCallback(
    (element: HTMLElement) => {
      panel.current = element;
      const stopTracking = trackFields(element);
      return () => {
        panel.current = null;
        if (typeof stopTracking === 'function') stopTracking();
      };
    },
    [trackFields],
  );
  useEscape(close, panel);
  useFocusReturn(panel);
  if (isPermanent && isNarrow && !isOpen) {
    return (
      <div className={styles.handle} data-part="panel-handle">
        <Button size="small" icon="chevron-left" onPress={() => setIsOpen(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <aside
      className={styles.panel}
      aria-label={label}
      data-region="panel"
      tabIndex={isFocusable ? 0 : -1}
      ref={attachPanel}
    >
      {(top !== undefined || close !== null) && (
        <div className={classNames(styles.section, styles.first)}>
          <div className={styles.top}>
            {top}
            <span className="grow" />
            {close !== null && <IconButton icon="close" label={t('components.closePanel')} onPress={close} />}
          </div>
        </div>
      )}
      {children}
      {isConfirmingDiscard && onClose !== undefined && (
        <DiscardDialog onCancel={() => setIsConfirmingDiscard(false)} onDiscard={onClose} />
      )}
    </aside>
  );
}

interface PanelSectionProps {
  /** Small heading of a section. */
  readonly heading?: string;
  /** Large heading, such as the name of the row. */
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly grow?: boolean;
}

/** A section of a panel; lines separate the sections. */
export function PanelSection({ heading, title, children, actions, grow = false }: PanelSectionProps) {
  return (
    <section className={classNames(styles.section, grow && 'grow')}>
      {heading !== undefined && <h3>{heading}</h3>}
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
