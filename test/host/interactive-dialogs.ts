/**
 * @file Shows the system's dialogs to the person who uses the host, each in a small page. Closing the page cancels the
 * dialog.
 */

import { getBrowser } from './browser.ts';
import type { DialogAnswers } from './electron/dialog.ts';

interface DialogPage {
  readonly title: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Initial text of the input field; `null` for no field. */
  readonly field: string | null;
}

interface Reply {
  readonly button: number;
  readonly text: string;
}

const size = { width: 560, height: 320 };

/** Answers every dialog with the reply of the person. */
export const interactiveAnswers: DialogAnswers = {
  async open(options) {
    const choosesFolder = options.properties?.includes('openDirectory') ?? false;
    const reply = await openDialogPage({
      title: options.title ?? (choosesFolder ? 'Choose a folder' : 'Choose files'),
      detail: 'Full paths, one a line.',
      buttons: ['Open', 'Cancel'],
      field: '',
    });
    if (reply?.button !== 0) return [];
    return reply.text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  },
  async save(options) {
    const reply = await openDialogPage({
      title: options.title ?? 'Save as',
      detail: 'Full path of the new file.',
      buttons: ['Save', 'Cancel'],
      field: options.defaultPath ?? '',
    });
    return reply?.button === 0 ? reply.text.trim() : '';
  },
  async message(options) {
    const reply = await openDialogPage({
      title: options.message,
      detail: options.detail ?? '',
      buttons: options.buttons ?? ['Close'],
      field: null,
    });
    return reply?.button ?? options.cancelId ?? 0;
  },
};

async function openDialogPage(dialogPage: DialogPage): Promise<Reply | null> {
  const context = await getBrowser(size);
  const page = await context.newPage();
  const pageClosed = new Promise<null>((resolve) => page.once('close', () => resolve(null)));
  const reply = await Promise.race([page.evaluate(drawDialog, dialogPage), pageClosed]);
  if (!page.isClosed()) await page.close();
  return reply;
}

/** Draws a dialog and resolves with the reply. Runs in the page, so it must not use variables of this module. */
function drawDialog({ title, detail, buttons, field }: DialogPage): Promise<Reply> {
  const heading = document.createElement('h1');
  const text = document.createElement('p');
  const textArea = document.createElement('textarea');
  document.title = title;
  heading.textContent = title;
  text.textContent = detail;
  textArea.value = field ?? '';
  textArea.ariaLabel = detail;
  textArea.style.cssText = 'width: 100%; height: 8em';
  document.body.style.cssText =
    'font: 14px/20px system-ui, sans-serif; margin: 24px; color-scheme: light dark';
  heading.style.cssText = 'font-size: 18px';
  document.body.append(heading, text);
  if (field !== null) document.body.append(textArea);
  return new Promise((resolve) => {
    for (const [button, label] of buttons.entries()) {
      const element = document.createElement('button');
      element.textContent = label;
      element.style.cssText = 'margin: 12px 8px 0 0; padding: 6px 12px; font: inherit';
      element.addEventListener('click', () => resolve({ button, text: textArea.value }));
      document.body.append(element);
    }
  });
}
