/**
 * @file Finds faults in the layout of a page, by geometry. {@link findLayoutFaults} runs in the page: it is sent as source text,
 * so it uses no name from outside its body. Its caller names the exceptions in {@link LayoutRules}.
 */

type LayoutFaultKind =
  /** Two controls, or a control and a text, overlap. */
  | 'overlap'
  /** Two texts overlap. */
  | 'text-over-text'
  /** A text or control is cut off without an ellipsis. */
  | 'clipped'
  /** A text has so little width that only an ellipsis, or a column of single words, is left. */
  | 'crushed'
  /** A message ends in an ellipsis, which only names, paths and IDs may. */
  | 'shortened'
  /** A text or control cannot be scrolled into view, or is below the buttons of the window. */
  | 'outside'
  /** Content other than a table must be scrolled sideways. */
  | 'sideways'
  /** The visible part of a list or page is too small to use. */
  | 'squeezed'
  /** A control is smaller than 24 by 24 pixels (WCAG 2.2, 2.5.8). */
  | 'small-target';

export interface LayoutFault {
  readonly kind: LayoutFaultKind;
  /** The element: tag, classes and the beginning of its text. */
  readonly what: string;
  /** The element that overlaps or clips the faulty element; empty when there is none. */
  readonly by: string;
  /** Size of the overlap or of the clipped part in pixels; for small elements, their actual size. */
  readonly pixels: string;
}

/** Selectors of exceptions. */
export interface LayoutRules {
  /** Elements that cover others on purpose; they are not compared with the elements below them. */
  readonly layers: string;
  /** Dialogs that cover the application, whose content is not checked while one is open. */
  readonly modal: string;
  /** The application; floating elements are beside it in the body. */
  readonly app: string;
  /** Texts for screen readers that are hidden by their width, not by a clip path. */
  readonly spoken: string;
  /** Elements that may be scrolled sideways. */
  readonly wide: string;
  /** Content that Paydesk does not lay out. */
  readonly foreign: string;
  /** Buttons of the window, drawn by the system. */
  readonly caption: string;
  /** Elements whose texts follow each other: the ellipsis of one takes less room than its box. */
  readonly joined: string;
  /** Elements that may end in an ellipsis although they show a message. */
  readonly shortenable: string;
}

/** The faults of the page in its current layout. */
export function findLayoutFaults(rules: LayoutRules): LayoutFault[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Item {
    readonly element: Element;
    readonly kind: 'text' | 'control';
    readonly layer: Element;
    /** Visible area of the element. */
    readonly box: Box;
  }
  const controlSelector =
    'button, a[href], input:not([type="hidden"]), select, textarea, [role="button"], [role="checkbox"], [role="radio"],' +
    '[role="switch"], [role="tab"], [role="menuitem"], [role="menuitemradio"], [role="option"], [role="link"]';
  /** Tolerance for rounding and overhanging glyphs. */
  const tolerancePx = 1.5;
  const faults: LayoutFault[] = [];
  const reportedKeys = new Set<string>();

  function nameOf(element: Element): string {
    const names = [...element.classList].map((name) => `.${name}`).join('');
    const text = (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim();
    return `${element.localName}${names} “${text.slice(0, 48)}”`;
  }

  function report(
    kind: LayoutFaultKind,
    element: Element,
    by: Element | null,
    pixels: number | string,
  ): void {
    const fault = {
      kind,
      what: nameOf(element),
      by: by === null ? '' : nameOf(by),
      pixels: typeof pixels === 'number' ? String(Math.round(pixels)) : pixels,
    };
    const key = `${kind} ${fault.what} ${fault.by}`;
    if (reportedKeys.has(key)) return;
    reportedKeys.add(key);
    faults.push(fault);
  }

  function boxOf({ left, top, right, bottom }: DOMRect): Box {
    return { left, top, right, bottom };
  }

  function isEmpty(box: Box): boolean {
    return box.right - box.left < 0.5 || box.bottom - box.top < 0.5;
  }

  function intersect(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }

  interface ElementStyle {
    readonly display: string;
    readonly position: string;
    readonly overflowX: string;
    readonly overflowY: string;
    /** For screen readers only, so it is clipped on purpose. */
    readonly isVisuallyHidden: boolean;
    readonly layer: Element;
  }
  const styleByElement = new Map<Element, ElementStyle>();

  function styleOf(element: Element): ElementStyle {
    const knownStyle = styleByElement.get(element);
    if (knownStyle !== undefined) return knownStyle;
    const { display, position, overflowX, overflowY, clipPath } = getComputedStyle(element);
    const outer = element.parentElement === null ? null : styleOf(element.parentElement);
    // Scrolled content moves below sticky elements.
    const isLayer = outer === null || position === 'sticky' || element.matches(rules.layers);
    const isVisuallyHidden =
      clipPath.startsWith('inset(50%') || element.matches(rules.spoken) || outer?.isVisuallyHidden === true;
    const layer = isLayer ? element : outer.layer;
    const elementStyle = { display, position, overflowX, overflowY, isVisuallyHidden, layer };
    styleByElement.set(element, elementStyle);
    return elementStyle;
  }

  function isShown(element: Element): boolean {
    return (
      !styleOf(element).isVisuallyHidden &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  }

  /** The nearest ancestor that can clip `element`. */
  function findClippingAncestor(element: Element): Element | null {
    const { position } = styleOf(element);
    if (position === 'fixed') return null;
    if (position === 'absolute' && element instanceof HTMLElement) return element.offsetParent;
    return element.parentElement;
  }

  function clientBoxOf(element: Element): Box {
    const { left, top } = element.getBoundingClientRect();
    return {
      left: left + element.clientLeft,
      top: top + element.clientTop,
      right: left + element.clientLeft + element.clientWidth,
      bottom: top + element.clientTop + element.clientHeight,
    };
  }

  /** True when a text that `clipper` clips on the right ends in an ellipsis. */
  function hasEllipsis(from: Element, clipper: Element): boolean {
    const style = getComputedStyle(clipper);
    if (style.webkitLineClamp !== 'none') return true;
    if (style.textOverflow === 'clip' || /flex|grid/.test(style.display)) return false;
    for (let one: Element | null = from; one !== null && one !== clipper; one = one.parentElement) {
      if (!/^inline|^contents$/.test(styleOf(one).display)) return false;
    }
    return true;
  }

  /** True for a message in the pseudo-locale, which starts and ends with a bracket. */
  function isMessage(element: Element): boolean {
    return /^\[|\]$/.test(element.textContent.trim());
  }

  function reportClipping(
    clippedElement: Element,
    clipper: Element,
    fullBox: Box,
    isHorizontal: boolean,
    kind: Item['kind'],
  ): void {
    const clientBox = clientBoxOf(clipper);
    const overflowPx = isHorizontal
      ? Math.max(fullBox.right - clientBox.right, clientBox.left - fullBox.left)
      : Math.max(fullBox.bottom - clientBox.bottom, clientBox.top - fullBox.top);
    // Line boxes are higher than their letters.
    if (overflowPx <= (isHorizontal || kind === 'control' ? tolerancePx : 4)) return;
    if (kind === 'control' || !hasEllipsis(clippedElement, clipper)) {
      report('clipped', clippedElement, clipper, overflowPx);
      return;
    }
    if (isMessage(clippedElement) && clippedElement.closest(rules.shortenable) === null)
      report('shortened', clippedElement, clipper, overflowPx);
    const visibleWidth = clientBox.right - clientBox.left;
    if (isHorizontal && visibleWidth < Math.min(28, fullBox.right - fullBox.left))
      report('crushed', clippedElement, clipper, visibleWidth);
  }

  /** The part of `box` that `ancestor` shows; reports an item that the ancestor clips. */
  function clipTo(ancestor: Element, clippedElement: Element, box: Box, kind: Item['kind']): Box {
    const { display, overflowX, overflowY } = styleOf(ancestor);
    if (/^inline$|^contents$/.test(display) || overflowX === 'visible') return box;
    const clientBox = clientBoxOf(ancestor);
    if (/hidden|clip/.test(overflowX)) reportClipping(clippedElement, ancestor, box, true, kind);
    if (/hidden|clip/.test(overflowY)) reportClipping(clippedElement, ancestor, box, false, kind);
    const unreachable = Math.max(
      /auto|scroll/.test(overflowX) ? clientBox.left - ancestor.scrollLeft - box.left : 0,
      /auto|scroll/.test(overflowY) ? clientBox.top - ancestor.scrollTop - box.top : 0,
    );
    if (unreachable > tolerancePx) report('outside', clippedElement, ancestor, unreachable);
    return intersect(box, clientBox);
  }

  /** The visible part of `fullBox`; reports an item that an ancestor or the window clips. */
  function findVisibleBox(clippedElement: Element, fullBox: Box, kind: Item['kind']): Box | null {
    let box = fullBox;
    // A control does not clip itself.
    let ancestor = kind === 'control' ? findClippingAncestor(clippedElement) : clippedElement;
    while (ancestor !== null && ancestor !== document.body && ancestor !== document.documentElement) {
      box = clipTo(ancestor, clippedElement, box, kind);
      if (isEmpty(box)) return null;
      ancestor = findClippingAncestor(ancestor);
    }
    const overflowPx = Math.max(box.right - innerWidth, box.bottom - innerHeight, -box.left, -box.top);
    if (overflowPx > tolerancePx) report('outside', clippedElement, null, overflowPx);
    const caption = document.querySelector(rules.caption);
    if (caption !== null) {
      const coveredBox = intersect(box, boxOf(caption.getBoundingClientRect()));
      if (!isEmpty(coveredBox))
        report('outside', clippedElement, caption, coveredBox.right - coveredBox.left);
    }
    const visibleBox = intersect(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return isEmpty(visibleBox) ? null : visibleBox;
  }

  /** The element that reacts to the pointer: the control, or the label of a hidden input. */
  function findPointerTarget(control: Element): Element | null {
    if (isShown(control)) return control;
    const label = control.closest('label');
    return label !== null && isShown(label) ? label : null;
  }

  /** True for a link inside a sentence, which is as high as its line. */
  function isInSentence(control: Element): boolean {
    if (styleOf(control).display !== 'inline') return false;
    const surroundingText = control.parentElement?.textContent ?? '';
    return surroundingText.trim().length > control.textContent.trim().length;
  }

  /** The size of the pointer target, including the area that `::after` adds. */
  function measureTarget(element: Element): { width: number; height: number } {
    const { width, height } = element.getBoundingClientRect();
    const after = getComputedStyle(element, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return { width, height };
    const overhangPx = (side: string) => Math.max(0, -Number.parseFloat(side));
    return {
      width: width + overhangPx(after.left) + overhangPx(after.right),
      height: height + overhangPx(after.top) + overhangPx(after.bottom),
    };
  }

  function findControlItems(root: Element): Item[] {
    const targets = new Set<Element>();
    for (const control of root.querySelectorAll(controlSelector)) {
      if (control.closest(rules.foreign) !== null) continue;
      const target = findPointerTarget(control);
      if (target !== null) targets.add(target);
    }
    return [...targets].flatMap((element) => {
      const rect = element.getBoundingClientRect();
      if (rect.width < 0.5 || rect.height < 0.5) return [];
      const { width, height } = measureTarget(element);
      if (Math.min(width, height) < 23.5 && !isInSentence(element)) {
        report('small-target', element, null, `${Math.round(width)}x${Math.round(height)}`);
      }
      const box = findVisibleBox(element, boxOf(rect), 'control');
      return box === null ? [] : [{ element, kind: 'control' as const, layer: styleOf(element).layer, box }];
    });
  }

  /** Visible text nodes with their elements. */
  function findVisibleTexts(root: Element): { element: Element; node: Node }[] {
    const texts: { element: Element; node: Node }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const ignoredElements = `svg, style, script, option, textarea, ${rules.foreign}`;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || !/\S/.test(node.textContent ?? '')) continue;
      if (element.closest(ignoredElements) === null && isShown(element)) texts.push({ element, node });
    }
    return texts;
  }

  function findTextItems(root: Element): Item[] {
    const range = document.createRange();
    return findVisibleTexts(root).flatMap(({ element, node }) => {
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      const widest = Math.max(...rects.map(({ width }) => width));
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      if (lines > 4 && widest < 110) report('crushed', element, element.parentElement, widest);
      return rects.flatMap((rect) => {
        const box = rect.width < 0.5 ? null : findVisibleBox(element, boxOf(rect), 'text');
        return box === null ? [] : [{ element, kind: 'text' as const, layer: styleOf(element).layer, box }];
      });
    });
  }

  /** True for a text of a control when the control itself overlaps `place`. */
  function isWithinControl({ element, kind }: Item, place: Box): boolean {
    const control = kind === 'text' ? element.closest(controlSelector) : null;
    return control !== null && !isEmpty(intersect(boxOf(control.getBoundingClientRect()), place));
  }

  function reportOverlap(one: Item, other: Item): void {
    if (one.layer !== other.layer) return;
    if (one.element.contains(other.element) || other.element.contains(one.element)) return;
    const joined = one.element.closest(rules.joined);
    if (joined?.contains(other.element) === true) return;
    const common = intersect(one.box, other.box);
    const commonWidth = common.right - common.left;
    const commonHeight = common.bottom - common.top;
    const textCount = Number(one.kind === 'text') + Number(other.kind === 'text');
    // Line boxes are higher than their letters; those of two lines may touch.
    if (commonWidth <= tolerancePx || commonHeight <= (textCount === 0 ? tolerancePx : 4)) return;
    // Overlapping controls are reported without their texts.
    if (isWithinControl(one, other.box) || isWithinControl(other, one.box)) return;
    report(
      textCount === 2 ? 'text-over-text' : 'overlap',
      one.element,
      other.element,
      `${Math.round(commonWidth)}x${Math.round(commonHeight)}`,
    );
  }

  function reportOverlaps(items: Item[]): void {
    items.sort((one, other) => one.box.top - other.box.top);
    for (const [at, one] of items.entries()) {
      for (let next = at + 1; next < items.length; next += 1) {
        const other = items[next];
        if (other === undefined || other.box.top >= one.box.bottom) break;
        reportOverlap(one, other);
      }
    }
  }

  function reportScrollers(root: Element): void {
    for (const element of root.querySelectorAll('*')) {
      const { overflowX, overflowY } = styleOf(element);
      if (!/auto|scroll/.test(`${overflowX} ${overflowY}`) || !isShown(element)) continue;
      if (element.closest(rules.foreign) !== null || element.matches('textarea, input')) continue;
      const wide = element.scrollWidth - element.clientWidth;
      if (/auto|scroll/.test(overflowX) && wide > tolerancePx && element.closest(rules.wide) === null) {
        report('sideways', element, null, wide);
      }
      const hiddenHeight = element.scrollHeight - element.clientHeight;
      if (/auto|scroll/.test(overflowY) && hiddenHeight > tolerancePx && element.clientHeight < 72) {
        report('squeezed', element, null, element.clientHeight);
      }
    }
  }

  const hasModal = document.querySelector(rules.modal) !== null;
  const roots = [...document.body.children].filter((child) => !hasModal || !child.matches(rules.app));
  for (const root of roots) reportScrollers(root);
  reportOverlaps(roots.flatMap((root) => [...findControlItems(root), ...findTextItems(root)]));
  return faults;
}
