/** @file Handlers of the commands for statement requests and the inbox. */
import type { RequestResult } from '../../../shared/contract/statements.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { monthsUntil } from '../../../shared/model/statements/period.ts';
import { requireActiveProfile } from '../../app/require-active-profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { readFirstBytes } from '../../files/first-bytes.ts';
import * as listing from './database/listing.ts';
import { listQuarantined } from './database/quarantine.ts';
import { allowReread } from './database/read-attempts.ts';
import * as procedures from './database/requests.ts';
import type { EventFolders } from './inbox/drive-folders.ts';
import { maxEventBytes } from './inbox/event.ts';
import type { IngestResult } from './inbox/inbox.ts';
import type { StatementPorts } from './ports.ts';
import { computeCoverage } from './requests/coverage.ts';
import { type RequestInput, requestStatements } from './requests/requests.ts';
import type { StatementsWorker } from './statements-worker.ts';

interface HandlerDeps extends StatementPorts {
  readonly eventFolders: Pick<EventFolders, 'resolveLinks'>;
}

/** Counts ingested events by outcome; unreadable events count as quarantined. */
function countByOutcome(results: readonly IngestResult[]) {
  const countKinds = (...kinds: readonly IngestResult['kind'][]) =>
    results.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    taken: countKinds('taken'),
    repeated: countKinds('repeated'),
    quarantined: countKinds('quarantined', 'unreadable'),
  };
}

function rejectDiscarded({ eventSources }: StatementsWorker, events: readonly number[]): void {
  const reason = t('statementInbox.file.discarded');
  eventSources.onSettled('event', events, { kind: 'rejected', reason });
}

export function createStatementHandlers(deps: HandlerDeps): Handlers {
  const { statements, store, clock, dialogs } = deps;

  async function readDroppedFile(path: string): Promise<Uint8Array> {
    try {
      // One byte beyond the limit shows that the file is too large.
      return await readFirstBytes(deps.readChosenFile(path), maxEventBytes + 1);
    } catch (thrown) {
      const { details } = toPaydeskError(thrown);
      throw new PaydeskError('file-unreadable', 'A dropped file cannot be read', { details });
    }
  }

  const activeProfileId = () => statements.activeProfile().id;

  /** Returns the signed statements of the coverage whose files can be opened: a damaged one must not look reviewed. */
  async function findReviewed(
    covering: readonly listing.CoveringStatement[],
    signed: ReadonlyMap<string, string>,
  ): Promise<ReadonlySet<string>> {
    const reviewed = new Set<string>();
    for (const { sha256, item } of covering) {
      if (sha256 === null || item === null || !signed.has(sha256)) continue;
      const isOpened = await deps.statementFiles.detectFormat(item).then(
        () => true,
        () => false,
      );
      if (isOpened) reviewed.add(sha256);
    }
    return reviewed;
  }

  /**
   * Returns a function that sends requests for the profile that is active now, even after another profile becomes
   * active.
   */
  function requesterForActiveProfile(): (input: RequestInput) => Promise<RequestResult[]> {
    const worker = statements.activeWorker();
    const { profile } = worker;
    const requestDeps = {
      ...deps,
      onInterrupted: (error: PaydeskError) => deps.onInterrupted(profile, error),
      profileId: profile.id,
      service: worker.service(),
      onChange: worker.schedulePublish,
    };
    return (input) => worker.trackRequest(() => requestStatements(requestDeps, input));
  }

  return {
    'statements.wallets': async () => {
      const { wallets, problem } = await statements.activeWorker().listWallets();
      return { wallets, problem: problem === null ? null : toWire(problem) };
    },
    'statements.request': async ({ profileId: id, ...input }) => {
      requireActiveProfile(statements.findActiveProfile(), { id });
      return { results: await requesterForActiveProfile()(input) };
    },
    'statements.retry': {
      request: async ({ ids }) => {
        const sendRequest = requesterForActiveProfile();
        const originalRequests = await store.run(procedures.requestsToRepeat, {
          profileId: activeProfileId(),
          ids,
        });
        const results: RequestResult[] = [];
        for (const { since, till, ...request } of originalRequests) {
          results.push(...(await sendRequest({ ...request, periods: [{ since, till }] })));
        }
        return { results };
      },
      download: async ({ id }) => {
        await store.run(listing.getStatement, { profileId: activeProfileId(), id });
        if (!statements.queue.prioritize(id))
          throw new PaydeskError('link-lost', 'The link is no longer known');
        return null;
      },
      read: async ({ id }) => {
        await store.run(allowReread, { profileId: activeProfileId(), id });
        deps.storedChecks.start();
        statements.publishAll();
        return null;
      },
    },
    'statements.list': async (args) => {
      const worker = statements.activeWorker();
      const { total, rows } = await store.run(listing.listStatements, {
        ...args,
        profileId: activeProfileId(),
      });
      return { total, rows: rows.map(worker.statementOf) };
    },
    'statements.get': async ({ id }) => {
      const worker = statements.activeWorker();
      return worker.statementOf(await store.run(listing.getStatement, { profileId: activeProfileId(), id }));
    },
    'statements.coverage': async ({ last, months }) => {
      const periods = monthsUntil(last, months);
      const since = periods[0]?.since ?? '';
      const till = periods.at(-1)?.till ?? '';
      const [wallets, covering, signed] = await Promise.all([
        store.run(procedures.knownWallets, { profileId: activeProfileId() }),
        store.run(listing.listCovering, { profileId: activeProfileId(), since, till }),
        // A library that cannot be opened must not hide which statements are missing.
        deps.signOffs.listSigned(activeProfileId()).catch(() => new Map<string, string>()),
      ]);
      const reviewed = await findReviewed(covering, signed);
      return computeCoverage({
        wallets,
        statements: covering,
        signed: reviewed,
        last,
        months,
        nowMs: clock.now(),
      });
    },
    'statements.addEvents': {
      paste: async ({ text }) =>
        countByOutcome([await statements.activeWorker().ingest(new TextEncoder().encode(text), 'pasted')]),
      drop: async ({ files: { paths, notOnDisk } }) => {
        const worker = statements.activeWorker();
        const results: IngestResult[] = [];
        let firstError: unknown = null;
        for (const path of paths) {
          try {
            results.push(await worker.ingest(await readDroppedFile(path), 'dropped'));
          } catch (thrown) {
            firstError ??= thrown;
          }
        }
        // The error of one file does not undo the others, which the clerk sees in the inbox.
        if (firstError !== null) throw firstError;
        return { ...countByOutcome(results), notOnDisk };
      },
    },
    'statements.quarantine': async (page) => {
      const worker = statements.activeWorker();
      const { rows, ...counts } = await store.run(listQuarantined, {
        ...page,
        profileId: worker.profile.id,
        companyId: worker.companyId(),
      });
      return { ...counts, rows: rows.map((row) => ({ ...row, held: statements.inbox.hasLink(row.id) })) };
    },
    'statements.decide': async ({ id, decision }) => {
      const worker = statements.activeWorker();
      if (decision === 'take') {
        const statementId = await statements.inbox.accept(worker.profile, id);
        worker.eventSources.onEventAccepted(id, 'statement', statementId);
      } else if (decision === 'claim') {
        await worker.claim(id);
      } else {
        await statements.inbox.discard(worker.profile.id, id);
        rejectDiscarded(worker, [id]);
      }
      worker.schedulePublish();
      return null;
    },
    'statements.inbox': {
      discardShown: async ({ filter, newestId }) => {
        const worker = statements.activeWorker();
        const discarded = await statements.inbox.discardShown(worker.profile.id, filter, newestId);
        rejectDiscarded(worker, discarded);
        worker.schedulePublish();
        return { discarded: discarded.length };
      },
      chooseFolder: async () => {
        const worker = statements.activeWorker();
        const chosenFolder = (await dialogs.chooseFolders())[0];
        if (chosenFolder === undefined) return null;
        // Links are resolved before the path is stored: the clerk did not choose a link that appears later.
        const folder = await deps.eventFolders.resolveLinks(chosenFolder);
        await worker.eventSources.setFolder(worker.profile, folder);
        return { folder };
      },
      forgetFolder: async () => {
        const worker = statements.activeWorker();
        await worker.eventSources.setFolder(worker.profile, null);
        return null;
      },
      setListener: async ({ on }) => {
        const worker = statements.activeWorker();
        await worker.eventSources.setListener(worker.profile, on);
        return null;
      },
      copyListener: async () => {
        const address = statements.activeWorker().eventSources.listenerAddress();
        if (address !== null) await deps.shell.copySecret(address);
        return { copied: address !== null };
      },
    },
  };
}
