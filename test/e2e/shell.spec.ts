/** @file The window around the page: what the page can and cannot do, dropped files, a second start, a crash, a kill and a quit. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, inElectron, launchPaydesk, type Paydesk, test } from './fixture.ts';

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

/** The tests share one program, because starting it takes longer than they do, and run in their order: the last ones end it. */
test.describe
  .serial('a running Paydesk', () => {
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
    });

    test('the page has two functions of the bridge and nothing of Node or Electron', async () => {
      const { page } = paydesk;
      await expect(page).toHaveTitle(/Paydesk/);
      const exposed = await page.evaluate(() => ({
        functions: Object.keys(window.paydesk),
        frozen: Object.isFrozen(window.paydesk),
        nodeNames: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
          (name) => name in window,
        ),
      }));
      expect(exposed).toEqual({ functions: ['call', 'subscribe'], frozen: true, nodeNames: [] });
      const about = await page.evaluate(() => window.paydesk.call('settings.about', {}));
      expect(about).toMatchObject({ ok: true, value: { dataFolder } });
      const unknown = await page.evaluate(() => window.paydesk.call('no.such.command', null));
      expect(unknown).toMatchObject({ ok: false, error: { code: 'command-unknown' } });
    });

    test('dropped and pasted files become documents, and the page neither gets nor names a path', async () => {
      const { page } = paydesk;
      const scans = join(folder, 'scans');
      const supplier = join(scans, 'Lieferant Ä');
      const scan = join(scans, 'Rechnung № 1.pdf');
      const nestedFile = join(supplier, 'Vertrag.pdf');
      const pastedFile = join(folder, 'Zusatz.pdf');
      await mkdir(supplier, { recursive: true });
      for (const file of [scan, nestedFile, pastedFile]) await writeFile(file, `%PDF-1.7\n${file}`);
      expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({
        ok: true,
      });

      const addPath = (path: string) => window.paydesk.call('documents.add', { files: [path] });
      await expect(page.evaluate(addPath, dataFolder)).rejects.toThrow('getPathForFile');
      const refused = await page.evaluate(
        (path) => window.paydesk.call('documents.add', { files: { 0: path, length: 1 }, paths: [path] }),
        dataFolder,
      );
      expect(refused).toMatchObject({ ok: false, error: { code: 'arguments-invalid' } });
      const notOnDisk = await page.evaluate(() =>
        window.paydesk.call('documents.add', { files: [new File(['x'], 'x.pdf')] }),
      );
      expect(notOnDisk).toEqual({ ok: true, value: { batchId: null, notOnDisk: [0] } });

      const readAnswers = await collectAnswers(page);
      await paydesk.drop('body', [scan, supplier]);
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
      expect(paydesk.blockedRequests()).toEqual([]);
      expect(paydesk.consoleErrors()).toEqual([]);
    });

    test('the page cannot run or load anything from another origin', async () => {
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
      expect(refused.directives).toEqual(
        expect.arrayContaining(['connect-src', 'img-src', 'style-src-elem']),
      );
      expect(refused.scripts).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
      expect(paydesk.blockedRequests()).toEqual([]);
    });

    test('the page cannot navigate to another origin or open a window', async () => {
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

    test('the page cannot load itself again, still hears of changes then, and is loaded again by its command', async () => {
      const isLoadedAgain = () => paydesk.page.evaluate(() => !Reflect.has(window, 'isSamePage'));
      const isDark = () => paydesk.page.evaluate(() => document.documentElement.classList.contains('dark'));
      async function changeTheme(theme: 'light' | 'dark'): Promise<void> {
        const settings = { appearance: { theme, contrast: false }, largeFileMegabytes: 25 };
        await paydesk.call('settings.change', settings);
      }
      await paydesk.page.evaluate(() => Reflect.set(window, 'isSamePage', true));
      await paydesk.page.evaluate(() => location.reload());
      await changeTheme('light');
      await expect.poll(isDark).toBe(false);
      await changeTheme('dark');
      await expect.poll(isDark).toBe(true);
      expect(await isLoadedAgain()).toBe(false);
      await paydesk.call('settings.window', { action: 'reload' });
      await expect(async () => expect(await isLoadedAgain()).toBe(true)).toPass();
      await changeTheme('light');
      // The page may still be loading.
      await expect(async () => expect(await isDark()).toBe(false)).toPass();
    });

    test('a second start of Paydesk focuses the window of the first and ends', async () => {
      await paydesk.evaluate(({ app }) => {
        app.once('second-instance', () => Reflect.set(globalThis, 'secondInstanceSeen', true));
      }, null);
      await expect(launchPaydesk({ userDataDir: dataFolder })).rejects.toThrow();
      await expect
        .poll(() => paydesk.evaluate(() => Reflect.has(globalThis, 'secondInstanceSeen'), null))
        .toBe(true);
      await expect(paydesk.page).toHaveTitle(/Paydesk/);
    });

    test('a data folder that is synced to a cloud is refused before anything is written', async () => {
      const cloud = join(folder, 'Dropbox');
      await mkdir(cloud);
      await expect(launchPaydesk({ userDataDir: join(cloud, 'Paydesk') })).rejects.toThrow('Dropbox');
      expect(await readdir(cloud)).toEqual([]);
    });

    test('a start without the lock of its data folder ends with a dialog', async () => {
      test.skip(inElectron, 'The dialog of Electron waits for a click');
      const locked = join(folder, 'locked');
      await mkdir(locked);
      await symlink('another-computer-1', join(locked, 'SingletonLock'));
      const start = launchPaydesk({ userDataDir: locked, env: { PAYDESK_HOST_READY_AFTER: '500' } });
      await expect(start).rejects.toThrow(/\(1\)\nDialog: Paydesk could not start: .*SingletonLock/);
    });

    test('a crashed page is loaded again, and Paydesk starts again on the same data after a kill', async () => {
      await paydesk.page.goto('chrome://crash').catch(() => undefined);
      await expect(async () => {
        expect(await paydesk.page.evaluate(() => window.paydesk.call('settings.about', {}))).toMatchObject({
          ok: true,
        });
      }).toPass();
      await paydesk.kill();
      expect(await paydesk.exitCode).toBeNull();
      paydesk = await launchPaydesk({ userDataDir: dataFolder });
      expect(await paydesk.call('settings.about', {})).toMatchObject({ ok: true, value: { dataFolder } });
      expect(await paydesk.quit()).toBe(0);
    });
  });
