import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContents } from '../../../../src/main/bridge/contents.ts';
import { systemRandom } from '../../../../src/main/concurrency/clock.ts';
import {
  createProtocolHandler,
  type ProtocolHandler,
} from '../../../../src/main/platform/electron/app-protocol.ts';

let folder: string;
let handler: ProtocolHandler;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-protocol-'));
  const servedFolder = join(folder, 'renderer');
  await mkdir(join(servedFolder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.json'), '{"secret":true}');
  await writeFile(
    join(servedFolder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  );
  await writeFile(join(servedFolder, 'assets', 'index.js'), 'export {};');
  await writeFile(join(servedFolder, 'assets', 'index.js.map'), '{}');
  await symlink(join(folder, 'secret.json'), join(servedFolder, 'link.json'));
  if (process.platform !== 'win32') {
    await writeFile(join(servedFolder, 'a%2fb.js'), 'export {};');
    await writeFile(join(servedFolder, 'a\\b.js'), 'export {};');
  }
  handler = await createProtocolHandler(servedFolder);
  await writeFile(join(servedFolder, 'later.js'), 'export {};');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a request whose URL is not normalized, as a hostile page might send it. */
function rawRequest(url: string, method = 'GET'): Request {
  const request = new Request('app://paydesk/', { method });
  Object.defineProperty(request, 'url', { value: url });
  return request;
}

function nonceOf(response: Response): string | undefined {
  return /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];
}

describe('the app protocol', () => {
  test.each([
    ['app://paydesk/index.html', 'text/html; charset=utf-8'],
    ['app://paydesk/', 'text/html; charset=utf-8'],
    ['app://paydesk/index.html?theme=dark#/settings', 'text/html; charset=utf-8'],
    ['app://paydesk/assets/index.js', 'text/javascript; charset=utf-8'],
  ])('serves the address %s', async (url, contentType) => {
    const response = await handler(rawRequest(url));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(contentType);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  const refused =
    'INDEX.HTML assets assets/index.js/ assets/index.js.map link.json later.js etc/passwd'.split(' ');
  const escaped = '../secret.json %2e%2e/secret.json assets%2findex.js /index.html %00index.html'.split(' ');
  const elsewhere = 'other/ paydesk:8080/ user@paydesk/ :password@paydesk/'.split(' ');

  test.each([
    ...[...escaped, ...refused].map((path) => `app://paydesk/${path}`),
    ...elsewhere.map((start) => `app://${start}index.html`),
    ...'app:index.html file:///etc/passwd https://paydesk/index.html'.split(' '),
    'not an address',
  ])('refuses the address %s with an empty body', async (url) => {
    const response = await handler(rawRequest(url));
    expect([403, 404]).toContain(response.status);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe('');
  });

  test.each([
    ...'..%2fsecret.json ..%5csecret.json ..\\secret.json a%2fb.js a\\b.js'.split(' '),
    ...'content/a%2fb content/a\\b'.split(' '),
  ])('refuses the escaped characters in %s, whether or not the file exists', async (path) => {
    const response = await handler(rawRequest(`app://paydesk/${path}`));
    expect(response.status).toBe(403);
    expect(await response.text()).toBe('');
  });

  test('serves foreign content under a policy that lets it run and load nothing', async () => {
    const contents = createContents(systemRandom);
    const contentHandler = await createProtocolHandler(join(folder, 'renderer'), contents);
    const bytes = new TextEncoder().encode('<script>alert(1)</script>');
    const north = { profile: { id: 'north' } };
    contents.follow({ all: [north], active: north });
    const path = contents.issue('north', async () => ({ bytes, mediaType: 'text/html' }));
    const response = await contentHandler(rawRequest(`app://paydesk${path}`));
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.headers.get('Content-Type')).toBe('text/html');
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect((await contentHandler(rawRequest('app://paydesk/content/unknown'))).status).toBe(404);
  });

  /** Creates a handler for a folder with one file. */
  async function serveFile(name: string, content: string) {
    const servedFolder = await mkdtemp(join(folder, 'served-'));
    await writeFile(join(servedFolder, name), content);
    const serve = await createProtocolHandler(servedFolder);
    return {
      get: () => serve(rawRequest(`app://paydesk/${name}`)),
      delete: () => rm(join(servedFolder, name)),
    };
  }

  test.each([
    ['pdf.mjs', 'text/javascript; charset=utf-8'],
    ['map.json', 'application/json; charset=utf-8'],
    ['cjk.bcmap', 'application/octet-stream'],
    ['CAPITALS.JS', 'text/javascript; charset=utf-8'],
  ])('serves the file %s with the content type %s', async (name, contentType) => {
    const response = await (await serveFile(name, 'content')).get();
    expect(response.headers.get('Content-Type')).toBe(contentType);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(await response.text()).toBe('content');
  });

  test('replaces no nonce placeholder in files that are not HTML, and answers 404 for a deleted file', async () => {
    const file = await serveFile('index.js', "const placeholder = '__CSP_NONCE__';");
    expect(await (await file.get()).text()).toBe("const placeholder = '__CSP_NONCE__';");
    await file.delete();
    expect((await file.get()).status).toBe(404);
  });

  test('answers HEAD like GET, without the bytes', async () => {
    const response = await handler(rawRequest('app://paydesk/index.html', 'HEAD'));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('');
  });

  test('answers 404 when the content cannot be produced or no contents are registered', async () => {
    const contents = createContents(systemRandom);
    const north = { profile: { id: 'north' } };
    contents.follow({ all: [north], active: north });
    const contentHandler = await createProtocolHandler(join(folder, 'renderer'), contents);
    const path = contents.issue('north', () => Promise.reject(new Error('The file is missing')));
    expect((await contentHandler(rawRequest(`app://paydesk${path}`))).status).toBe(404);
    expect((await handler(rawRequest(`app://paydesk${path}`))).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses the method %s', async (method) => {
    expect((await handler(rawRequest('app://paydesk/index.html', method))).status).toBe(405);
  });

  test('puts the nonce of the header into the page and uses a new nonce for each load', async () => {
    const first = await handler(rawRequest('app://paydesk/index.html'));
    const second = await handler(rawRequest('app://paydesk/index.html'));
    const nonce = nonceOf(first) ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(await first.text()).toBe(
      `<meta property="csp-nonce" nonce="${nonce}"><style nonce="${nonce}"></style>`,
    );
    expect(nonceOf(second)).not.toBe(nonce);
  });
});
