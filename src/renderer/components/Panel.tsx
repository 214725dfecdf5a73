import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { componentWords } from '../../shared/words/components.ts';
import { Button, IconButton } from './Button.tsx';
import { classNames } from './class-names.ts';
import { DiscardDialog } from './Dialog.tsx';
import { useMedia } from './media.ts';
import { useTypedText } from './typed-text.ts';

/** Below this width the panel is a sheet over the list. */
const narrow = '(width < 1120px)';

export interface SplitProps {
  readonly children: ReactNode;
  /** A {@link Panel}, or nothing. */
  readonly panel?: ReactNode;
}

/** A list, and a panel on its right. */
export function Split({ children, panel }: SplitProps) {
  return (
    <div className="split">
      <div className="list-column">{children}</div>
      {panel}
    </div>
  );
}

/** Calls `onEscape` for an Escape that nothing inside took for itself. */
function useEscape(onEscape: (() => void) | null, within: RefObject<HTMLElement | null>): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const split = within.current?.closest('.split');
      const target = event.target;
      const outside = target instanceof Node && target !== document.body && split?.contains(target) !== true;
      if (latest.current === null || outside) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [within]);
}

/** Gives the focus back to the list when the panel goes away with it. */
function useFocusBack(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = panel.current;
    return () => {
      if (here?.contains(document.activeElement) !== true) return;
      here.closest('.split')?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
    };
  }, [panel]);
}

export interface PanelProps {
  /** Names the region for screen readers, and the button that brings it back where it does not fit. */
  readonly label: string;
  /** First line, beside the close button: a badge, a small heading. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
  /**
   * Closes it; Escape does the same. A panel without it always stands beside the list; where the window is too
   * narrow for both, a button opens it over the list.
   */
  readonly onClose?: () => void;
  /** Opens it where it does not fit, each time that the number grows. */
  readonly summons?: number;
  /** Scrolls with nothing in it to be reached by the keyboard, and so is reached itself. */
  readonly reachable?: boolean;
}

/** The panel on the right: about the row that was opened, or about the whole screen. */
export function Panel({ label, top, children, onClose, summons = 0, reachable = false }: PanelProps) {
  const isNarrow = useMedia(narrow);
  const [opened, setOpened] = useState(false);
  const [answered, setAnswered] = useState(summons);
  if (answered !== summons) {
    setAnswered(summons);
    setOpened(true);
  }
  const panel = useRef<HTMLElement>(null);
  const isPermanent = onClose === undefined;
  const { follow, hasText } = useTypedText(false);
  const [discarding, setDiscarding] = useState(false);
  // A panel that always stands beside its list keeps what was typed while it is out of sight.
  const closeNarrow = isNarrow && opened ? () => setOpened(false) : null;
  const requestClose = () => (hasText() ? setDiscarding(true) : onClose?.());
  const close = isPermanent ? closeNarrow : requestClose;
  const around = useCallback(
    (element: HTMLElement) => {
      panel.current = element;
      const end = follow(element);
      return () => {
        panel.current = null;
        if (typeof end === 'function') end();
      };
    },
    [follow],
  );
  useEscape(close, panel);
  useFocusBack(panel);
  if (isPermanent && isNarrow && !opened) {
    return (
      <div className="panel-handle">
        <Button size="small" icon="chevron-left" onPress={() => setOpened(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <aside
      className="panel"
      aria-label={label}
      data-region="panel"
      tabIndex={reachable ? 0 : -1}
      ref={around}
    >
      {(top !== undefined || close !== null) && (
        <div className="panel-section panel-first">
          <div className="panel-top">
            {top}
            <span className="grow" />
            {close !== null && <IconButton icon="close" label={componentWords.closePanel} onPress={close} />}
          </div>
        </div>
      )}
      {children}
      {discarding && onClose !== undefined && (
        <DiscardDialog onCancel={() => setDiscarding(false)} onDiscard={onClose} />
      )}
    </aside>
  );
}

export interface PanelSectionProps {
  /** Small heading of a part. */
  readonly heading?: string;
  /** Large heading, such as the name of the row. */
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly grow?: boolean;
}

/** One part of a panel; parts are divided by lines. */
export function PanelSection({ heading, title, children, actions, grow = false }: PanelSectionProps) {
  return (
    <section className={classNames('panel-section', grow && 'grow')}>
      {heading !== undefined && <h3>{heading}</h3>}
      {title !== undefined && <h2 className="panel-title">{title}</h2>}
      {children}
      {actions !== undefined && <div className="panel-acts">{actions}</div>}
    </section>
  );
}
