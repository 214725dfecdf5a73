/** @file Drops and pastes files with their real paths. */
import type { CDPSession, Locator, Page } from '@playwright/test';

/**
 * Drops `paths` on the middle of `target`. The events are trusted like those of the system, may contain folders, and provide
 * the paths.
 */
export async function dropFiles(
  page: Page,
  target: string | Locator,
  paths: readonly string[],
): Promise<void> {
  const locator = typeof target === 'string' ? page.locator(target) : target;
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The drop target is not visible');
  const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  await withSession(page, async (session) => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, ...position, data });
    }
  });
}

/** Pastes `paths` as files with paths, in a paste event at the focused element. */
export async function pasteFiles(page: Page, paths: readonly string[]): Promise<void> {
  await withSession(page, async (session) => {
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'Object.assign(document.createElement("input"), { type: "file", multiple: true })',
    });
    const { objectId } = result;
    if (objectId === undefined) throw new Error('The page has no document');
    await session.send('DOM.setFileInputFiles', { files: [...paths], objectId });
    await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration: pasteFrom.toString() });
  });
}

/** Runs in the page, on the input with the files. */
function pasteFrom(this: HTMLInputElement): void {
  const clipboardData = new DataTransfer();
  for (const file of this.files ?? []) clipboardData.items.add(file);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
}

async function withSession(
  page: Page,
  runWithSession: (session: CDPSession) => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    await runWithSession(session);
  } finally {
    await session.detach();
  }
}
