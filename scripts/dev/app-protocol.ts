/**
 * @file Replaces `src/main/platform/electron/app-protocol.ts` in builds of `npm run dev` only: loads the page from the
 * development server, under its usual URL and with its usual Content-Security-Policy.
 */
import process from 'node:process';
import { BrowserWindow } from 'electron';
import { isContentPath } from '../../src/main/bridge/contents.ts';
import * as built from '../../src/main/platform/electron/app-protocol.ts';
import {
  createContentSecurityPolicy,
  noncePlaceholder,
} from '../../src/main/platform/electron/content-security.ts';
import { appHost } from '../../src/main/platform/electron/origin.ts';
import { reloadPath, serverVariable } from './names.ts';

export { schemePrivileges } from '../../src/main/platform/electron/app-protocol.ts';

export const createProtocolHandler: typeof built.createProtocolHandler = async (folder, contents) => {
  const handleFromDisk = await built.createProtocolHandler(folder, contents);
  const server = process.env[serverVariable];
  // Without the server, the program shows the last build.
  if (server === undefined) return handleFromDisk;
  return (request) => {
    const { pathname, search, host } = new URL(request.url);
    if (host !== appHost || isContentPath(pathname)) return handleFromDisk(request);
    if (pathname === reloadPath) return reload();
    return fetchFromServer(new URL(pathname + search, server), request);
  };
};

async function fetchFromServer(address: URL, request: Request): Promise<Response> {
  const answer = await fetch(address, { headers: { Accept: request.headers.get('Accept') ?? '*/*' } });
  const contentType = answer.headers.get('Content-Type') ?? 'application/octet-stream';
  const nonce = crypto.randomUUID();
  const body = contentType.startsWith('text/html')
    ? (await answer.text()).replaceAll(noncePlaceholder, nonce)
    : await answer.arrayBuffer();
  return new Response(body, {
    status: answer.status,
    headers: {
      'Content-Type': contentType,
      'Content-Security-Policy': createContentSecurityPolicy(nonce),
      'Cache-Control': 'no-store',
    },
  });
}

/** Reloads the page in Electron, where the page cannot navigate to itself. In the host, the page reloads itself. */
async function reload(): Promise<Response> {
  if (process.versions['electron'] !== undefined) {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  }
  return new Response(null, { status: 204 });
}
