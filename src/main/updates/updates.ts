/**
 * @file Looks for updates, downloads them and has them installed. Nothing is trusted that the signed manifest does not
 * name; nothing is installed while transfers run; nothing older ever takes the place of something newer.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type UpdateProblem, type UpdateState, updatesCommands } from '../../shared/contract/updates.ts';
import { PaydeskError } from '../../shared/errors.ts';
import { type Handlers, handle } from '../bridge/registrar.ts';
import type { Publisher } from '../bridge/topics.ts';
import type { Clock } from '../platform.ts';
import {
  compareVersions,
  Expired,
  type Manifest,
  readManifest,
  readUpdateKey,
  requireCurrent,
  Untrusted,
} from './manifest.ts';

/** What a feed offers, as it says itself. */
export interface Offer {
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly sha512: string }[];
}

/** Fetches and installs; knows nothing of trust. */
export interface UpdateEngine {
  /** The text of `update.json`. */
  manifest(): Promise<string>;
  offer(): Promise<Offer>;
  /** Downloads what was last offered; gives the path of the file. A download that breaks off leaves nothing to use. */
  download(): Promise<string>;
  /**
   * Has the system take over what was downloaded, which can take minutes, while Paydesk is still there. Rejects when that
   * fails. What was taken over is installed when Paydesk ends, however it ends.
   */
  stage(): Promise<void>;
  /** Quits and installs what was downloaded. Rejects when that fails; otherwise the program has ended. */
  install(): Promise<void>;
}

/** What the updates depend on. */
export interface UpdateDeps {
  /** `null` when somebody else updates this Paydesk. */
  readonly engine: UpdateEngine | null;
  /** Why there is no engine although there would be one. */
  readonly engineProblem: UpdateProblem | null;
  /** Base64 of the raw public key that signs manifests. */
  readonly updateKey: string;
  readonly version: string;
  /** Says whether the system trusts who signed the file. */
  readonly isSignedByPublisher: (file: string) => Promise<boolean>;
  readonly isBusy: () => boolean;
  /** Brings the program to rest and then calls `install`. */
  readonly quitAndThen: (install: () => Promise<void>) => void;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly publisher: Publisher;
  readonly onProblem: (thrown: unknown) => void;
}

/** The updates. */
export interface Updates {
  readonly handlers: Handlers;
  /** Looks for an update, and again every few hours. */
  start(): void;
  stop(): void;
}

/** Milliseconds after the start, and between two looks. */
const firstCheckDelayMs = 60_000;
const checkIntervalMs = 6 * 60 * 60_000;
/** Milliseconds until it is asked again whether transfers run. */
const busyRetryMs = 60_000;

/** Creates the updates. */
export function createUpdates(deps: UpdateDeps): Updates {
  const { engine, clock, publisher } = deps;
  let ready: { readonly file: string; readonly manifest: Manifest } | null = null;
  let checking: Promise<void> | null = null;
  let installing: Promise<void> | null = null;
  let cancel: () => void = () => undefined;
  const show = (state: UpdateState) => publisher.publish('update', state);

  function showReady({ version, notes, minimum }: Manifest): void {
    show({ state: 'ready', version, notes, urgent: compareVersions(deps.version, minimum) < 0 });
  }

  /** What may be installed of an offer; `null` when this Paydesk is as new. */
  async function trusted(from: UpdateEngine): Promise<{ manifest: Manifest; sha512: string } | null> {
    const manifest = readManifest(await from.manifest(), readUpdateKey(deps.updateKey));
    // Before the versions: an old manifest must not hide that there is a newer one.
    requireCurrent(manifest, clock.now());
    if (compareVersions(manifest.version, deps.version) <= 0) return null;
    const offer = await from.offer();
    if (offer.version !== manifest.version) throw new Untrusted('The feed offers another version');
    for (const { name, sha512 } of offer.files) {
      if (manifest.files[name] !== sha512) throw new Untrusted('The feed offers another file');
    }
    const [file] = offer.files;
    if (file === undefined) throw new Untrusted('The feed offers no file');
    return { manifest, sha512: file.sha512 };
  }

  async function verify(file: string, manifest: Manifest): Promise<void> {
    const hash = createHash('sha512');
    await pipeline(createReadStream(file), hash);
    if (!Object.values(manifest.files).includes(hash.digest('base64'))) {
      throw new Untrusted('The file is not the one that was signed');
    }
    if (!(await deps.isSignedByPublisher(file))) throw new Untrusted('The publisher is another one');
  }

  async function check(from: UpdateEngine): Promise<void> {
    if (ready !== null || deps.isBusy()) return;
    show({ state: 'checking' });
    try {
      const found = await trusted(from);
      if (found === null) return show({ state: 'current' });
      const { manifest } = found;
      show({ state: 'downloading', version: manifest.version });
      const file = await from.download();
      await verify(file, manifest);
      ready = { file, manifest };
      showReady(manifest);
    } catch (thrown) {
      deps.onProblem(thrown);
      show({ state: 'failed', problem: problemOf(thrown) });
    }
  }

  function checkOnce(): Promise<void> {
    if (engine === null) return Promise.resolve();
    checking ??= check(engine).finally(() => {
      checking = null;
    });
    return checking;
  }

  function plan(delay: number): void {
    cancel = clock.after(delay, () => {
      const wait = deps.isBusy();
      void checkOnce();
      plan(wait ? busyRetryMs : checkIntervalMs);
    });
  }

  function refuseWhileBusy(): void {
    if (deps.isBusy()) throw new PaydeskError('update-must-wait', 'Transfers run');
  }

  async function install(from: UpdateEngine): Promise<void> {
    if (ready === null) throw new PaydeskError('update-must-wait', 'No update is ready');
    refuseWhileBusy();
    const { file, manifest } = ready;
    show({ state: 'installing', version: manifest.version });
    try {
      // The folder of downloads belongs to the user: what lies there now is looked at again.
      requireCurrent(manifest, clock.now());
      await verify(file, manifest);
      await from.stage().catch((thrown: unknown) => {
        throw new NotStaged('The system did not take over the update', { cause: thrown });
      });
    } catch (thrown) {
      ready = null;
      deps.onProblem(thrown instanceof NotStaged ? thrown.cause : thrown);
      show({ state: 'failed', problem: problemOf(thrown) });
      return;
    }
    // The clerk may be asked, and stay.
    showReady(manifest);
    // That took its time.
    refuseWhileBusy();
    deps.quitAndThen(() => from.install());
  }

  function installOnce(from: UpdateEngine): Promise<void> {
    installing ??= install(from).finally(() => {
      installing = null;
    });
    return installing;
  }

  if (deps.engineProblem !== null) show({ state: 'failed', problem: deps.engineProblem });
  else show({ state: engine === null ? 'off' : 'current' });
  return {
    handlers: {
      'updates.check': handle(updatesCommands['updates.check'], async () => {
        await checkOnce();
        return null;
      }),
      'updates.install': handle(updatesCommands['updates.install'], async () => {
        if (engine !== null) await installOnce(engine);
        return null;
      }),
    },
    start() {
      if (engine !== null) plan(firstCheckDelayMs);
    },
    stop: () => cancel(),
  };
}

/** The system did not take over the update. */
class NotStaged extends Error {}

function problemOf(thrown: unknown): UpdateProblem {
  if (thrown instanceof NotStaged) return 'not-installed';
  if (thrown instanceof Untrusted) return 'untrusted';
  if (thrown instanceof Expired) return 'expired';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'untrusted';
  return /^ERR_UPDATER_(INVALID|NO_)/.test(code) ? 'not-understood' : 'unreachable';
}
