/** @file Updates from a feed over real HTTP, through the real updater of Windows; only the installer is not started. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import { createUpdateEngine, manifestName } from '../../../src/main/electron/update-engine.ts';
import { type Manifest, signedPrefix } from '../../../src/main/updates/manifest.ts';
import { createUpdates } from '../../../src/main/updates/updates.ts';
import type { UpdateState } from '../../../src/shared/contract/updates.ts';
import { temporaryFolder } from '../../fakes/desk.ts';

const keys = generateKeyPairSync('ed25519');
const updateKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
);
const installer = Buffer.from(`MZ${'installer '.repeat(2_000)}`);
const fileName = 'paydesk-1.3.0-win-x64-setup.exe';
const digest = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** The updater's own way to the network, over Node in the place of Electron. */
function nodeExecutor(): ElectronHttpExecutor {
  const executor = new ElectronHttpExecutor();
  Reflect.set(
    executor,
    'createRequest',
    (options: http.RequestOptions, callback: (response: http.IncomingMessage) => void) =>
      http.request(options, callback),
  );
  return executor;
}

interface Feed {
  readonly manifest?: Partial<Manifest>;
  readonly signWith?: KeyObject;
  readonly changeManifest?: (text: string) => string;
  readonly latest?: Readonly<Record<string, string>>;
  readonly file?: Buffer;
  /** Cuts the download off after this many bytes. */
  readonly cutAt?: number;
  readonly publisher?: boolean;
  readonly busy?: () => boolean;
  readonly version?: string;
}

function signedManifest({
  manifest,
  signWith = keys.privateKey,
  changeManifest = (text) => text,
}: Feed): string {
  const value: Manifest = {
    version: '1.3.0',
    minimum: '1.0.0',
    files: { [fileName]: digest(installer) },
    notes: 'Statements open twice as fast.',
    ...manifest,
  };
  const bytes = Buffer.from(JSON.stringify(value));
  const signature = sign(null, Buffer.concat([Buffer.from(signedPrefix), bytes]), signWith).toString(
    'base64',
  );
  const shown = Buffer.from(changeManifest(bytes.toString('utf8'))).toString('base64');
  return JSON.stringify({ manifest: shown, signature });
}

/** A Paydesk 1.2.0 with a feed. */
async function machine(feed: Feed) {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const folder = temporary.path;
  const { version = '1.3.0', path = fileName, sha512 = digest(installer) } = feed.latest ?? {};
  const latest = `version: ${version}\nfiles:\n  - url: ${path}\n    sha512: ${sha512}\n    size: ${installer.length}\npath: ${path}\nsha512: ${sha512}\n`;
  const file = feed.file ?? installer;
  const server = http.createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://feed.example').pathname;
    if (name === `/${manifestName}`) response.end(signedManifest(feed));
    else if (name.endsWith('.yml')) response.end(latest);
    else if (name === `/${fileName}` || name === `/${path}`) {
      response.writeHead(200, { 'content-length': file.length });
      if (feed.cutAt === undefined) response.end(file);
      else response.write(file.subarray(0, feed.cutAt), () => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const updater = new NsisUpdater(null, {
    version: feed.version ?? '1.2.0',
    name: 'paydesk',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'none.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Reflect.set(updater, 'httpExecutor', nodeExecutor());
  updater.disableDifferentialDownload = true;
  // Setting a channel lets the updater go back to older versions.
  updater.channel = 'latest';
  expect(updater.allowDowngrade).toBe(true);
  updater.on('error', () => undefined);
  let installs = 0;
  updater.quitAndInstall = () => {
    installs += 1;
  };
  const engine = await createUpdateEngine({
    updater,
    feed: base,
    folder: join(folder, 'updates'),
    fetchText: async (url) => (await fetch(url)).text(),
  });
  const states: UpdateState[] = [];
  const registrar = createRegistrar(() => undefined);
  const updates = createUpdates({
    engine,
    updateKey,
    version: feed.version ?? '1.2.0',
    isSignedByPublisher: async () => feed.publisher ?? true,
    isBusy: feed.busy ?? (() => false),
    quitAndThen: (install) => install(),
    clock: { after: () => () => undefined },
    publisher: { publish: (_name, value) => states.push(value as UpdateState) },
    onProblem: () => undefined,
  });
  registrar.register(updates.handlers);
  return {
    folder,
    states,
    updater,
    installs: () => installs,
    check: () => registrar.call('updates.check', {}),
    install: () => registrar.call('updates.install', {}),
    last: () => states.at(-1),
  };
}

const untrusted = { state: 'failed', problem: 'untrusted' };

describe('an update that is what it says', () => {
  test('is downloaded, says what is new, and is installed when the clerk wants it', async () => {
    const desk = await machine({});
    await desk.check();
    expect(desk.last()).toEqual({
      state: 'ready',
      version: '1.3.0',
      notes: 'Statements open twice as fast.',
      urgent: false,
    });
    expect(desk.installs()).toBe(0);
    await desk.install();
    expect(desk.installs()).toBe(1);
  });

  test('is urgent when this version is no longer safe', async () => {
    const desk = await machine({ manifest: { minimum: '1.2.1' } });
    await desk.check();
    expect(desk.last()).toMatchObject({ state: 'ready', urgent: true });
  });

  test('waits while transfers run: neither downloaded nor installed', async () => {
    let busy = true;
    const desk = await machine({ busy: () => busy });
    await desk.check();
    expect(desk.last()).toEqual({ state: 'current' });
    busy = false;
    await desk.check();
    busy = true;
    expect(await desk.install()).toMatchObject({ ok: false, error: { code: 'update-must-wait' } });
    expect(desk.installs()).toBe(0);
  });
});

describe('what is not offered', () => {
  test.each([['1.2.0'], ['1.1.9'], ['0.9.0']])('is the version %s', async (version) => {
    const desk = await machine({ manifest: { version }, latest: { version } });
    await desk.check();
    expect(desk.last()).toEqual({ state: 'current' });
  });

  test('is an older version under a manifest of a newer one', async () => {
    const desk = await machine({ latest: { version: '1.1.0' } });
    await desk.check();
    expect(desk.last()).toEqual(untrusted);
  });

  test('is a downgrade, whatever channel is set', async () => {
    const { updater } = await machine({});
    expect(updater.allowDowngrade).toBe(false);
    expect(updater.autoDownload).toBe(false);
    expect(updater.autoInstallOnAppQuit).toBe(false);
  });
});

describe('an update that was tampered with', () => {
  const other = Buffer.concat([installer, Buffer.from('!')]);

  test.each<[string, Feed]>([
    ['manifest', { changeManifest: (text) => text.replace('1.3.0', '1.4.0') }],
    ['signature, by another key', { signWith: generateKeyPairSync('ed25519').privateKey }],
    ['digest in the feed', { latest: { sha512: digest(other) }, file: other }],
    ['name in the feed', { latest: { path: 'other.exe' } }],
    ['version in the feed', { latest: { version: '1.4.0' } }],
    ['file', { file: Buffer.from(installer).fill('x', 100, 110) }],
    ['publisher, or none', { publisher: false }],
  ])('is refused: %s', async (_what, feed) => {
    const desk = await machine(feed);
    await desk.check();
    expect(desk.last()).toEqual(untrusted);
    expect(await desk.install()).toMatchObject({ ok: false });
    expect(desk.installs()).toBe(0);
  });

  test('after it was downloaded is refused at the last moment', async () => {
    const desk = await machine({});
    await desk.check();
    for (const entry of await readdir(desk.folder, { recursive: true, withFileTypes: true })) {
      if (entry.name.endsWith('.exe')) await writeFile(join(entry.parentPath, entry.name), 'MZ other');
    }
    await desk.install();
    expect(desk.last()).toEqual(untrusted);
    expect(desk.installs()).toBe(0);
  });
});

test('a download that breaks off leaves nothing to install, and the next one starts over', async () => {
  const desk = await machine({ cutAt: 1_000 });
  await desk.check();
  expect(desk.last()).toEqual({ state: 'failed', problem: 'unreachable' });
  expect(await desk.install()).toMatchObject({ ok: false });
  const left = await readdir(desk.folder, { recursive: true });
  expect(left.filter((name) => name.endsWith(fileName) && existsSync(join(desk.folder, name)))).toEqual([]);
});
