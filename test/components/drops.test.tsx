import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from '../../src/renderer/components/dialogs/Dialog.tsx';
import { DropLayer } from '../../src/renderer/components/files/DropLayer.tsx';
import { render } from './render.tsx';

function drag(type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', content: File | string): DragEvent {
  const dataTransfer = new DataTransfer();
  if (typeof content === 'string') dataTransfer.setData('text', content);
  else dataTransfer.items.add(content);
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
}

const scan = new File(['%PDF'], 'scan.pdf');
const message = page.getByText('Drop to add to batch 14');

function setUp(isDialogOpen: boolean): readonly string[] {
  const dropped: string[] = [];
  render(
    <>
      <p>Batch 14</p>
      <DropLayer
        message="Drop to add to batch 14"
        onFiles={(files) => dropped.push(...files.map(({ name }) => name))}
      />
      <Dialog open={isDialogOpen} onClose={() => {}} title="Close batch 14?" actions={null} />
    </>,
  );
  return dropped;
}

test('files that are dragged over the window show where they go, and are taken once', async () => {
  const dropped = setUp(false);
  await expect.element(page.getByText('Batch 14')).toBeVisible();
  drag('dragenter', 'a text');
  await expect.element(message).not.toBeInTheDocument();
  drag('dragenter', scan);
  await expect.element(message).toBeVisible();
  drag('dragleave', scan);
  await expect.element(message).not.toBeInTheDocument();
  drag('dragenter', scan);
  await expect.element(message).toBeVisible();
  expect(drag('drop', scan).defaultPrevented).toBe(true);
  await expect.element(message).not.toBeInTheDocument();
  expect(dropped).toEqual(['scan.pdf']);
});

test('files that are dropped behind a dialog are not taken, and do not replace the page', async () => {
  const dropped = setUp(true);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  drag('dragenter', scan);
  expect(drag('drop', scan).defaultPrevented).toBe(true);
  await expect.element(message).not.toBeInTheDocument();
  expect(dropped).toEqual([]);
});
