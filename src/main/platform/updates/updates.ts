/**
 * @file Checks for updates, downloads and installs them. Only files named by the signed manifest are trusted, nothing
 * is installed while transfers run, and a version is never replaced by an older one.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { UpdateProblem, UpdateState } from '../../../shared/contract/updates.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Clock } from '../platform.ts';
import {
  compareVersions,
  ExpiredManifestError,
  type Manifest,
  readManifest,
  readUpdateKey,
  requireUnexpired,
  UntrustedUpdateError,
} from './manifest.ts';

/** The unverified offer of a feed. */
interface Offer {
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly sha512: string }[];
}

/** Downloads and installs updates, without verifying them. */
export interface UpdateEngine {
  /** Fetches the text of `update.json`. */
  fetchManifest(): Promise<string>;
  fetchOffer(): Promise<Offer>;
  /** Downloads the last offer and returns the path of the file. An interrupted download leaves no usable file. */
  download(): Promise<string>;
  /**
   * Hands the downloaded file over to the system, which can take minutes and installs the update when Paydesk ends for
   * any reason. Rejects when the system does not accept the file.
   */
  stage(): Promise<void>;
  /** Quits and installs the downloaded file. Rejects when the installation cannot be started. */
  install(): Promise<void>;
}

interface UpdateDeps {
  /** `null` when updates are installed by other means. */
  readonly engine: UpdateEngine | null;
  /** Problem because of which the engine could not be created, or `null`. */
  readonly engineProblem: UpdateProblem | null;
  /** Base64 of the raw public key that signs manifests. */
  readonly updateKey: string;
  readonly version: string;
  /** Checks whether the file is signed by a trusted publisher. */
  readonly isSignedByPublisher: (file: string) => Promise<boolean>;
  readonly isBusy: () => boolean;
  /** Quits through the lifecycle, then calls `install`. */
  readonly quitAndInstall: (install: () => Promise<void>) => void;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly publisher: Publisher;
  readonly onProblem: (thrown: unknown) => void;
}

export type Updates = ReturnType<typeof createUpdates>;

/** Delay of the first check after the start, and interval between checks. */
const firstCheckDelayMs = 60_000;
const checkIntervalMs = 6 * 60 * 60_000;
/** Interval between checks while transfers run. */
const busyRetryDelayMs = 60_000;

export function createUpdates(deps: UpdateDeps) {
  const { engine, clock, publisher } = deps;
  let verifiedDownload: { readonly file: string; readonly manifest: Manifest } | null = null;
  let checkPromise: Promise<void> | null = null;
  let installPromise: Promise<void> | null = null;
  let cancelScheduledCheck: () => void = () => undefined;
  const publishState = (state: UpdateState) => publisher.publish('update', state);

  function publishReady({ version, notes, minimum }: Manifest): void {
    publishState({ state: 'ready', version, notes, urgent: compareVersions(deps.version, minimum) < 0 });
  }

  /** Returns the manifest and the checksum of a verified offer; `null` when the offered version is not newer. */
  async function findTrustedUpdate(
    updateEngine: UpdateEngine,
  ): Promise<{ manifest: Manifest; sha512: string } | null> {
    const manifest = readManifest(await updateEngine.fetchManifest(), readUpdateKey(deps.updateKey));
    // The expiry is checked before the version, because an expired manifest must not count as “up to date”.
    requireUnexpired(manifest, clock.now());
    if (compareVersions(manifest.version, deps.version) <= 0) return null;
    const offer = await updateEngine.fetchOffer();
    if (offer.version !== manifest.version) throw new UntrustedUpdateError('The feed offers another version');
    for (const { name, sha512 } of offer.files) {
      if (manifest.files[name] !== sha512) throw new UntrustedUpdateError('The feed offers another file');
    }
    const [file] = offer.files;
    if (file === undefined) throw new UntrustedUpdateError('The feed offers no file');
    return { manifest, sha512: file.sha512 };
  }

  async function verifyFile(file: string, manifest: Manifest): Promise<void> {
    const hash = createHash('sha512');
    await pipeline(createReadStream(file), hash);
    if (!Object.values(manifest.files).includes(hash.digest('base64'))) {
      throw new UntrustedUpdateError('The manifest does not list the downloaded file');
    }
    if (!(await deps.isSignedByPublisher(file)))
      throw new UntrustedUpdateError('The file is not signed by a trusted publisher');
  }

  async function check(updateEngine: UpdateEngine): Promise<void> {
    if (verifiedDownload !== null || deps.isBusy()) return;
    publishState({ state: 'checking' });
    try {
      const trustedUpdate = await findTrustedUpdate(updateEngine);
      if (trustedUpdate === null) return publishState({ state: 'current' });
      const { manifest } = trustedUpdate;
      publishState({ state: 'downloading', version: manifest.version });
      const file = await updateEngine.download();
      await verifyFile(file, manifest);
      verifiedDownload = { file, manifest };
      publishReady(manifest);
    } catch (thrown) {
      deps.onProblem(thrown);
      publishState({ state: 'failed', problem: classifyProblem(thrown) });
    }
  }

  function checkOnce(): Promise<void> {
    if (engine === null) return Promise.resolve();
    checkPromise ??= check(engine).finally(() => {
      checkPromise = null;
    });
    return checkPromise;
  }

  function scheduleCheck(delayMs: number): void {
    cancelScheduledCheck = clock.after(delayMs, () => {
      const isPostponed = deps.isBusy();
      void checkOnce();
      scheduleCheck(isPostponed ? busyRetryDelayMs : checkIntervalMs);
    });
  }

  function refuseWhileBusy(): void {
    if (deps.isBusy()) throw new PaydeskError('update-must-wait', 'Transfers run');
  }

  async function install(updateEngine: UpdateEngine): Promise<void> {
    if (verifiedDownload === null) throw new PaydeskError('update-must-wait', 'No update is ready');
    refuseWhileBusy();
    const { file, manifest } = verifiedDownload;
    publishState({ state: 'installing', version: manifest.version });
    try {
      // The file is verified again, because other programs of the user can write to the downloads folder.
      requireUnexpired(manifest, clock.now());
      await verifyFile(file, manifest);
      await updateEngine.stage().catch((thrown: unknown) => {
        throw new StagingError('The system did not take over the update', { cause: thrown });
      });
    } catch (thrown) {
      verifiedDownload = null;
      deps.onProblem(thrown instanceof StagingError ? thrown.cause : thrown);
      publishState({ state: 'failed', problem: classifyProblem(thrown) });
      return;
    }
    // The clerk may still cancel quitting.
    publishReady(manifest);
    // Transfers may have started during the verification.
    refuseWhileBusy();
    deps.quitAndInstall(() => updateEngine.install());
  }

  function installOnce(updateEngine: UpdateEngine): Promise<void> {
    installPromise ??= install(updateEngine).finally(() => {
      installPromise = null;
    });
    return installPromise;
  }

  if (deps.engineProblem !== null) publishState({ state: 'failed', problem: deps.engineProblem });
  else publishState({ state: engine === null ? 'off' : 'current' });
  return {
    handlers: {
      'updates.change': {
        check: async () => {
          await checkOnce();
          return null;
        },
        install: async () => {
          if (engine !== null) await installOnce(engine);
          return null;
        },
      },
    },
    /** Schedules the first check, and further checks every few hours. */
    start() {
      if (engine !== null) scheduleCheck(firstCheckDelayMs);
    },
    stop: () => cancelScheduledCheck(),
  };
}

/** The system did not accept the update. */
class StagingError extends Error {}

function classifyProblem(thrown: unknown): UpdateProblem {
  if (thrown instanceof StagingError) return 'not-installed';
  if (thrown instanceof UntrustedUpdateError) return 'untrusted';
  if (thrown instanceof ExpiredManifestError) return 'expired';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'untrusted';
  return /^ERR_UPDATER_(INVALID|NO_)/.test(code) ? 'not-understood' : 'unreachable';
}
