/**
 * @file Data from an earlier time: a backup that was put back, or a part that is missing. Until the clerk has chosen what
 * to do with it, no profile is opened, so that nothing is sent, attached, adopted or signed by itself.
 */
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';
import type { EarlierData } from '../../shared/model/earlier-data.ts';
import type { Publisher } from '../bridge/topics.ts';
import { pauseEarlierData } from '../features/documents/database/batches.ts';
import { listUse } from '../features/session/database.ts';
import type { Vault } from '../platform/keychain/vault.ts';
import type { Clock, Random } from '../platform/platform.ts';
import * as procedures from '../storage/generation/database.ts';
import type { Library } from '../storage/library/library.ts';
import type { Store } from '../storage/store/store.ts';

/** Milliseconds between two copies of the number of the last commit to the keychain. */
const copyIntervalMs = 3_600_000;

const accountOf = (identity: string) => `generation/${identity}`;

function createEarlierDataError(what: EarlierData): PaydeskError {
  return new PaydeskError('data-earlier', 'The data is from an earlier time', { details: { what } });
}

interface EarlierDataDeps {
  readonly store: Store;
  readonly vault: Pick<Vault, 'read' | 'write' | 'forget'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly publisher: Publisher;
  readonly library: Pick<Library, 'readLibraryId' | 'listAgain'>;
  /** Assigns files that the library has listed again to their statements. */
  readonly adoptFiles: () => Promise<void>;
  /** Called once, when the data is known to be the newest or the clerk continues with it. */
  readonly onCurrent: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

export function createEarlierDataGuard(deps: EarlierDataDeps) {
  const { store, vault, clock } = deps;
  let earlier: EarlierData | null = null;
  let comparison: Promise<void> | null = null;
  let cancelTimer: () => void = () => undefined;

  /** True when the keychain has an entry of Paydesk; otherwise the keychain is not used, because it may show a prompt. */
  async function isKeychainUsed(): Promise<boolean> {
    if ((await deps.library.readLibraryId().catch(() => null)) !== null) return true;
    return (await store.run(listUse, null)).some(({ keyKept }) => keyKept);
  }

  /** Pauses what would go on by itself, and lists what only the library knows. */
  async function prepare(what: EarlierData): Promise<void> {
    await store.run(pauseEarlierData, null);
    if (what !== 'database' && what !== 'databaseMissing') return;
    try {
      await deps.library.listAgain();
      await deps.adoptFiles();
    } catch (thrown) {
      // A library that cannot be opened says so where it is needed; its files stay as they are.
      if (toPaydeskError(thrown).code === 'unexpected') deps.onUnexpected(thrown);
    }
  }

  /** Compares with the number in the keychain. A keychain that cannot be read proves nothing, so the data counts as current. */
  async function compareWithKeychain({
    identity,
    kept,
  }: procedures.GenerationRow): Promise<EarlierData | null> {
    if (!(await isKeychainUsed())) return null;
    const copied = await vault.read(accountOf(identity)).catch(() => undefined);
    if (copied === undefined) return null;
    if (copied === null) return kept > 0 ? 'computer' : null;
    // The number that this data copied last is compared, because data that was put back may have counted on since.
    return Number(copied) > kept ? 'both' : null;
  }

  async function compare(): Promise<void> {
    const row = await store.run(procedures.readGeneration, null);
    earlier = row.earlier ?? (await compareWithKeychain(row));
    if (earlier === null) {
      scheduleCopy();
      deps.onCurrent();
      return;
    }
    deps.publisher.publish('startup', { state: 'failed', error: toWire(createEarlierDataError(earlier)) });
    await store.run(procedures.recordEarlier, { earlier });
  }

  async function copyToKeychain(): Promise<void> {
    if (earlier !== null || !(await isKeychainUsed())) return;
    const { identity, counter, kept } = await store.run(procedures.readGeneration, null);
    // In this order, so that after an abrupt end in between the keychain has a lower number than the data.
    if (kept === 0) await vault.write(accountOf(identity), '0');
    await store.run(procedures.recordKept, { counter });
    await vault.write(accountOf(identity), String(counter));
  }

  function scheduleCopy(): void {
    cancelTimer = clock.after(copyIntervalMs, () => {
      // Without a keychain, there is nothing to compare with at the next start.
      void copyToKeychain().catch(() => undefined);
      scheduleCopy();
    });
  }

  function startComparison(): Promise<void> {
    // Without a result no profile is opened; the next call compares again.
    comparison ??= compare().catch((thrown: unknown) => {
      comparison = null;
      throw thrown;
    });
    return comparison;
  }

  return {
    /** Compares the data with the keychain. Never rejects. */
    start: () => startComparison().catch(deps.onUnexpected),
    /**
     * Resolves when the data is known to be the newest. Rejects with `data-earlier` until the clerk has chosen, and with the
     * error of the database.
     */
    async whenCurrent() {
      await startComparison();
      if (earlier !== null) throw createEarlierDataError(earlier);
    },
    /** Continues with this data, on the clerk's request. Rejects with the error of the database. */
    async continue() {
      await startComparison();
      if (earlier === null) return;
      await prepare(earlier);
      const { identity } = await store.run(procedures.readGeneration, null);
      await store.run(procedures.continueEarlier, { identity: deps.random.identifier() });
      earlier = null;
      // The number of another time is of no use any more; one that stays is never read again.
      if (await isKeychainUsed()) await vault.forget(accountOf(identity)).catch(() => undefined);
      scheduleCopy();
      deps.publisher.publish('startup', { state: 'ready' });
      deps.onCurrent();
    },
    /** Copies the number of the last commit to the keychain. */
    async stop() {
      cancelTimer();
      await copyToKeychain().catch(() => undefined);
    },
  };
}
