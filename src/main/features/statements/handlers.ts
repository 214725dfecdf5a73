/** @file Handlers of the commands for statement requests and the inbox. */

import { type RequestResult, statementsCommands } from '../../../shared/contract/statements.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { monthsUntil } from '../../../shared/model/period.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { References } from '../../bridge/references.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import { readFirstBytes } from '../../files/first-bytes.ts';
import type { Clock, Dialogs, Shell } from '../../platform.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import type { Store } from '../../store/store.ts';
import { coverageOf } from './coverage.ts';
import type { EventFolders } from './inbox/drive-folders.ts';
import { maxEventBytes } from './inbox/event.ts';
import type { IngestResult } from './inbox/inbox.ts';
import { type RequestInput, requestStatements } from './requests.ts';
import type { Statements } from './statements.ts';
import * as eventTables from './tables/events.ts';
import { readAgain } from './tables/readings.ts';
import * as tables from './tables/requests.ts';

/** Dependencies of the commands. */
export interface HandlerDeps {
  readonly statements: Statements;
  readonly store: Store;
  readonly diskFullRetryStore: Store;
  readonly clock: Clock;
  readonly dialogs: Dialogs;
  readonly shell: Pick<Shell, 'copySecret'>;
  readonly references: References;
  /** Reads a file that the clerk chose, in the process of its drive. */
  readonly bytesOf: (path: string) => AsyncIterable<Uint8Array>;
  readonly eventFolders: Pick<EventFolders, 'withoutLinks'>;
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

/** Counts ingested events by outcome: new, already known, quarantined. */
function summaryOf(taken: readonly IngestResult[]) {
  const number = (...kinds: readonly IngestResult['kind'][]) =>
    taken.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    taken: number('taken'),
    repeated: number('repeated'),
    quarantined: number('quarantined', 'unreadable'),
  };
}

export function createStatementHandlers(deps: HandlerDeps): Handlers {
  const { statements, store, clock, dialogs, references } = deps;

  async function readDropped(path: string): Promise<Uint8Array> {
    try {
      // One byte beyond the limit shows that the file is too large.
      return await readFirstBytes(deps.bytesOf(path), maxEventBytes + 1);
    } catch (thrown) {
      const { details } = toPaydeskError(thrown);
      throw new PaydeskError('file-unreadable', 'A dropped file cannot be read', { details });
    }
  }

  const commands = statementsCommands;
  const profileId = () => statements.profile().id;

  /**
   * Returns a function that sends requests for the profile that is active now, even after another profile becomes
   * active.
   */
  function requesterForActiveProfile(): (input: RequestInput) => Promise<RequestResult[]> {
    const work = statements.active();
    const { profile } = work;
    const from = {
      ...deps,
      onInterrupted: (error: PaydeskError) => deps.onInterrupted(profile, error),
      profileId: profile.id,
      service: work.service(),
      onChange: work.changed,
    };
    return (input) => work.trackRequest(() => requestStatements(from, input));
  }

  return {
    'statements.wallets': handle(commands['statements.wallets'], async () => {
      const { wallets, problem } = await statements.active().wallets();
      return { wallets, problem: problem === null ? null : toWire(problem) };
    }),
    'statements.request': handle(commands['statements.request'], async ({ profileId: id, ...input }) => {
      requireActiveProfile(statements.shownProfile(), { id });
      return { results: await requesterForActiveProfile()(input) };
    }),
    'statements.requestAgain': handle(commands['statements.requestAgain'], async ({ ids }) => {
      const ask = requesterForActiveProfile();
      const before = await store.run(tables.requestsToRepeat, { profileId: profileId(), ids });
      const results: RequestResult[] = [];
      for (const { since, till, ...request } of before) {
        results.push(...(await ask({ ...request, periods: [{ since, till }] })));
      }
      return { results };
    }),
    'statements.list': handle(commands['statements.list'], async (args) => {
      const work = statements.active();
      const { total, rows } = await store.run(tables.list, { ...args, profileId: profileId() });
      return { total, rows: rows.map(work.statementOf) };
    }),
    'statements.get': handle(commands['statements.get'], async ({ id }) => {
      const work = statements.active();
      return work.statementOf(await store.run(tables.get, { profileId: profileId(), id }));
    }),
    'statements.coverage': handle(commands['statements.coverage'], async ({ last, months }) => {
      const span = monthsUntil(last, months);
      const since = span[0]?.since ?? '';
      const till = span.at(-1)?.till ?? '';
      const [wallets, covering] = await Promise.all([
        store.run(tables.knownWallets, { profileId: profileId() }),
        store.run(tables.covering, { profileId: profileId(), since, till }),
      ]);
      return coverageOf(wallets, covering, last, months, clock.now());
    }),
    'statements.pasteEvent': handle(commands['statements.pasteEvent'], async ({ text }) =>
      summaryOf([await statements.active().ingest(new TextEncoder().encode(text), 'pasted')]),
    ),
    'statements.dropEvents': handle(commands['statements.dropEvents'], async ({ references: dropped }) => {
      const work = statements.active();
      const taken: IngestResult[] = [];
      let unread: unknown = null;
      for (const path of references.redeem(dropped)) {
        try {
          taken.push(await work.ingest(await readDropped(path), 'dropped'));
        } catch (thrown) {
          unread ??= thrown;
        }
      }
      // The readable files are ingested all the same; the clerk sees them in the inbox.
      if (unread !== null) throw unread;
      return summaryOf(taken);
    }),
    'statements.quarantine': handle(commands['statements.quarantine'], async (page) => {
      const { total, rows } = await store.run(eventTables.quarantine, { ...page, profileId: profileId() });
      return { total, rows: rows.map((row) => ({ ...row, held: statements.inbox.holds(row.id) })) };
    }),
    'statements.decide': handle(commands['statements.decide'], async ({ id, decision }) => {
      const work = statements.active();
      if (decision === 'take') {
        const statementId = await statements.inbox.accept(work.profile, id);
        work.eventSources.onEventAccepted(id, statementId);
      } else {
        await statements.inbox.discard(work.profile.id, id);
        work.eventSources.onSettled('event', id, {
          kind: 'rejected',
          reason: t('statementInbox.file.discarded'),
        });
      }
      work.changed();
      return null;
    }),
    'statements.download': handle(commands['statements.download'], async ({ id }) => {
      await store.run(tables.get, { profileId: profileId(), id });
      if (!statements.queue.prioritize(id))
        throw new PaydeskError('link-lost', 'The link is no longer known');
      return null;
    }),
    'statements.readAgain': handle(commands['statements.readAgain'], async ({ id }) => {
      await store.run(readAgain, { profileId: profileId(), id });
      statements.changed();
      return null;
    }),
    'statements.chooseFolder': handle(commands['statements.chooseFolder'], async () => {
      const work = statements.active();
      const chosen = (await dialogs.chooseFolder())[0];
      if (chosen === undefined) return null;
      // The resolved path is stored: a link that appears there later was not chosen by the clerk.
      const folder = await deps.eventFolders.withoutLinks(chosen);
      await work.eventSources.setFolder(work.profile, folder);
      return { folder };
    }),
    'statements.forgetFolder': handle(commands['statements.forgetFolder'], async () => {
      const work = statements.active();
      await work.eventSources.setFolder(work.profile, null);
      return null;
    }),
    'statements.copyListener': handle(commands['statements.copyListener'], async () => {
      const address = statements.active().eventSources.address();
      if (address !== null) await deps.shell.copySecret(address);
      return { copied: address !== null };
    }),
    'statements.setListener': handle(commands['statements.setListener'], async ({ on }) => {
      const work = statements.active();
      await work.eventSources.setListener(work.profile, on);
      return null;
    }),
  };
}
