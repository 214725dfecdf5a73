/** @file Updates from a feed over real HTTP, through the real updater of Windows; only the installer is not started. */

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { type AppUpdater, NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateDescriptions } from '../../../scripts/update-descriptions.ts';
import { createApp } from '../../../src/main/app.ts';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { fetchText } from '../../../src/main/electron/fetch-text.ts';
import { createProxyLogin } from '../../../src/main/electron/proxy-login.ts';
import {
  createUpdateEngine,
  installLimit,
  manifestName,
  type NativeUpdater,
} from '../../../src/main/electron/update-engine.ts';
import type { ProxyCredentials, ProxyCredentialsProvider } from '../../../src/main/service/proxy.ts';
import { type Manifest, signedPrefix } from '../../../src/main/updates/manifest.ts';
import { createUpdates } from '../../../src/main/updates/updates.ts';
import type { UpdateState } from '../../../src/shared/contract/updates.ts';
import type { ManagedProxy } from '../../../src/shared/model/managed.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { hasProxies, proxyKey, startTinyproxy } from '../../fakes/proxies.ts';
import { entries, temporaryFolder } from '../../fakes/test-app.ts';
import { net } from '../../host/electron/net.ts';
import { HostSession } from '../../host/electron/session.ts';

const keys = generateKeyPairSync('ed25519');
const updateKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
);
const installer = Buffer.from(`MZ${'installer '.repeat(2_000)}`);
const fileName = 'paydesk-1.3.0-win-x64-setup.exe';
const digest = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** The updater's own way to the network, over the host's in the place of Electron's. */
function hostExecutor(updater: AppUpdater, session: HostSession): ElectronHttpExecutor {
  const executor = new ElectronHttpExecutor();
  Reflect.set(
    executor,
    'createRequest',
    (options: object, callback: (response: http.IncomingMessage) => void) =>
      net
        .request({ ...options, session: session as never })
        .on('response', callback)
        .on('login', (about, answer) => updater.emit('login', about, answer)),
  );
  return executor;
}

/** The program, as the updater sees it. */
function updaterApp(folder: string, version: string): ConstructorParameters<typeof NsisUpdater>[1] {
  return {
    version,
    name: 'paydesk',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'none.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
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
  /** In the place of `publisher`: the system takes its time. */
  readonly checkPublisher?: () => Promise<boolean>;
  /** What the updater does when it is to install. */
  readonly atInstall?: (updater: AppUpdater) => void;
  readonly busy?: () => boolean;
  /** The system's own updater, where there is one. */
  readonly native?: NativeUpdater;
  readonly version?: string;
  /** The administrator's way to the network, and what is known of its proxies. */
  readonly proxy?: ManagedProxy;
  readonly proxyKeys?: ProxyCredentialsProvider;
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
    expiresAt: '2026-03-03T08:00:00.000Z',
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
  const latest = updateDescriptions(version, [{ name: path, sha512, size: installer.length }]).get(
    'latest.yml',
  );
  const file = feed.file ?? installer;
  const requested: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request);
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

  const updater = new NsisUpdater(null, updaterApp(folder, feed.version ?? '1.2.0'));
  const session = new HostSession();
  Reflect.set(updater, 'httpExecutor', hostExecutor(updater, session));
  updater.disableDifferentialDownload = true;
  // Setting a channel lets the updater go back to older versions.
  updater.channel = 'latest';
  expect(updater.allowDowngrade).toBe(true);
  updater.on('error', () => undefined);
  let installs = 0;
  updater.quitAndInstall = () => {
    installs += 1;
    feed.atInstall?.(updater);
  };
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const failures: unknown[] = [];
  const login = createProxyLogin(feed.proxyKeys ?? { saved: async () => null, request: async () => null });
  const engine = await createUpdateEngine({
    updater,
    native: feed.native ?? null,
    clock,
    session,
    proxy: feed.proxy ?? { mode: 'system' },
    login,
    feed: base,
    folder: join(folder, 'updates'),
    fetchText: (url) => fetchText(url, session as never, login, systemClock),
  });
  const states: UpdateState[] = [];
  const registrar = createRegistrar(() => undefined);
  const updates = createUpdates({
    engine,
    engineProblem: null,
    updateKey,
    version: feed.version ?? '1.2.0',
    isSignedByPublisher: feed.checkPublisher ?? (async () => feed.publisher ?? true),
    isBusy: feed.busy ?? (() => false),
    quitAndThen: (install) => void install().catch((thrown: unknown) => failures.push(thrown)),
    clock: { after: () => () => undefined, now: clock.now },
    publisher: { publish: (_name, value) => states.push(value as UpdateState) },
    onProblem: () => undefined,
  });
  registrar.register(updates.handlers);
  return {
    folder,
    requested,
    states,
    updater,
    session,
    clock,
    failures,
    installs: () => installs,
    check: () => registrar.call('updates.check', {}),
    install: () => registrar.call('updates.install', {}),
    last: () => states.at(-1),
  };
}

const untrusted = { state: 'failed', problem: 'untrusted' };

describe('an update that is what it says', () => {
  test('is downloaded, says what is new, and is installed when the clerk wants it', async () => {
    const testApp = await machine({});
    await testApp.check();
    expect(testApp.last()).toEqual({
      state: 'ready',
      version: '1.3.0',
      notes: 'Statements open twice as fast.',
      urgent: false,
    });
    expect(testApp.installs()).toBe(0);
    await testApp.install();
    expect(testApp.installs()).toBe(1);
  });

  test('is asked for without a number that tells this machine from others', async () => {
    const testApp = await machine({});
    await testApp.check();
    expect(testApp.last()).toMatchObject({ state: 'ready' });
    expect(testApp.requested.length).toBeGreaterThan(2);
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;
    expect(testApp.requested.filter(({ rawHeaders }) => uuid.test(rawHeaders.join('\n')))).toEqual([]);
  });

  test('is urgent when this version is no longer safe', async () => {
    const testApp = await machine({ manifest: { minimum: '1.2.1' } });
    await testApp.check();
    expect(testApp.last()).toMatchObject({ state: 'ready', urgent: true });
  });

  test('waits while transfers run: neither downloaded nor installed', async () => {
    let busy = true;
    const testApp = await machine({ busy: () => busy });
    await testApp.check();
    expect(testApp.last()).toEqual({ state: 'current' });
    busy = false;
    await testApp.check();
    busy = true;
    expect(await testApp.install()).toMatchObject({ ok: false, error: { code: 'update-must-wait' } });
    expect(testApp.installs()).toBe(0);
  });
});

test('an update that was checked once more waits when a transfer has begun meanwhile', async () => {
  let busy = false;
  let checks = 0;
  const testApp = await machine({
    busy: () => busy,
    async checkPublisher() {
      checks += 1;
      busy = checks === 2;
      return true;
    },
  });
  await testApp.check();
  expect(await testApp.install()).toMatchObject({ ok: false, error: { code: 'update-must-wait' } });
  expect(testApp.installs()).toBe(0);
  busy = false;
  expect(await testApp.install()).toMatchObject({ ok: true });
  expect(testApp.installs()).toBe(1);
});

describe('an update whose manifest has expired', () => {
  const expired = { state: 'failed', problem: 'expired' };
  const aDay = 24 * 60 * 60_000;

  test('is refused, and nothing of it is downloaded', async () => {
    const testApp = await machine({});
    await testApp.clock.advance(aDay);
    await testApp.check();
    expect(testApp.last()).toEqual(expired);
    expect(testApp.states).not.toContainEqual(expect.objectContaining({ state: 'downloading' }));
  });

  test('is taken until the last moment', async () => {
    const testApp = await machine({});
    await testApp.clock.advance(aDay - 1);
    await testApp.check();
    expect(testApp.last()).toMatchObject({ state: 'ready' });
  });

  test('is not installed when it expired after the download', async () => {
    const testApp = await machine({});
    await testApp.check();
    expect(testApp.last()).toMatchObject({ state: 'ready' });
    await testApp.clock.advance(aDay);
    await testApp.install();
    expect(testApp.installs()).toBe(0);
    expect(testApp.last()).toEqual(expired);
  });

  test('is said to be, although this version is as new: a newer one may be held back', async () => {
    const testApp = await machine({ version: '1.3.0' });
    await testApp.check();
    expect(testApp.last()).toEqual({ state: 'current' });
    await testApp.clock.advance(aDay);
    await testApp.check();
    expect(testApp.last()).toEqual(expired);
  });

  test('is refused as unsigned when the time was taken out of it', async () => {
    const testApp = await machine({ changeManifest: (text) => text.replace(/"expiresAt":"[^"]*",/, '') });
    await testApp.check();
    expect(testApp.last()).toEqual(untrusted);
  });

  test('is refused with a time that is none', async () => {
    const testApp = await machine({ manifest: { expiresAt: 'never' } });
    await testApp.check();
    expect(testApp.last()).toEqual(untrusted);
  });
});

describe('an installation that fails is told of', () => {
  test.each<[string, (updater: AppUpdater, thrown: Error) => void]>([
    ['at once', (updater, thrown) => updater.emit('error', thrown)],
    ['later', (updater, thrown) => setImmediate(() => updater.emit('error', thrown))],
    [
      'by throwing',
      (_updater, thrown) => {
        throw thrown;
      },
    ],
  ])('%s', async (_when, fail) => {
    const thrown = new Error('Squirrel refuses');
    const testApp = await machine({ atInstall: (updater) => fail(updater, thrown) });
    await testApp.check();
    await testApp.install();
    await eventually(() => expect(testApp.failures).toEqual([thrown]));
  });

  test('when nothing happens for long', async () => {
    const testApp = await machine({});
    await testApp.check();
    await testApp.install();
    await testApp.clock.advance(installLimit - 1);
    expect(testApp.failures).toEqual([]);
    await testApp.clock.advance(1);
    expect(testApp.failures).toHaveLength(1);
  });
});

describe('where the system takes an update over before it installs it', () => {
  /** Squirrel, which does what the test says. */
  function squirrel() {
    const native = Object.assign(new EventEmitter(), { checks: 0, checkForUpdates });
    function checkForUpdates(): void {
      native.checks += 1;
    }
    return native;
  }

  const installing = { state: 'installing', version: '1.3.0' };

  test('that is done and shown while the window is there, once, and Paydesk quits afterwards', async () => {
    const native = squirrel();
    const testApp = await machine({ native });
    await testApp.check();
    const done = Promise.all([testApp.install(), testApp.install()]);
    await eventually(() => expect(native.checks).toBe(1));
    expect(testApp.last()).toEqual(installing);
    expect(testApp.installs()).toBe(0);
    native.emit('update-downloaded');
    await done;
    expect(testApp.installs()).toBe(1);
    // A clerk who was asked and stayed can install it later, and nothing is taken over twice.
    expect(testApp.last()).toMatchObject({ state: 'ready' });
    await testApp.install();
    expect(native.checks).toBe(1);
    expect(testApp.installs()).toBe(2);
    expect(native.eventNames()).toEqual([]);
  });

  test.each<[string, (native: NativeUpdater, clock: { advance(ms: number): Promise<void> }) => unknown]>([
    ['refuses', (native) => native.emit('error', new Error('Code signature did not pass validation'))],
    ['finds nothing', (native) => native.emit('update-not-available')],
    ['says nothing', (_native, clock) => clock.advance(installLimit)],
  ])(
    'a system that %s is told of, Paydesk stays, and the next look offers the update again',
    async (_how, fail) => {
      const native = squirrel();
      const testApp = await machine({ native });
      await testApp.check();
      const done = testApp.install();
      await eventually(() => expect(native.checks).toBe(1));
      await fail(native, testApp.clock);
      expect(await done).toMatchObject({ ok: true });
      expect(testApp.last()).toEqual({ state: 'failed', problem: 'not-installed' });
      expect(testApp.installs()).toBe(0);
      await testApp.check();
      expect(testApp.last()).toMatchObject({ state: 'ready' });
    },
  );

  test('a transfer that began meanwhile is waited for', async () => {
    let busy = false;
    const native = squirrel();
    const testApp = await machine({ native, busy: () => busy });
    await testApp.check();
    const done = testApp.install();
    await eventually(() => expect(native.checks).toBe(1));
    busy = true;
    native.emit('update-downloaded');
    expect(await done).toMatchObject({ ok: false, error: { code: 'update-must-wait' } });
    expect(testApp.installs()).toBe(0);
    expect(testApp.last()).toMatchObject({ state: 'ready' });
  });
});

describe('what is not offered', () => {
  test.each([['1.2.0'], ['1.1.9'], ['0.9.0']])('is the version %s', async (version) => {
    const testApp = await machine({ manifest: { version }, latest: { version } });
    await testApp.check();
    expect(testApp.last()).toEqual({ state: 'current' });
  });

  test('is an older version under a manifest of a newer one', async () => {
    const testApp = await machine({ latest: { version: '1.1.0' } });
    await testApp.check();
    expect(testApp.last()).toEqual(untrusted);
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
    const testApp = await machine(feed);
    await testApp.check();
    expect(testApp.last()).toEqual(untrusted);
    expect(await testApp.install()).toMatchObject({ ok: false });
    expect(testApp.installs()).toBe(0);
  });

  test('after it was downloaded is refused at the last moment', async () => {
    const testApp = await machine({});
    await testApp.check();
    for (const entry of await readdir(testApp.folder, { recursive: true, withFileTypes: true })) {
      if (entry.name.endsWith('.exe')) await writeFile(join(entry.parentPath, entry.name), 'MZ other');
    }
    await testApp.install();
    expect(testApp.last()).toEqual(untrusted);
    expect(testApp.installs()).toBe(0);
  });
});

test('a download that breaks off leaves nothing to install, and the next one starts over', async () => {
  const testApp = await machine({ cutAt: 1_000 });
  await testApp.check();
  expect(testApp.last()).toEqual({ state: 'failed', problem: 'unreachable' });
  expect(await testApp.install()).toMatchObject({ ok: false });
  const left = await readdir(testApp.folder, { recursive: true });
  expect(left.filter((name) => name.endsWith(fileName) && existsSync(join(testApp.folder, name)))).toEqual(
    [],
  );
});

test('Paydesk starts although the folder for updates cannot be made, and says that updates failed', async () => {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const dataFolder = temporary.path;
  const folder = join(dataFolder, 'updates');
  await writeFile(folder, 'no folder');
  const managedFile = join(dataFolder, 'managed.json');
  const feed = 'https://updates.example/paydesk/';
  await writeFile(managedFile, JSON.stringify({ version: 1, updates: { mode: 'offer', feed } }));
  const session = new HostSession();
  const app = await createApp(createFakePlatform(), {
    dataFolder,
    managedFile,
    allowHttpLoopback: true,
    entries,
    updates: {
      distribution: { updateKey },
      engineFor: (address, proxy) =>
        createUpdateEngine({
          updater: new NsisUpdater(null, updaterApp(dataFolder, '1.2.0')),
          native: null,
          clock: createFakeClock(),
          session,
          proxy,
          login: async () => undefined,
          feed: address,
          folder,
          fetchText: async () => '',
        }),
      isSignedByPublisher: async () => true,
      isReadOnlyCopy: async () => false,
      quitAndThen: () => undefined,
    },
  });
  onTestFinished(() => app.drain());
  const update = app.topics.subscribe({ send: () => undefined }, 'update').value;
  expect(update).toEqual({ state: 'failed', problem: 'not-prepared' });
  expect(await app.call('settings.about', {})).toMatchObject({ ok: true });
  expect(await app.call('updates.check', {})).toMatchObject({ ok: true });
  await eventually(async () => {
    expect(await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8')).toContain('"where":"updates"');
  });
});

describe("the updater's own session", () => {
  test("goes the administrator's way, whatever the window's session does", async () => {
    const { session } = await machine({ proxy: { mode: 'script', address: 'https://wpad.example/p.pac' } });
    expect(session.proxy).toEqual({ mode: 'pac_script', pacScript: 'https://wpad.example/p.pac' });
  });

  test('tells a proxy who we are when the updater asks', async () => {
    const proxyKeys = { saved: async () => proxyKey, request: async () => null };
    const { updater } = await machine({ proxyKeys });
    const about = { isProxy: true, scheme: 'basic', realm: '', host: 'proxy.example', port: 8080 };
    const notified = Promise.withResolvers<string[]>();
    updater.emit('login', about, (...key) => notified.resolve(key));
    expect(await notified.promise).toEqual(Object.values(proxyKey));
  });

  describe.runIf(hasProxies)('through a proxy that wants a name and a password', () => {
    async function behindProxy(keys: readonly (ProxyCredentials | null)[]) {
      const proxy = await startTinyproxy();
      const [known = null, ...answers] = keys;
      const refusedKeys: (ProxyCredentials | null)[] = [];
      const testApp = await machine({
        proxy: { mode: 'fixed', kind: 'http', server: proxy.address, bypass: [] },
        proxyKeys: {
          saved: async (name) => (name === proxy.address ? known : null),
          async request(_name, refused) {
            refusedKeys.push(refused);
            return answers.shift() ?? null;
          },
        },
      });
      return { ...testApp, refusedKeys, log: () => proxy.log() };
    }

    test('is let in with what is known: manifest, feed and file', async () => {
      const testApp = await behindProxy([proxyKey]);
      await testApp.check();
      expect(testApp.last()).toMatchObject({ state: 'ready' });
      expect(testApp.refusedKeys).toEqual([]);
      const log = await testApp.log();
      for (const part of [manifestName, 'latest', fileName]) expect(log).toContain(`/${part}`);
    });

    test('asks the clerk once when nothing is known', async () => {
      const testApp = await behindProxy([null, proxyKey]);
      await testApp.check();
      expect(testApp.refusedKeys).toEqual([null]);
      expect(testApp.last()).toMatchObject({ state: 'ready' });
    });

    test('finds nothing while the clerk does not say', async () => {
      const testApp = await behindProxy([]);
      await testApp.check();
      expect(testApp.last()).toEqual({ state: 'failed', problem: 'unreachable' });
    });
  });
});

test('a proxy that asks again has refused what it was told', async () => {
  const wrong = { user: 'hansen', password: 'wrong' };
  const refusedKeys: (ProxyCredentials | null)[] = [];
  const login = createProxyLogin({
    saved: async () => wrong,
    async request(_proxy, refused) {
      refusedKeys.push(refused);
      return proxyKey;
    },
  });
  const answers: unknown[][] = [];
  const about = { isProxy: true, scheme: 'Basic', realm: '', host: 'proxy.example', port: 8080 };
  for (let time = 0; time < 2; time += 1) await login(about, (...answer) => answers.push(answer));
  expect(answers).toEqual([Object.values(wrong), Object.values(proxyKey)]);
  expect(refusedKeys).toEqual([wrong]);
});

test.each([
  ['a server asks', { isProxy: false, scheme: 'basic' }],
  ['a proxy asks by a scheme that is not Basic', { isProxy: true, scheme: 'ntlm' }],
])('nobody is told who we are when %s', async (_what, about) => {
  const login = createProxyLogin({ saved: async () => proxyKey, request: async () => proxyKey });
  const answers: unknown[][] = [];
  await login({ realm: '', host: 'proxy.example', port: 8080, ...about }, (...answer) => {
    answers.push(answer);
  });
  expect(answers).toEqual([[]]);
});
