/**
 * @file Replaces `src/main/electron/app-protocol.ts` in builds of `npm run dev` only: the page comes from the
 * development server, with its usual URL and Content-Security-Policy.
 */
import process from 'node:process';
import { BrowserWindow } from 'electron';
import { isContentPath } from '../../src/main/bridge/contents.ts';
import * as built from '../../src/main/electron/app-protocol.ts';
import { contentSecurityPolicy, noncePlaceholder } from '../../src/main/electron/content-security.ts';
import { appHost } from '../../src/main/electron/origin.ts';
import { reloadPath, serverVariable } from './names.ts';

export { schemePrivileges } from '../../src/main/electron/app-protocol.ts';

export const createProtocolHandler: typeof built.createProtocolHandler = async (folder, contents) => {
  const fromDisk = await built.createProtocolHandler(folder, contents);
  const server = process.env[serverVariable];
  // Without the server, the program shows the last build.
  if (server === undefined) return fromDisk;
  return (request) => {
    const { pathname, search, host } = new URL(request.url);
    if (host !== appHost || isContentPath(pathname)) return fromDisk(request);
    if (pathname === reloadPath) return reload();
    return fromServer(new URL(pathname + search, server), request);
  };
};

async function fromServer(address: URL, request: Request): Promise<Response> {
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
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Cache-Control': 'no-store',
    },
  });
}

/** In Electron the page may not navigate, not even to itself, so main reloads it; in the host it reloads itself. */
async function reload(): Promise<Response> {
  if (process.versions['electron'] !== undefined) {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  }
  return new Response(null, { status: 204 });
}
