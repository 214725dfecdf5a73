/** @file Documents that Electron prints in a hidden window: its restrictions, its end, and what it may load. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createPages } from '../../../src/main/platform/electron/pages.ts';
import type { Clock } from '../../../src/main/platform/platform.ts';
import { readPages } from '../../fakes/files/read-pages.ts';
import { loadPages } from '../../fakes/platform/platform.ts';
import { HostContents } from '../../host/electron/contents.ts';
import { session } from '../../host/electron/session.ts';
import { BrowserWindow } from '../../host/electron/window.ts';
import { problems } from '../../host/records.ts';

const options = { isTagged: false };
const document = '<!doctype html><title>t</title><p>text';

// Paydesk stays open when the window of a document, the only one here, is closed.
beforeAll(() => loadPages());

afterEach(() => {
  HostContents.printResult = [true, ''];
  // Whatever happens, no window with a document remains.
  expect(BrowserWindow.getAllWindows()).toEqual([]);
});

test('a document is printed in a hidden window without a preload, scripts and a session on disk', async () => {
  const pages = await loadPages();
  const printing = pages.toPdf(document, options);
  const [window] = BrowserWindow.getAllWindows();
  expect(window?.options).toMatchObject({
    show: false,
    webPreferences: { javascript: false, sandbox: true },
  });
  expect(window?.options.webPreferences).not.toHaveProperty('preload');
  expect(window?.webContents.session).not.toBe(session.defaultSession);
  expect((await readPages(await printing)).pages.map(({ lines }) => lines)).toEqual([['text']]);
});

test('nothing is loaded and no script runs', async () => {
  const blocked: string[] = [];
  const onProblem = ({ kind, text }: { kind: string; text: string }) => void blocked.push(`${kind} ${text}`);
  problems.on('problem', onProblem);
  const html = `${document}<script>document.body.textContent = 'script'</script>
    <img src="https://evil.example/x"><link rel="stylesheet" href="https://evil.example/x.css">
    <iframe src="https://pages.invalid/other"></iframe>`;
  const pdf = await (await loadPages()).toPdf(html, options);
  problems.off('problem', onProblem);
  expect((await readPages(pdf)).pages.flatMap(({ lines }) => lines)).toEqual(['text']);
  // The policy of the document stops requests before they are made.
  expect(blocked.filter((text) => !text.includes('evil.example/'))).toEqual([]);
});

test.each(['https://evil.example/x', 'https://pages.invalid/other', 'https://pages.invalid/'])(
  'the session of documents denies %s, whatever the policy of a document says',
  async (address) => {
    await (await loadPages()).toPdf(document, options);
    const documents = session.fromPartition('pages', { cache: false });
    expect(await documents.answer(new Request(address))).toBeNull();
  },
);

/** Pages whose deadline a test passes. */
function createTestPages() {
  let pass = () => {};
  const clock: Pick<Clock, 'after'> = {
    after(_milliseconds, action) {
      pass = action;
      return () => {
        pass = () => {};
      };
    },
  };
  return { pages: createPages(clock, () => null), pass: () => pass() };
}

test.each([
  ['is cancelled', 'cancelled', (stop: { abort(): void; pass(): void }) => stop.abort()],
  ['reaches its deadline', 'pages-not-made', (stop: { abort(): void; pass(): void }) => stop.pass()],
  [
    'loses its process',
    'pages-not-made',
    () => BrowserWindow.getAllWindows()[0]?.webContents.emit('render-process-gone', {}, { reason: 'oom' }),
  ],
  ['loses its window', 'pages-not-made', () => BrowserWindow.getAllWindows()[0]?.destroy()],
])('a document that %s is rejected at once, and its window destroyed', async (_, code, end) => {
  const { pages, pass } = createTestPages();
  const controller = new AbortController();
  const printing = pages.toPdf(document, { ...options, signal: controller.signal });
  end({ abort: () => controller.abort(), pass });
  await expect(printing).rejects.toMatchObject({ code });
});

test('a document that was cancelled before is not opened', async () => {
  const signal = AbortSignal.abort();
  await expect((await loadPages()).toPdf(document, { ...options, signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});

test.each([
  ['prints', [true, ''], null],
  ['closes the dialog', [false, 'Print job canceled'], null],
  ['has no printer', [false, 'Invalid printer settings'], 'pages-not-made'],
] as const)('the print dialog of a clerk who %s', async (_, result, code) => {
  HostContents.printResult = result;
  const { pages, pass } = createTestPages();
  const printing = pages.print(document, { isLandscape: false });
  if (code === null) await expect(printing).resolves.toBeUndefined();
  else await expect(printing).rejects.toMatchObject({ code });
  pass();
});
