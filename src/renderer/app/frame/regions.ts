/**
 * @file F6 moves the focus through the regions of the window; each region remembers which of its elements had the
 * focus.
 */

const regionOrder = ['rail', 'content', 'panel', 'help', 'tray', 'toasts', 'bar'] as const;
const focusableSelector =
  'button:not([disabled]):not([tabindex="-1"]), input:not([disabled]), textarea:not([disabled]), a[href], [tabindex="0"]';
const focusedElements = new WeakMap<Element, HTMLElement>();

function findRegion(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-region]') ?? null;
}

/** Starts remembering the focused element of each region. Returns a function that stops it. */
export function rememberFocus(): () => void {
  const onFocusIn = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLElement)) return;
    const region = findRegion(event.target);
    if (region !== null && region !== event.target) focusedElements.set(region, event.target);
  };
  document.addEventListener('focusin', onFocusIn);
  return () => document.removeEventListener('focusin', onFocusIn);
}

function focusRegion(region: HTMLElement): void {
  const lastFocused = focusedElements.get(region);
  if (lastFocused?.isConnected === true && findRegion(lastFocused) === region) {
    lastFocused.focus();
    if (document.activeElement === lastFocused) return;
  }
  const firstFocusable = [...region.querySelectorAll<HTMLElement>(focusableSelector)].find(
    (element) => findRegion(element) === region && element.offsetParent !== null,
  );
  (firstFocusable ?? region).focus();
}

/** Moves the focus to the next region (1) or the previous one (-1). */
export function moveToRegion(step: -1 | 1): void {
  const regions = regionOrder.flatMap((name) => {
    const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    return region === null ? [] : [region];
  });
  const activeRegion = findRegion(document.activeElement);
  const activeIndex = activeRegion === null ? -1 : regions.indexOf(activeRegion);
  // From outside all regions, F6 goes to the first region and Shift+F6 to the last.
  const start = activeIndex === -1 && step === -1 ? 0 : activeIndex;
  const next = regions[(start + step + regions.length) % regions.length];
  if (next !== undefined) focusRegion(next);
}

/** Moves the focus into the content after a change of screen, unless an element of a region has the focus. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('[data-region="content"]');
  if (content === null || content.contains(document.activeElement)) return;
  if (findRegion(document.activeElement) !== null) return;
  content.focus();
}

/** Focuses the search field of the screen. Returns false when there is none. */
export function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-region="content"] [data-find]');
  if (field === null) return false;
  field.focus();
  field.select();
  return true;
}
