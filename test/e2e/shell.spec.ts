import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, inElectron, launchPaydesk, type Paydesk, test } from './fixture.ts';
import { pressInMenu } from './launch/program-functions.ts';

/** Makes the page add dropped and pasted files as documents. Returns a function that reads the answers. */
async function collectAnswers(page: Page): Promise<() => Promise<unknown[]>> {
  const collected = await page.evaluateHandle(() => {
    const answers: unknown[] = [];
    const onFiles = (files: FileList | undefined) => {
      void window.paydesk
        .call('documents.add', { files: [...(files ?? [])] })
        .then((answer) => answers.push(answer));
    };
    addEventListener('dragover', (event) => event.preventDefault(), { capture: true });
    addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        onFiles(event.dataTransfer?.files);
      },
      { capture: true },
    );
    addEventListener(
      'paste',
      (event) => {
        event.stopImmediatePropagation();
        onFiles(event.clipboardData?.files);
      },
      { capture: true },
    );
    return answers;
  });
  return () => collected.jsonValue();
}

/** Tests that share one program, because starting it takes longer than they do. Some change its settings or its size. */
test.describe('a running Paydesk', () => {
  let folder: string;
  let dataFolder: string;
  let paydesk: Paydesk;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paydesk-e2e-'));
    dataFolder = join(folder, 'data');
    paydesk = await launchPaydesk({ userDataDir: dataFolder });
  });

  test.afterAll(async () => {
    await paydesk.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    expect(paydesk.blockedRequests()).toEqual([]);
    expect(paydesk.consoleErrors()).toEqual([]);
  });

  test('the page is shown and can call the bridge', async () => {
    await expect(paydesk.page).toHaveTitle(/Paydesk/);
    const answer = await paydesk.page.evaluate(() => window.paydesk.call('settings.about', {}));
    expect(answer).toMatchObject({ ok: true, value: { dataFolder } });
  });

  test('the page has two functions of the bridge and nothing of Node or Electron', async () => {
    const exposed = await paydesk.page.evaluate(() => ({
      functions: Object.keys(window.paydesk),
      frozen: Object.isFrozen(window.paydesk),
      nodeNames: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    }));
    expect(exposed).toEqual({ functions: ['call', 'subscribe'], frozen: true, nodeNames: [] });
  });

  test('the buttons of the window are dimmed only while a dialog is open', async () => {
    test.skip(inElectron, 'Only the host draws the buttons of the window');
    const { page } = paydesk;
    const colours = () =>
      page.evaluate(() => {
        const { style } = document.querySelector<HTMLElement>('#host-caption') ?? document.documentElement;
        return [style.getPropertyValue('--ground'), style.getPropertyValue('--symbol')];
      });
    await expect(page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
    const coloursBefore = await colours();
    await page.getByRole('button', { name: 'Add profile…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(colours).toEqual(['#AAACB0', '#13161D']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(colours).toEqual(coloursBefore);
  });

  test('the window itself cannot be scrolled', async () => {
    const { page } = paydesk;
    await expect(page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
    const scrollableHeight = await page.evaluate(
      () => document.documentElement.scrollHeight - window.innerHeight,
    );
    expect(scrollableHeight).toBe(0);
  });

  test('a call of an unknown command returns an error as data', async () => {
    const answer = await paydesk.page.evaluate(() => window.paydesk.call('no.such.command', null));
    expect(answer).toMatchObject({ ok: false, error: { code: 'command-unknown' } });
  });

  test('every subscriber of a topic gets the current value and later ones', async () => {
    const { page } = paydesk;
    const received = await page.evaluateHandle(async () => {
      const first: unknown[] = [];
      const second: unknown[] = [];
      const answers = [
        await window.paydesk.subscribe('settings', ({ value }) => first.push(value)),
        await window.paydesk.subscribe('settings', ({ value }) => second.push(value)),
      ];
      return { first, second, answers };
    });
    const settings = { appearance: { theme: 'light', contrast: false }, largeFileMegabytes: 30 };
    const answer = { ok: true, value: { value: { largeFileMegabytes: 25 } } };
    expect(await received.evaluate(({ answers }) => answers)).toMatchObject([answer, answer]);
    expect(await paydesk.call('settings.change', settings)).toMatchObject({ ok: true });
    await expect.poll(() => received.evaluate(({ first }) => first)).toMatchObject([settings]);
    await expect.poll(() => received.evaluate(({ second }) => second)).toMatchObject([settings]);
  });

  test('a subscription to an unknown topic returns an error as data', async () => {
    const answer = await paydesk.page.evaluate(() => window.paydesk.subscribe('nothing', () => undefined));
    expect(answer).toMatchObject({ ok: false, error: { code: 'command-unknown' } });
  });

  test('a path that the page names instead of a file is refused', async () => {
    const { page } = paydesk;
    const addPath = (path: string) => window.paydesk.call('documents.add', { files: [path] });
    await expect(page.evaluate(addPath, dataFolder)).rejects.toThrow('getPathForFile');
    const answer = await page.evaluate(
      (path) => window.paydesk.call('documents.add', { files: { 0: path, length: 1 }, paths: [path] }),
      dataFolder,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'arguments-invalid' } });
  });

  test('the window applies the theme and keeps its size', async () => {
    const isDark = () => paydesk.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    const settings = { appearance: { theme: 'dark', contrast: false }, largeFileMegabytes: 25 };
    await paydesk.call('settings.change', settings);
    await expect.poll(isDark).toBe(true);
    await paydesk.resize(1000, 700);
    await expect.poll(() => paydesk.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1000, 700]);
  });

  test('a file that is not on the disk is reported with its position', async () => {
    expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
    const answer = await paydesk.page.evaluate(() =>
      window.paydesk.call('documents.add', { files: [new File(['x'], 'x.pdf')] }),
    );
    expect(answer).toEqual({ ok: true, value: { batchId: null, notOnDisk: [0] } });
  });

  test('a dialog of the system returns the answer that the test set', async () => {
    await paydesk.answerDialogs({ open: [] });
    await paydesk.call('session.activate', { action: 'practiceCompany' });
    const answer = await paydesk.call('documents.choose', { what: 'folder' });
    expect(answer).toEqual({ ok: true, value: { batchId: null } });
    expect(await paydesk.shownDialogs()).toEqual([{ properties: ['openDirectory', 'multiSelections'] }]);
  });
});

test('dropped and pasted files become documents, and the page gets no path', async ({
  paydesk,
  dataFolder,
}) => {
  const scans = join(dataFolder, '..', 'scans');
  const folder = join(scans, 'Lieferant Ä');
  const scan = join(scans, 'Rechnung № 1.pdf');
  const nestedFile = join(folder, 'Vertrag.pdf');
  const pastedFile = join(dataFolder, '..', 'Zusatz.pdf');
  await mkdir(folder, { recursive: true });
  for (const file of [scan, nestedFile, pastedFile]) await writeFile(file, `%PDF-1.7\n${file}`);
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  const readAnswers = await collectAnswers(paydesk.page);

  await paydesk.drop('body', [scan, folder]);
  await expect.poll(readAnswers).toHaveLength(1);
  await paydesk.paste([pastedFile]);
  await expect.poll(readAnswers).toHaveLength(2);
  const answer = { ok: true, value: { batchId: 1, notOnDisk: [] } };
  expect(await readAnswers()).toEqual([answer, answer]);
  const pathAndFolderOf = async (documentId: number) =>
    JSON.stringify(await paydesk.call('documents.detail', { documentId }));
  const readDetails = async () => (await Promise.all([1, 2, 3].map(pathAndFolderOf))).join('\n');
  for (const path of [scan, nestedFile, pastedFile]) {
    await expect.poll(readDetails).toContain(JSON.stringify(path));
  }
});

test('quitting ends with exit code 0', async ({ paydesk }) => {
  expect(await paydesk.quit()).toBe(0);
});

test('a second start of Paydesk focuses the window of the first and ends', async ({ paydesk, launch }) => {
  await paydesk.evaluate(({ app }) => {
    app.once('second-instance', () => Reflect.set(globalThis, 'secondInstanceSeen', true));
  }, null);
  await expect(launch()).rejects.toThrow();
  await expect
    .poll(() => paydesk.evaluate(() => Reflect.has(globalThis, 'secondInstanceSeen'), null))
    .toBe(true);
  await expect(paydesk.page).toHaveTitle(/Paydesk/);
});

test('a data folder that is synced to a cloud or cannot be created is refused before anything is written', async ({
  launch,
  dataFolder,
}) => {
  const parentFolder = join(dataFolder, '..');
  await mkdir(join(parentFolder, 'Dropbox'));
  await expect(launch({ userDataDir: join(parentFolder, 'Dropbox', 'Paydesk') })).rejects.toThrow('Dropbox');
  expect(await readdir(join(parentFolder, 'Dropbox'))).toEqual([]);
  await writeFile(join(parentFolder, 'file'), '');
  await expect(launch({ userDataDir: join(parentFolder, 'file', 'Paydesk') })).rejects.toThrow(
    'can’t create or write',
  );
});

test('Paydesk starts again on the same data after a kill', async ({ paydesk, launch, dataFolder }) => {
  await paydesk.kill();
  expect(await paydesk.exitCode).toBeNull();
  const restarted = await launch();
  expect(await restarted.call('settings.about', {})).toMatchObject({ ok: true, value: { dataFolder } });
});

test('a crashed page is loaded again', async ({ paydesk }) => {
  await paydesk.page.goto('chrome://crash').catch(() => undefined);
  await expect(async () => {
    expect(await paydesk.page.evaluate(() => window.paydesk.call('settings.about', {}))).toMatchObject({
      ok: true,
    });
  }).toPass();
});

test.describe('the page', () => {
  test.use({ expectQuietConsole: false });

  test('cannot run or load anything from another origin', async ({ paydesk }) => {
    const { page } = paydesk;
    const refused = await page.evaluate(async () => {
      const directives = new Set<string>();
      document.addEventListener('securitypolicyviolation', (event) =>
        directives.add(event.effectiveDirective),
      );
      await fetch('https://payments.example/').catch(() => undefined);
      const image = new Image();
      const loaded = new Promise((resolve) => image.addEventListener('error', resolve));
      image.src = 'https://payments.example/pixel.png';
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
      const script = document.createElement('script');
      const scripts: string[] = [];
      for (const attempt of [
        () => Reflect.set(script, 'textContent', 'document.title = "run"'),
        () => Reflect.set(script, 'src', 'https://payments.example/script.js'),
        () => Reflect.set(document.body, 'innerHTML', '<img src=x onerror="document.title = 1">'),
        () => document.body.setAttribute('onclick', 'document.title = "run"'),
      ]) {
        try {
          attempt();
        } catch (error) {
          scripts.push(error instanceof TypeError ? 'TypeError' : String(error));
        }
      }
      await loaded;
      return { directives: [...directives], scripts };
    });
    expect(refused.directives).toEqual(expect.arrayContaining(['connect-src', 'img-src', 'style-src-elem']));
    expect(refused.scripts).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    expect(paydesk.blockedRequests()).toEqual([]);
  });

  test('cannot navigate to another origin or open a window', async ({ paydesk }) => {
    const { page } = paydesk;
    const urlBefore = page.url();
    const isOpenRefused = await page.evaluate(() => window.open('https://payments.example/') === null);
    await page.evaluate(() => {
      location.href = 'https://payments.example/';
    });
    await expect.poll(() => page.evaluate(() => document.title)).toContain('Paydesk');
    expect(isOpenRefused).toBe(true);
    expect(page.url()).toBe(urlBefore);
  });
});

test('the bridge works without a window', async ({ launch, dataFolder }) => {
  test.skip(inElectron, 'Electron always opens a window');
  const paydesk = await launch({ windowless: true });
  const settings = await paydesk.host?.follow('settings');
  const changed = { appearance: { theme: 'dark', contrast: true }, largeFileMegabytes: 50 };
  expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true, value: { dataFolder } });
  expect(await paydesk.call('settings.change', changed)).toMatchObject({ ok: true });
  expect(await settings?.waitFor((value) => JSON.stringify(value).includes('50'))).toMatchObject(changed);
  expect(await paydesk.quit()).toBe(0);
});

test('shortcuts of the menu work, except while a dialog is open', async ({ paydesk }) => {
  const { page } = paydesk;
  await paydesk.call('samples.change', { action: 'endTour' });
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  // A dialog hides the screen behind it from screen readers.
  const settings = page.getByRole('heading', { name: 'Settings', exact: true, includeHidden: true });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog');
  await expect(palette).toBeVisible();
  for (const keys of ['CommandOrControl+,', 'CommandOrControl+F']) {
    await paydesk.evaluate(pressInMenu, keys);
    // The message of the menu arrives before this response.
    await page.evaluate(() => window.paydesk.call('settings.about', {}));
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(palette).toHaveCount(1);
    await expect(settings).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await paydesk.evaluate(pressInMenu, 'CommandOrControl+,');
  await expect(settings).toBeVisible();
});
