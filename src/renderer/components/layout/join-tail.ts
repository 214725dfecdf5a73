/**
 * @file Moves the end of a shortened name next to the ellipsis. Chromium cuts a text at whole characters, so that the room
 * of up to one character stays empty between the ellipsis and the end.
 */

const ellipsisWidths = new Map<string, number>();

/** Width of an ellipsis in a font, in pixels. */
function ellipsisWidth(font: string): number {
  const known = ellipsisWidths.get(font);
  if (known !== undefined) return known;
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = font;
  const { width } = context.measureText('…');
  ellipsisWidths.set(font, width);
  return width;
}

/** The empty room behind the ellipsis of a text in pixels; 0 for a text that is whole or runs from right to left. */
function gapBehindEllipsis(head: Element): number {
  const [text, ...others] = head.childNodes;
  const isWhole = head.scrollWidth <= head.clientWidth;
  if (isWhole || !(text instanceof Text) || others.length > 0) return 0;
  const { direction, font } = getComputedStyle(head);
  if (direction === 'rtl') return 0;
  const room = head.getBoundingClientRect().width - ellipsisWidth(font);
  const range = document.createRange();
  range.setStart(text, 0);
  const widthOf = (length: number) => {
    range.setEnd(text, length);
    return range.getBoundingClientRect().width;
  };
  let shown = 0;
  let tooLong = text.length;
  while (tooLong - shown > 1) {
    const middle = Math.floor((shown + tooLong) / 2);
    if (widthOf(middle) <= room) shown = middle;
    else tooLong = middle;
  }
  return shown === 0 ? 0 : Math.max(0, room - widthOf(shown));
}

function moveTail(head: Element): void {
  const tail = head.nextElementSibling;
  if (!(tail instanceof HTMLElement)) return;
  const gap = gapBehindEllipsis(head);
  // Only drawn elsewhere: a change of the layout would change the room that is measured.
  tail.style.transform = gap === 0 ? '' : `translateX(${-gap}px)`;
}

let observer: ResizeObserver | null = null;

/** One observer for all names, because a list shows many. */
function headObserver(): ResizeObserver {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) moveTail(target);
  });
  return observer;
}

/** The ref of an element whose text may be shortened: the element behind it follows its ellipsis. */
export function joinedHead(head: HTMLElement | null): (() => void) | undefined {
  if (head === null) return undefined;
  const headSizes = headObserver();
  headSizes.observe(head);
  return () => headSizes.unobserve(head);
}
