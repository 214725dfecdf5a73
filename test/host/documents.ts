/**
 * @file The headless Chromium that makes pages of documents, as hidden windows of Electron do. It is started by the first
 * document, and apart from that of the windows: those may be headed, or not there at all.
 */
import type { Browser, Page } from '@playwright/test';
import { findChromium, offline } from './chromium.ts';
import { app } from './electron/app.ts';
import { reportProblem } from './records.ts';

/** Answers a request of a document; `null` denies it. */
type Answer = (request: Request) => Promise<Response | null>;

let running: Promise<Browser> | null = null;

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found; set PAYDESK_CHROMIUM to its path');
  const { chromium } = await import('@playwright/test');
  // The program handles signals and closes the browser itself.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, args: [offline], ...signals });
}

async function closeBrowser(): Promise<void> {
  const browser = await running?.catch(() => null);
  running = null;
  await browser?.close();
}

/** One document in a page of its own, whose context is in memory and runs no scripts. */
export interface DocumentPage {
  load(address: string): Promise<void>;
  /** Returns the PDF without a file in between, unlike `page.pdf()`, whose stream is a temporary file of Chromium. */
  toPdf(isTagged: boolean, landscape?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openDocument(answer: Answer, onCrash: () => void): Promise<DocumentPage> {
  running ??= launch();
  app.beforeExit.add(closeBrowser);
  const browser = await running;
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    acceptDownloads: false,
  });
  const page: Page = await context.newPage();
  page.on('crash', onCrash);
  await context.route('**/*', async (route) => {
    const response = await answer(new Request(route.request().url()));
    if (response === null) {
      reportProblem('blocked', route.request().url());
      // A navigation that is denied leaves the document as it is; another error would show a page of Chromium.
      await route.abort(route.request().isNavigationRequest() ? 'aborted' : 'blockedbyclient');
      return;
    }
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  return {
    async load(address) {
      const response = await page.goto(address);
      if (response?.ok() !== true) throw new Error(`ERR_FAILED (-2) loading '${address}'`);
    },
    async toPdf(isTagged, landscape = false) {
      const session = await context.newCDPSession(page);
      const { data } = await session.send('Page.printToPDF', {
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: isTagged,
        landscape,
      });
      return Buffer.from(data, 'base64');
    },
    close: () => context.close(),
  };
}
