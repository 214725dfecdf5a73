/**
 * @file Checks for updates, downloads and installs them. Only files named by the signed manifest are trusted, nothing
 * is installed while transfers run, and a version is never replaced by an older one.
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

/** The offer of a feed, not verified. */
export interface Offer {
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly sha512: string }[];
}

/** Downloads and installs updates, without verifying them. */
export interface UpdateEngine {
  /** Fetches the text of `update.json`. */
  manifest(): Promise<string>;
  offer(): Promise<Offer>;
  /** Downloads the last offer and returns the path of the file. An interrupted download leaves no usable file. */
  download(): Promise<string>;
  /**
   * Hands the downloaded file over to the system, which can take minutes. Rejects when this fails. The update is then
   * installed when Paydesk ends, for whatever reason.
   */
  stage(): Promise<void>;
  /** Quits and installs the downloaded file. Rejects when this fails; otherwise the program ends. */
  install(): Promise<void>;
}

export interface UpdateDeps {
  /** `null` when updates are installed by other means. */
  readonly engine: UpdateEngine | null;
  /** Why the engine could not be created, or `null`. */
  readonly engineProblem: UpdateProblem | null;
  /** Base64 of the raw public key that signs manifests. */
  readonly updateKey: string;
  readonly version: string;
  /** Checks whether the file is signed by a trusted publisher. */
  readonly isSignedByPublisher: (file: string) => Promise<boolean>;
  readonly isBusy: () => boolean;
  /** Quits through the lifecycle, then calls `install`. */
  readonly quitAndThen: (install: () => Promise<void>) => void;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly publisher: Publisher;
  readonly onProblem: (thrown: unknown) => void;
}

export interface Updates {
  readonly handlers: Handlers;
  /** Schedules the first check and then one every few hours. */
  start(): void;
  stop(): void;
}

/** Delay of the first check, and interval between checks, in milliseconds. */
const firstCheckDelayMs = 60_000;
const checkIntervalMs = 6 * 60 * 60_000;
/** Delay before the next attempt while transfers run, in milliseconds. */
const busyRetryMs = 60_000;

export function createUpdates(deps: UpdateDeps): Updates {
  const { engine, clock, publisher } = deps;
  let ready: { readonly file: string; readonly manifest: Manifest } | null = null;
  let checking: Promise<void> | null = null;
  let installing: Promise<void> | null = null;
  let cancel: () => void = () => undefined;
  const publishState = (state: UpdateState) => publisher.publish('update', state);

  function publishReady({ version, notes, minimum }: Manifest): void {
    publishState({ state: 'ready', version, notes, urgent: compareVersions(deps.version, minimum) < 0 });
  }

  /** Returns the verified offer; `null` when the running version is not older. */
  async function findTrustedUpdate(
    updateEngine: UpdateEngine,
  ): Promise<{ manifest: Manifest; sha512: string } | null> {
    const manifest = readManifest(await updateEngine.manifest(), readUpdateKey(deps.updateKey));
    // Checked before the version, because an expired manifest must not count as “up to date”.
    requireCurrent(manifest, clock.now());
    if (compareVersions(manifest.version, deps.version) <= 0) return null;
    const offer = await updateEngine.offer();
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

  async function check(updateEngine: UpdateEngine): Promise<void> {
    if (ready !== null || deps.isBusy()) return;
    publishState({ state: 'checking' });
    try {
      const trustedUpdate = await findTrustedUpdate(updateEngine);
      if (trustedUpdate === null) return publishState({ state: 'current' });
      const { manifest } = trustedUpdate;
      publishState({ state: 'downloading', version: manifest.version });
      const file = await updateEngine.download();
      await verify(file, manifest);
      ready = { file, manifest };
      publishReady(manifest);
    } catch (thrown) {
      deps.onProblem(thrown);
      publishState({ state: 'failed', problem: problemOf(thrown) });
    }
  }

  function checkOnce(): Promise<void> {
    if (engine === null) return Promise.resolve();
    checking ??= check(engine).finally(() => {
      checking = null;
    });
    return checking;
  }

  function scheduleCheck(delay: number): void {
    cancel = clock.after(delay, () => {
      const isPostponed = deps.isBusy();
      void checkOnce();
      scheduleCheck(isPostponed ? busyRetryMs : checkIntervalMs);
    });
  }

  function refuseWhileBusy(): void {
    if (deps.isBusy()) throw new PaydeskError('update-must-wait', 'Transfers run');
  }

  async function install(updateEngine: UpdateEngine): Promise<void> {
    if (ready === null) throw new PaydeskError('update-must-wait', 'No update is ready');
    refuseWhileBusy();
    const { file, manifest } = ready;
    publishState({ state: 'installing', version: manifest.version });
    try {
      // The file is verified again, because other programs of the user can write to the downloads folder.
      requireCurrent(manifest, clock.now());
      await verify(file, manifest);
      await updateEngine.stage().catch((thrown: unknown) => {
        throw new NotStaged('The system did not take over the update', { cause: thrown });
      });
    } catch (thrown) {
      ready = null;
      deps.onProblem(thrown instanceof NotStaged ? thrown.cause : thrown);
      publishState({ state: 'failed', problem: problemOf(thrown) });
      return;
    }
    // The clerk may still cancel quitting.
    publishReady(manifest);
    // Transfers may have started during the verification.
    refuseWhileBusy();
    deps.quitAndThen(() => updateEngine.install());
  }

  function installOnce(updateEngine: UpdateEngine): Promise<void> {
    installing ??= install(updateEngine).finally(() => {
      installing = null;
    });
    return installing;
  }

  if (deps.engineProblem !== null) publishState({ state: 'failed', problem: deps.engineProblem });
  else publishState({ state: engine === null ? 'off' : 'current' });
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
      if (engine !== null) scheduleCheck(firstCheckDelayMs);
    },
    stop: () => cancel(),
  };
}

/** The system did not accept the update. */
class NotStaged extends Error {}

function problemOf(thrown: unknown): UpdateProblem {
  if (thrown instanceof NotStaged) return 'not-installed';
  if (thrown instanceof Untrusted) return 'untrusted';
  if (thrown instanceof Expired) return 'expired';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'untrusted';
  return /^ERR_UPDATER_(INVALID|NO_)/.test(code) ? 'not-understood' : 'unreachable';
}
