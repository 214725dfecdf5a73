/** @file The update feature with a feed over real HTTP and the real updater of Windows; only the installer is not started. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { type AppUpdater, NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { expect, onTestFinished } from 'vitest';
import { updateDescriptions } from '../../../scripts/update-descriptions.ts';
import { createRegistrar } from '../../../src/main/bridge/registrar.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { fetchText } from '../../../src/main/electron/fetch-text.ts';
import { createProxyLogin } from '../../../src/main/electron/proxy-login.ts';
import {
  createUpdateEngine,
  manifestName,
  type NativeUpdater,
} from '../../../src/main/electron/update-engine.ts';
import type { ProxyCredentialsProvider } from '../../../src/main/service/proxy.ts';
import { type Manifest, signedPrefix } from '../../../src/main/updates/manifest.ts';
import { createUpdates } from '../../../src/main/updates/updates.ts';
import type { UpdateState } from '../../../src/shared/contract/updates.ts';
import type { ManagedProxy } from '../../../src/shared/model/managed.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { net } from '../../host/electron/net.ts';
import { HostSession } from '../../host/electron/session.ts';

export const keys = generateKeyPairSync('ed25519');
export const updateKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
);
export const installer = Buffer.from(`MZ${'installer '.repeat(2_000)}`);
export const fileName = 'paydesk-1.3.0-win-x64-setup.exe';
export const digest = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** Creates the updater's HTTP executor with the host's network instead of Electron's. */
function hostExecutor(updater: AppUpdater, session: HostSession): ElectronHttpExecutor {
  const executor = new ElectronHttpExecutor();
  Reflect.set(
    executor,
    'createRequest',
    (options: object, callback: (response: http.IncomingMessage) => void) =>
      net
        .request({ ...options, session: session as never })
        .on('response', callback)
        .on('login', (authInfo, answer) => updater.emit('login', authInfo, answer)),
  );
  return executor;
}

/** Returns the properties of the program that the updater reads. */
export function updaterApp(folder: string, version: string): ConstructorParameters<typeof NsisUpdater>[1] {
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

/** Content of the update feed, and the conditions under which Paydesk reads it. */
export interface Feed {
  readonly manifest?: Partial<Manifest>;
  readonly signWith?: KeyObject;
  readonly changeManifest?: (text: string) => string;
  readonly latest?: Readonly<Record<string, string>>;
  readonly file?: Buffer;
  /** Drops the connection of the download after this many bytes. */
  readonly cutAt?: number;
  readonly publisher?: boolean;
  /** Replaces `publisher` by an asynchronous check. */
  readonly checkPublisher?: () => Promise<boolean>;
  /** Runs when the updater is asked to install. */
  readonly onInstall?: (updater: AppUpdater) => void;
  readonly busy?: () => boolean;
  /** The system's own updater, where there is one. */
  readonly native?: NativeUpdater;
  readonly version?: string;
  /** The administrator's proxy setting, and the known credentials of proxies. */
  readonly proxy?: ManagedProxy;
  readonly proxyCredentials?: ProxyCredentialsProvider;
}

function signedManifest({
  manifest,
  signWith = keys.privateKey,
  changeManifest = (text) => text,
}: Feed): string {
  const unsignedManifest: Manifest = {
    version: '1.3.0',
    minimum: '1.0.0',
    files: { [fileName]: digest(installer) },
    expiresAt: '2026-03-03T08:00:00.000Z',
    notes: 'Statements open twice as fast.',
    ...manifest,
  };
  const bytes = Buffer.from(JSON.stringify(unsignedManifest));
  const signature = sign(null, Buffer.concat([Buffer.from(signedPrefix), bytes]), signWith).toString(
    'base64',
  );
  const encodedManifest = Buffer.from(changeManifest(bytes.toString('utf8'))).toString('base64');
  return JSON.stringify({ manifest: encodedManifest, signature });
}

/** Starts the update feature of Paydesk 1.2.0 with a feed. */
export async function startUpdates(feed: Feed) {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const folder = temporary.path;
  const { version = '1.3.0', path: installerPath = fileName, sha512 = digest(installer) } = feed.latest ?? {};
  const latestYml = updateDescriptions(version, [
    { name: installerPath, sha512, size: installer.length },
  ]).get('latest.yml');
  const servedFile = feed.file ?? installer;
  const requested: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request);
    const path = new URL(request.url ?? '', 'http://feed.example').pathname;
    if (path === `/${manifestName}`) response.end(signedManifest(feed));
    else if (path.endsWith('.yml')) response.end(latestYml);
    else if (path === `/${fileName}` || path === `/${installerPath}`) {
      response.writeHead(200, { 'content-length': servedFile.length });
      if (feed.cutAt === undefined) response.end(servedFile);
      else response.write(servedFile.subarray(0, feed.cutAt), () => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const feedUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const updater = new NsisUpdater(null, updaterApp(folder, feed.version ?? '1.2.0'));
  const session = new HostSession();
  Reflect.set(updater, 'httpExecutor', hostExecutor(updater, session));
  updater.disableDifferentialDownload = true;
  // Setting a channel makes the updater allow downgrades.
  updater.channel = 'latest';
  expect(updater.allowDowngrade).toBe(true);
  updater.on('error', () => undefined);
  let installCount = 0;
  updater.quitAndInstall = () => {
    installCount += 1;
    feed.onInstall?.(updater);
  };
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const failures: unknown[] = [];
  const login = createProxyLogin(
    feed.proxyCredentials ?? { saved: async () => null, request: async () => null },
  );
  const engine = await createUpdateEngine({
    updater,
    native: feed.native ?? null,
    clock,
    session,
    proxy: feed.proxy ?? { mode: 'system' },
    login,
    feed: feedUrl,
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
    installs: () => installCount,
    check: () => registrar.call('updates.check', {}),
    install: () => registrar.call('updates.install', {}),
    last: () => states.at(-1),
  };
}

export const untrusted = { state: 'failed', problem: 'untrusted' };
