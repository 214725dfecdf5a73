/**
 * @file Answers `app://paydesk/…` from the built renderer. The files are listed once; an address either is in that
 * list, letter for letter, or there is nothing: no path is ever put together from a request.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type Content, type Contents, isContentPath } from '../bridge/contents.ts';
import { contentSecurityPolicy, nonceMark } from './content-security.ts';
import { appHost, appScheme } from './origin.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/** Privileges of the scheme: an ordinary, secure origin with fetch, and none of the exceptions. */
export const schemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

interface ServedFile {
  readonly path: string;
  readonly contentType: string;
}

/** Answers a request of the page. Never rejects. */
export type ProtocolHandler = (request: Request) => Promise<Response>;

/**
 * Lists the files of `folder` and answers for them, and for contents that main gave addresses to. Files of an unknown
 * kind are not served.
 */
export async function createProtocolHandler(folder: string, contents?: Contents): Promise<ProtocolHandler> {
  const files = await listFiles(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const name = nameOf(request.url);
    if (name === null) return refusal(403);
    if (isContentPath(name)) return contentResponse(contents?.load(name) ?? null);
    const file = files.get(name === '/' ? '/index.html' : name);
    if (file === undefined) return refusal(404);
    const nonce = randomBytes(16).toString('base64');
    const body = await readFile(file.path).catch(() => null);
    if (body === null) return refusal(404);
    const sent = file.contentType.startsWith('text/html')
      ? body.toString('utf8').replaceAll(nonceMark, nonce)
      : new Uint8Array(body);
    return new Response(request.method === 'HEAD' ? null : sent, {
      headers: { ...securityHeaders(nonce), 'Content-Type': file.contentType },
    });
  };
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || contentType === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, contentType });
  }
  return files;
}

/** The path of an address of Paydesk's own origin, or `null` when the address is of another one or in disguise. */
function nameOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== `${appScheme}:` || url.host !== appHost) return null;
  if (url.username !== '' || url.password !== '') return null;
  // No served name needs escapes; an escaped dot, slash or backslash is an attempt.
  return /[%\\]/.test(url.pathname) ? null : url.pathname;
}

/** Bytes from outside: whatever they are, as a page of their own they could run and load nothing. */
async function contentResponse(loading: Promise<Content> | null): Promise<Response> {
  const content = await loading?.catch(() => undefined);
  if (content === undefined) return refusal(404);
  return new Response(content.bytes, {
    headers: {
      'Content-Type': content.mediaType,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  });
}

function refusal(status: 403 | 404 | 405): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(null, { status, headers: securityHeaders(nonce) });
}

function securityHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}
