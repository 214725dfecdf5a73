/**
 * @file Finds faults in the layout of a page, by geometry. {@link findLayoutFaults} runs in the page: it is sent as text and
 * uses nothing outside itself. Its caller decides about exceptions.
 */

/** Kinds of faults. */
export type LayoutFaultKind =
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

/** One fault. */
export interface LayoutFault {
  readonly kind: LayoutFaultKind;
  /** The element: tag, classes and the beginning of its text. */
  readonly what: string;
  /** The other element, or the one that clips it. */
  readonly by: string;
  /** By how many pixels; for sizes, the actual size. */
  readonly pixels: string;
}

/** Selectors of exceptions. */
export interface LayoutRules {
  /** Covers other elements on purpose; not compared with anything below it. */
  readonly layers: string;
  /** Covers the application, whose content is then not checked. */
  readonly modal: string;
  /** The application; floating elements are beside it in the body. */
  readonly app: string;
  /** May be scrolled sideways. */
  readonly wide: string;
  /** Content that Paydesk does not lay out. */
  readonly foreign: string;
  /** Buttons of the window, drawn by the system. */
  readonly caption: string;
  /** May end in an ellipsis although it shows a message. */
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
    /** Its visible area. */
    readonly box: Box;
  }
  const controls =
    'button, a[href], input:not([type="hidden"]), select, textarea, [role="button"], [role="checkbox"], [role="radio"],' +
    '[role="switch"], [role="tab"], [role="menuitem"], [role="menuitemradio"], [role="option"], [role="link"]';
  /** Tolerance for rounding and overhanging glyphs, in pixels. */
  const slack = 1.5;
  const faults: LayoutFault[] = [];
  const faulty = new Set<string>();

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
    if (faulty.has(key)) return;
    faulty.add(key);
    faults.push(fault);
  }

  function boxOf({ left, top, right, bottom }: DOMRect): Box {
    return { left, top, right, bottom };
  }

  function isEmpty(box: Box): boolean {
    return box.right - box.left < 0.5 || box.bottom - box.top < 0.5;
  }

  function meet(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }

  interface Facts {
    readonly display: string;
    readonly position: string;
    readonly overflowX: string;
    readonly overflowY: string;
    /** For screen readers only, so it is clipped on purpose. */
    readonly unseen: boolean;
    readonly layer: Element;
  }
  const known = new Map<Element, Facts>();

  function factsOf(element: Element): Facts {
    const before = known.get(element);
    if (before !== undefined) return before;
    const { display, position, overflowX, overflowY, clipPath } = getComputedStyle(element);
    const outer = element.parentElement === null ? null : factsOf(element.parentElement);
    // Scrolled content moves below sticky elements.
    const isLayer = outer === null || position === 'sticky' || element.matches(rules.layers);
    const unseen = clipPath.startsWith('inset(50%') || outer?.unseen === true;
    const layer = isLayer ? element : outer.layer;
    const facts = { display, position, overflowX, overflowY, unseen, layer };
    known.set(element, facts);
    return facts;
  }

  function isShown(element: Element): boolean {
    return (
      !factsOf(element).unseen && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  }

  /** The next ancestor that can clip `element`. */
  function clipperOf(element: Element): Element | null {
    const { position } = factsOf(element);
    if (position === 'fixed') return null;
    if (position === 'absolute' && element instanceof HTMLElement) return element.offsetParent;
    return element.parentElement;
  }

  function insideOf(element: Element): Box {
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
      if (!/^inline|^contents$/.test(factsOf(one).display)) return false;
    }
    return true;
  }

  /** True for a message in the pseudo-locale, which starts and ends with a bracket. */
  function isMessage(element: Element): boolean {
    return /^\[|\]$/.test(element.textContent.trim());
  }

  function cutBy(part: Element, clipper: Element, whole: Box, sideways: boolean, kind: Item['kind']): void {
    const inside = insideOf(clipper);
    const over = sideways
      ? Math.max(whole.right - inside.right, inside.left - whole.left)
      : Math.max(whole.bottom - inside.bottom, inside.top - whole.top);
    // Line boxes are higher than their letters.
    if (over <= (sideways || kind === 'control' ? slack : 4)) return;
    if (kind === 'control' || !hasEllipsis(part, clipper)) {
      report('clipped', part, clipper, over);
      return;
    }
    if (isMessage(part) && part.closest(rules.shortenable) === null) report('shortened', part, clipper, over);
    const left = inside.right - inside.left;
    if (sideways && left < Math.min(28, whole.right - whole.left)) report('crushed', part, clipper, left);
  }

  /** The part of `box` that `one` shows; reports clipped items. */
  function within(one: Element, part: Element, box: Box, kind: Item['kind']): Box {
    const { display, overflowX, overflowY } = factsOf(one);
    if (/^inline$|^contents$/.test(display) || overflowX === 'visible') return box;
    const inside = insideOf(one);
    if (/hidden|clip/.test(overflowX)) cutBy(part, one, box, true, kind);
    if (/hidden|clip/.test(overflowY)) cutBy(part, one, box, false, kind);
    const unreachable = Math.max(
      /auto|scroll/.test(overflowX) ? inside.left - one.scrollLeft - box.left : 0,
      /auto|scroll/.test(overflowY) ? inside.top - one.scrollTop - box.top : 0,
    );
    if (unreachable > slack) report('outside', part, one, unreachable);
    return meet(box, inside);
  }

  /** The visible part of `whole`; reports what ancestors and the window clip. */
  function seenOf(part: Element, whole: Box, kind: Item['kind']): Box | null {
    let box = whole;
    // A control does not clip itself.
    let one = kind === 'control' ? clipperOf(part) : part;
    while (one !== null && one !== document.body && one !== document.documentElement) {
      box = within(one, part, box, kind);
      if (isEmpty(box)) return null;
      one = clipperOf(one);
    }
    const over = Math.max(box.right - innerWidth, box.bottom - innerHeight, -box.left, -box.top);
    if (over > slack) report('outside', part, null, over);
    const caption = document.querySelector(rules.caption);
    if (caption !== null) {
      const below = meet(box, boxOf(caption.getBoundingClientRect()));
      if (!isEmpty(below)) report('outside', part, caption, below.right - below.left);
    }
    const seen = meet(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return isEmpty(seen) ? null : seen;
  }

  /** The element that reacts to the pointer: the label of a hidden input. */
  function targetOf(control: Element): Element | null {
    if (isShown(control)) return control;
    const label = control.closest('label');
    return label !== null && isShown(label) ? label : null;
  }

  /** True for a link inside a sentence, which is as high as its line. */
  function isInSentence(control: Element): boolean {
    if (factsOf(control).display !== 'inline') return false;
    const around = control.parentElement?.textContent ?? '';
    return around.trim().length > control.textContent.trim().length;
  }

  /** The size of the pointer target, including the area that `::after` adds. */
  function targetSize(element: Element): { width: number; height: number } {
    const { width, height } = element.getBoundingClientRect();
    const after = getComputedStyle(element, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return { width, height };
    const beyond = (side: string) => Math.max(0, -Number.parseFloat(side));
    return {
      width: width + beyond(after.left) + beyond(after.right),
      height: height + beyond(after.top) + beyond(after.bottom),
    };
  }

  function controlItems(root: Element): Item[] {
    const targets = new Set<Element>();
    for (const control of root.querySelectorAll(controls)) {
      if (control.closest(rules.foreign) !== null) continue;
      const target = targetOf(control);
      if (target !== null) targets.add(target);
    }
    return [...targets].flatMap((element) => {
      const rect = element.getBoundingClientRect();
      if (rect.width < 0.5 || rect.height < 0.5) return [];
      const { width, height } = targetSize(element);
      if (Math.min(width, height) < 23.5 && !isInSentence(element)) {
        report('small-target', element, null, `${Math.round(width)}x${Math.round(height)}`);
      }
      const box = seenOf(element, boxOf(rect), 'control');
      return box === null ? [] : [{ element, kind: 'control' as const, layer: factsOf(element).layer, box }];
    });
  }

  /** Visible text nodes with their elements. */
  function shownTexts(root: Element): { element: Element; node: Node }[] {
    const texts: { element: Element; node: Node }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const passedOver = `svg, style, script, option, textarea, ${rules.foreign}`;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || !/\S/.test(node.textContent ?? '')) continue;
      if (element.closest(passedOver) === null && isShown(element)) texts.push({ element, node });
    }
    return texts;
  }

  function textItems(root: Element): Item[] {
    const range = document.createRange();
    return shownTexts(root).flatMap(({ element, node }) => {
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      const widest = Math.max(...rects.map(({ width }) => width));
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      if (lines > 4 && widest < 110) report('crushed', element, element.parentElement, widest);
      return rects.flatMap((rect) => {
        const box = rect.width < 0.5 ? null : seenOf(element, boxOf(rect), 'text');
        return box === null ? [] : [{ element, kind: 'text' as const, layer: factsOf(element).layer, box }];
      });
    });
  }

  /** True for a text of a control that overlaps the place itself. */
  function isWithinControl({ element, kind }: Item, place: Box): boolean {
    const control = kind === 'text' ? element.closest(controls) : null;
    return control !== null && !isEmpty(meet(boxOf(control.getBoundingClientRect()), place));
  }

  function comparePair(one: Item, other: Item): void {
    if (one.layer !== other.layer) return;
    if (one.element.contains(other.element) || other.element.contains(one.element)) return;
    const common = meet(one.box, other.box);
    const across = common.right - common.left;
    const down = common.bottom - common.top;
    const texts = Number(one.kind === 'text') + Number(other.kind === 'text');
    // Line boxes are higher than their letters; those of two lines may touch.
    if (across <= slack || down <= (texts === 0 ? slack : 4)) return;
    // Overlapping controls are reported without their texts.
    if (isWithinControl(one, other.box) || isWithinControl(other, one.box)) return;
    report(
      texts === 2 ? 'text-over-text' : 'overlap',
      one.element,
      other.element,
      `${Math.round(across)}x${Math.round(down)}`,
    );
  }

  function compare(items: Item[]): void {
    items.sort((one, other) => one.box.top - other.box.top);
    for (const [at, one] of items.entries()) {
      for (let next = at + 1; next < items.length; next += 1) {
        const other = items[next];
        if (other === undefined || other.box.top >= one.box.bottom) break;
        comparePair(one, other);
      }
    }
  }

  function scrollers(root: Element): void {
    for (const element of root.querySelectorAll('*')) {
      const { overflowX, overflowY } = factsOf(element);
      if (!/auto|scroll/.test(`${overflowX} ${overflowY}`) || !isShown(element)) continue;
      if (element.closest(rules.foreign) !== null || element.matches('textarea, input')) continue;
      const wide = element.scrollWidth - element.clientWidth;
      if (/auto|scroll/.test(overflowX) && wide > slack && element.closest(rules.wide) === null) {
        report('sideways', element, null, wide);
      }
      const high = element.scrollHeight - element.clientHeight;
      if (/auto|scroll/.test(overflowY) && high > slack && element.clientHeight < 72) {
        report('squeezed', element, null, element.clientHeight);
      }
    }
  }

  const covered = document.querySelector(rules.modal) !== null;
  const roots = [...document.body.children].filter((child) => !covered || !child.matches(rules.app));
  for (const root of roots) scrollers(root);
  compare(roots.flatMap((root) => [...controlItems(root), ...textItems(root)]));
  return faults;
}
