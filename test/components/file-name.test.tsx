import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FileName } from '../../src/renderer/components/files/FileName.tsx';
import { render } from './render.tsx';

const name = 'Zollanmeldung_MRN_26DE586600284417_mit_Anlagen_Kopie.pdf';

function NameIn({ width, text = name }: { readonly width: number; readonly text?: string }) {
  return (
    <div data-testid="box" style={{ display: 'flex', width }}>
      <FileName name={text} />
    </div>
  );
}

/** The parts of the shown name: the start, which may be shortened, and the end. */
function parts() {
  const [head, tail] = page.getByTestId('box').element().querySelectorAll('[aria-hidden="true"]');
  if (head === undefined || tail === undefined) throw new Error('The name has one part');
  return { head, tail };
}

/** Widths of all starts of a text in the font of an element, in pixels. */
function widthsOfStarts(element: Element): number[] {
  const text = element.firstChild;
  if (text === null) throw new Error('The element has no text');
  const range = document.createRange();
  range.setStart(text, 0);
  return Array.from(text.textContent ?? '', (_, index) => {
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().width;
  });
}

function widthOfEllipsis(element: Element): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.font = getComputedStyle(element).font;
  return context.measureText('…').width;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('the end of a shortened name follows the ellipsis without a gap, at every width', async () => {
  const update = render(<NameIn width={200} />);
  await expect.element(page.getByText('Kopie.pdf').last()).toBeVisible();
  const gaps: number[] = [];
  for (let width = 160; width < 200; width += 3) {
    update(<NameIn width={width} />);
    await nextFrame();
    const { head, tail } = parts();
    const distance = tail.getBoundingClientRect().left - head.getBoundingClientRect().left;
    const ellipsis = widthOfEllipsis(head);
    const nearest = Math.min(...widthsOfStarts(head).map((start) => Math.abs(distance - start - ellipsis)));
    expect(nearest).toBeLessThan(0.5);
    gaps.push(head.getBoundingClientRect().right - tail.getBoundingClientRect().left);
  }
  // Without the correction, most of these widths would leave a gap.
  expect(gaps.filter((gap) => gap > 1).length).toBeGreaterThan(gaps.length / 2);
});

test('the end of a whole name stays where it is, also after a shortened name', async () => {
  const update = render(<NameIn width={163} />);
  await nextFrame();
  update(<NameIn width={600} />);
  await nextFrame();
  const { head, tail } = parts();
  expect(tail.getBoundingClientRect().left).toBeCloseTo(head.getBoundingClientRect().right, 1);
});
