/**
 * @file Prints documents in a hidden window: sandboxed, without a preload, scripts and network, in a session in memory. The
 * session answers one address for each document, so that the document is never in a file.
 */
import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Session, session, type WebContents } from 'electron';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Clock, Pages } from '../platform.ts';
import { denyPermissions, restrictContents } from './denials.ts';

/** A name without `persist:` is a session in memory. */
const partition = 'pages';
const origin = 'https://pages.invalid/';
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** Time in which a document is loaded and laid out, in milliseconds. */
const deadlineMs = 60_000;
/** Reason that Chromium gives when the clerk closes the print dialog. */
const dialogClosed = 'Print job canceled';

/** Documents by the addresses that the session answers. */
const documents = new Map<string, string>();
let documentSession: Session | null = null;

function openSession(): Session {
  if (documentSession !== null) return documentSession;
  const opened = session.fromPartition(partition, { cache: false });
  opened.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !documents.has(details.url) && !details.url.startsWith('data:') }),
  );
  opened.protocol.handle('https', ({ url }) => {
    const html = documents.get(url);
    if (html === undefined) return new Response(null, { status: 404 });
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    };
    return new Response(html, { headers });
  });
  denyPermissions(opened);
  documentSession = opened;
  return opened;
}

/** Creates the printing. `findParent` returns the window over which the print dialog is shown. */
export function createPages(clock: Pick<Clock, 'after'>, findParent: () => BrowserWindow | null): Pages {
  /** Loads a document in a window of its own, and destroys the window after the work, at the deadline or when cancelled. */
  async function withDocument<Result>(
    html: string,
    signal: AbortSignal | undefined,
    work: (contents: WebContents, stopDeadline: () => void) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted === true) throw cancelled();
    const address = `${origin}${randomUUID()}`;
    const parent = findParent();
    const window = new BrowserWindow({
      show: false,
      ...(parent === null ? {} : { parent }),
      webPreferences: {
        session: openSession(),
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        devTools: false,
      },
    });
    const stopped = Promise.withResolvers<never>();
    const stopDeadline = clock.after(deadlineMs, () => stopped.reject(notMade('took too long')));
    const onAbort = () => stopped.reject(cancelled());
    signal?.addEventListener('abort', onAbort);
    restrictContents(window.webContents);
    window.webContents.once('render-process-gone', (_event, { reason }) => stopped.reject(notMade(reason)));
    window.once('closed', () => stopped.reject(notMade('the window was closed')));
    try {
      documents.set(address, html);
      await Promise.race([window.loadURL(address), stopped.promise]);
      documents.delete(address);
      return await Promise.race([work(window.webContents, stopDeadline), stopped.promise]);
    } catch (thrown) {
      throw thrown instanceof PaydeskError ? thrown : notMade(String(thrown));
    } finally {
      documents.delete(address);
      stopDeadline();
      signal?.removeEventListener('abort', onAbort);
      if (!window.isDestroyed()) window.destroy();
    }
  }

  return {
    toPdf: (html, { isTagged, signal }) =>
      withDocument(html, signal, async (contents) => {
        const options = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: isTagged };
        return new Uint8Array(await contents.printToPDF(options));
      }),
    print: (html, { isLandscape }) =>
      withDocument(html, undefined, (contents, stopDeadline) => {
        // The clerk has all the time.
        stopDeadline();
        return new Promise((resolve, reject) => {
          contents.print(
            { printBackground: true, pageSize: 'A4', landscape: isLandscape },
            (success, reason) => {
              if (success || reason === dialogClosed) resolve();
              else reject(notMade(reason));
            },
          );
        });
      }),
  };
}

function cancelled(): PaydeskError {
  return new PaydeskError('cancelled', 'The pages are no longer needed');
}

function notMade(reason: string): PaydeskError {
  return new PaydeskError('pages-not-made', `The pages could not be made: ${reason}`);
}
