/**
 * @file Starts the update feature for tests. The feed is served over real HTTP and the updater is the real one of Windows; only
 * the installer is never started.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { type AppUpdater, NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { expect, onTestFinished } from 'vitest';
import { updateDescriptions } from '../../../../scripts/update-descriptions.ts';
import { createRegistrar } from '../../../../src/main/bridge/registrar.ts';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { fetchText } from '../../../../src/main/platform/electron/fetch-text.ts';
import { createProxyLogin } from '../../../../src/main/platform/electron/proxy-login.ts';
import {
  createUpdateEngine,
  manifestName,
  type NativeUpdater,
} from '../../../../src/main/platform/electron/update-engine.ts';
import { type Manifest, signedPrefix } from '../../../../src/main/platform/updates/manifest.ts';
import { createUpdates } from '../../../../src/main/platform/updates/updates.ts';
import type { ProxyCredentialsProvider } from '../../../../src/main/service/http/proxy-credentials.ts';
import type { UpdateState } from '../../../../src/shared/contract/updates.ts';
import type { ManagedProxy } from '../../../../src/shared/model/session/managed.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';
import { net } from '../../../host/electron/net.ts';
import { HostSession } from '../../../host/electron/session.ts';

const signingKeys = generateKeyPairSync('ed25519');
export const updateKey = Buffer.from(
  signingKeys.publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('base64');
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

/** Returns what the updater reads of the installed program: its version and its folders. */
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

/** Contents of the update feed, and the state of the Paydesk that reads the feed. */
export interface UpdatesOptions {
  readonly manifest?: Partial<Manifest>;
  readonly signWith?: KeyObject;
  /** Changes the manifest's JSON after its signature was made. */
  readonly changeManifest?: (text: string) => string;
  /** Values of `latest.yml` that differ from the manifest: `version`, `path`, `sha512`. */
  readonly latestYml?: Readonly<Record<string, string>>;
  /** The served installer, instead of {@link installer}. */
  readonly installerFile?: Buffer;
  /** Number of bytes after which the server drops the download's connection. */
  readonly dropAfterBytes?: number;
  readonly isSignedByPublisher?: boolean;
  /** Replaces `isSignedByPublisher` by an asynchronous check. */
  readonly checkPublisher?: () => Promise<boolean>;
  /** Runs when the updater is asked to install. */
  readonly onInstall?: (updater: AppUpdater) => void;
  readonly isBusy?: () => boolean;
  /** The updater of the operating system (macOS). */
  readonly native?: NativeUpdater;
  readonly installedVersion?: string;
  /** The administrator's proxy setting. */
  readonly proxy?: ManagedProxy;
  readonly proxyCredentials?: ProxyCredentialsProvider;
}

function signedManifest({
  manifest,
  signWith = signingKeys.privateKey,
  changeManifest = (text) => text,
}: UpdatesOptions): string {
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

/** Starts the update feature of Paydesk 1.2.0, unless the options name another version, with a running feed. */
export async function startUpdates(options: UpdatesOptions) {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const folder = temporary.path;
  const {
    version = '1.3.0',
    path: installerPath = fileName,
    sha512 = digest(installer),
  } = options.latestYml ?? {};
  const servedLatestYml = updateDescriptions(version, [
    { name: installerPath, sha512, size: installer.length },
  ]).get('latest.yml');
  const servedFile = options.installerFile ?? installer;
  const requests: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    const path = new URL(request.url ?? '', 'http://feed.example').pathname;
    if (path === `/${manifestName}`) response.end(signedManifest(options));
    else if (path.endsWith('.yml')) response.end(servedLatestYml);
    else if (path === `/${fileName}` || path === `/${installerPath}`) {
      response.writeHead(200, { 'content-length': servedFile.length });
      if (options.dropAfterBytes === undefined) response.end(servedFile);
      else response.write(servedFile.subarray(0, options.dropAfterBytes), () => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const feedUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const updater = new NsisUpdater(null, updaterApp(folder, options.installedVersion ?? '1.2.0'));
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
    options.onInstall?.(updater);
  };
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const failures: unknown[] = [];
  const login = createProxyLogin(
    options.proxyCredentials ?? { saved: async () => null, request: async () => null },
  );
  const engine = await createUpdateEngine({
    updater,
    native: options.native ?? null,
    clock,
    session,
    proxy: options.proxy ?? { mode: 'system' },
    login,
    feedUrl: feedUrl,
    folder: join(folder, 'updates'),
    fetchText: (url) => fetchText(url, session as never, login, systemClock),
  });
  const states: UpdateState[] = [];
  const registrar = createRegistrar(() => undefined);
  const updates = createUpdates({
    engine,
    engineProblem: null,
    updateKey,
    version: options.installedVersion ?? '1.2.0',
    isSignedByPublisher: options.checkPublisher ?? (async () => options.isSignedByPublisher ?? true),
    isBusy: options.isBusy ?? (() => false),
    quitAndInstall: (install) => void install().catch((thrown: unknown) => failures.push(thrown)),
    clock: { after: () => () => undefined, now: clock.now },
    publisher: { publish: (_name, value) => states.push(value as UpdateState) },
    onProblem: () => undefined,
  });
  registrar.register(updates.handlers);
  return {
    folder,
    requests,
    states,
    updater,
    session,
    clock,
    failures,
    countInstalls: () => installCount,
    check: () => registrar.call('updates.change', { action: 'check' }),
    install: () => registrar.call('updates.change', { action: 'install' }),
    latestState: () => states.at(-1),
  };
}

export const untrustedState = { state: 'failed', problem: 'untrusted' };
