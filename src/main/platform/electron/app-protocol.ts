/**
 * @file Serves `app://paydesk/…` from the built renderer. The renderer's files are listed once at the start, and only
 * exact matches are served; no path is ever built from a request.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type Content, type Contents, isContentPath } from '../../bridge/contents.ts';
import { createContentSecurityPolicy, noncePlaceholder } from './content-security.ts';
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

/** Privileges of the scheme: a standard, secure origin with fetch, without exceptions from security rules. */
export const schemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

interface ServedFile {
  readonly path: string;
  readonly contentType: string;
}

/** Handles a request of the page. Never rejects. */
export type ProtocolHandler = (request: Request) => Promise<Response>;

/**
 * Lists the files of `folder` and serves them, except those of unknown types. Also serves content that the main process
 * registered in `contents`.
 */
export async function createProtocolHandler(
  folder: string,
  contents?: Pick<Contents, 'load'>,
): Promise<ProtocolHandler> {
  const files = await listFiles(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return createRefusal(405);
    const path = readPath(request.url);
    if (path === null) return createRefusal(403);
    if (isContentPath(path)) return createContentResponse(contents?.load(path) ?? null);
    const file = files.get(path === '/' ? '/index.html' : path);
    if (file === undefined) return createRefusal(404);
    const nonce = randomBytes(16).toString('base64');
    const body = await readFile(file.path).catch(() => null);
    if (body === null) return createRefusal(404);
    const responseBody = file.contentType.startsWith('text/html')
      ? body.toString('utf8').replaceAll(noncePlaceholder, nonce)
      : new Uint8Array(body);
    return new Response(request.method === 'HEAD' ? null : responseBody, {
      headers: { ...securityHeaders(nonce), 'Content-Type': file.contentType },
    });
  };
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || contentType === undefined) continue;
    const filePath = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, filePath).split(sep).join('/')}`, { path: filePath, contentType });
  }
  return files;
}

/** Returns the path of a URL of Paydesk's own origin, or `null` for another origin or a suspicious path. */
function readPath(urlText: string): string | null {
  const url = URL.parse(urlText);
  if (url === null || url.protocol !== `${appScheme}:` || url.host !== appHost) return null;
  if (url.username !== '' || url.password !== '') return null;
  // No served name needs escapes; an escaped dot, slash or backslash is a traversal attempt.
  return /[%\\]/.test(url.pathname) ? null : url.pathname;
}

/** Serves untrusted bytes with a policy under which they can neither run nor load anything. */
async function createContentResponse(contentPromise: Promise<Content> | null): Promise<Response> {
  const content = await contentPromise?.catch(() => undefined);
  if (content === undefined) return createRefusal(404);
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

function createRefusal(status: 403 | 404 | 405): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(null, { status, headers: securityHeaders(nonce) });
}

function securityHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Security-Policy': createContentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}
