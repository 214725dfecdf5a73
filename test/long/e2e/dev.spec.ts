/** @file `npm run dev` on a copy of the sources: the window shows edits of the renderer, and edits of main restart Paydesk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Browser, test as base, type Page } from '@playwright/test';
import { expect, inElectron } from '../../e2e/fixture.ts';
import { freePort } from '../../fakes/servers/free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Paths that the development server and the host need. */
const copiedPaths = [
  'src',
  'scripts',
  'test/host',
  'test/fakes/servers/free-port.ts',
  'test/tsconfig.json',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** Time for a build of main and a start of the program on a busy machine. */
const buildTimeoutMs = 120_000;

interface Development {
  /** The page that is open at present; a restart replaces the page. */
  page(): Promise<Page>;
  /** Replaces text in a source file. */
  edit(file: string, from: string, to: string): Promise<void>;
  output(): string;
}

const test = base.extend<{ development: Development }>({
  development: async ({ playwright }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'paydesk-dev-'));
    for (const path of copiedPaths) await cp(join(root, path), join(folder, path), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const port = await freePort();
    const child = spawn(process.execPath, ['scripts/dev.ts', `--remote-debugging-port=${port}`], {
      cwd: folder,
      env: { ...process.env, PAYDESK_HOST_WINDOW: 'headless', ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    let browser: Browser | null = null;
    await use({
      async page() {
        let page: Page | undefined;
        const pageFound = expect(async () => {
          if (browser?.isConnected() !== true) {
            const options = { noDefaults: true, isLocal: true };
            browser = await playwright.chromium.connectOverCDP(`http://127.0.0.1:${port}`, options);
          }
          page = browser.contexts()[0]?.pages().at(-1);
          expect(page).toBeDefined();
        }).toPass();
        const programEnded = exited.then(() =>
          Promise.reject(new Error(`npm run dev has ended:\n${output}`)),
        );
        await Promise.race([pageFound, programEnded]);
        if (page === undefined) throw new Error('There is no page');
        return page;
      },
      async edit(file, from, to) {
        const text = await readFile(join(folder, file), 'utf8');
        expect(text).toContain(from);
        await writeFile(join(folder, file), text.replace(from, to));
      },
      output: () => output,
    });
    child.kill('SIGTERM');
    await exited;
    // The program has ended with npm run dev, so nothing answers on its port any more.
    await expect(fetch(`http://127.0.0.1:${port}/json/version`)).rejects.toThrow();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test.skip(inElectron, 'the development server is tested only in the host');

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Waits until a page shows a signed-in profile, and returns the page. A restart of the program closes earlier pages. */
async function waitUntilSignedIn(development: Development): Promise<Page> {
  const shownPages: Page[] = [];
  await expect(async () => {
    const page = await development.page();
    await expect(navigation(page)).toBeVisible({ timeout: 10_000 });
    shownPages.push(page);
  }).toPass({ timeout: buildTimeoutMs });
  const [signedInPage] = shownPages;
  if (signedInPage === undefined) throw new Error('There is no page');
  return signedInPage;
}

test('npm run dev shows an edit of a component in the same page, signed in, and restarts after an edit of main', async ({
  development,
}) => {
  test.setTimeout(4 * buildTimeoutMs);
  const page = await waitUntilSignedIn(development);
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));

  // An update of a module that the page is still loading would be lost.
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible({ timeout: buildTimeoutMs });
  const closingTag = '{children}\n    </div>';
  await development.edit(
    'src/renderer/components/files/DropZone.tsx',
    closingTag,
    `<p>Edited</p>\n${closingTag}`,
  );
  await expect(page.getByText('Edited', { exact: true })).toBeVisible({ timeout: buildTimeoutMs });
  await expect(navigation(page)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);

  // The page has the same content security policy as in a built program: everything comes from its own origin.
  const policy = await page.evaluate(async () => {
    const response = await fetch('/index.html');
    return response.headers.get('Content-Security-Policy');
  });
  expect(policy).toContain("connect-src 'self';");

  const pageClosed = page.waitForEvent('close');
  await development.edit('src/main/index.ts', 'com.paydesk.desktop', 'com.paydesk.development');
  await pageClosed;
  const restartedPage = await waitUntilSignedIn(development);

  const restartedPageClosed = restartedPage.waitForEvent('close');
  await development.edit('src/shared/messages/en/documents.json', 'Choose files…', 'Edited files…');
  await restartedPageClosed;
  const lastPage = await waitUntilSignedIn(development);
  await expect(lastPage.getByRole('button', { name: 'Edited files…' })).toBeVisible({
    timeout: buildTimeoutMs,
  });
});
