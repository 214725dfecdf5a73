/**
 * @file F6 moves the focus through the regions of the window; each region remembers which of its elements had the
 * focus.
 */

const order = ['tour', 'rail', 'content', 'panel', 'tray', 'toasts', 'bar'] as const;
const focusable =
  'button:not([disabled]):not([tabindex="-1"]), input:not([disabled]), textarea:not([disabled]), a[href], [tabindex="0"]';
const remembered = new WeakMap<Element, HTMLElement>();

function regionOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-region]') ?? null;
}

/** Starts remembering the focused element of each region. Returns a function that stops it. */
export function rememberFocus(): () => void {
  const remember = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLElement)) return;
    const region = regionOf(event.target);
    if (region !== null && region !== event.target) remembered.set(region, event.target);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

function enter(region: HTMLElement): void {
  const before = remembered.get(region);
  if (before?.isConnected === true && regionOf(before) === region) {
    before.focus();
    if (document.activeElement === before) return;
  }
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find(
    (element) => regionOf(element) === region && element.offsetParent !== null,
  );
  (first ?? region).focus();
}

/** Moves the focus to the next region (1) or the previous one (-1). */
export function moveToRegion(step: -1 | 1): void {
  const regions = order.flatMap((name) => {
    const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    return region === null ? [] : [region];
  });
  const active = regionOf(document.activeElement);
  const here = active === null ? -1 : regions.indexOf(active);
  const start = here === -1 && step === -1 ? 0 : here;
  const next = regions[(start + step + regions.length) % regions.length];
  if (next !== undefined) enter(next);
}

/** Moves the focus into the content after a change of screen, if no element has it. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('[data-region="content"]');
  if (content === null || content.contains(document.activeElement)) return;
  if (regionOf(document.activeElement) !== null) return;
  content.focus();
}

/** Focuses the search field of the screen. Returns false when there is none. */
export function focusFind(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-region="content"] [data-find]');
  if (field === null) return false;
  field.focus();
  field.select();
  return true;
}
