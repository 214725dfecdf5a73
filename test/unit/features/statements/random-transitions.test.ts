/** @file Random calls of the procedures: statements and events change exactly as their tables say. */
import { expect, test } from 'vitest';
import * as events from '../../../../src/main/features/statements/database/events.ts';
import { closeStatement } from '../../../../src/main/features/statements/database/open-work.ts';
import * as quarantine from '../../../../src/main/features/statements/database/quarantine.ts';
import * as requests from '../../../../src/main/features/statements/database/requests.ts';
import * as transfer from '../../../../src/main/features/statements/database/transfer.ts';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { eventMachine, statementMachine } from '../../../../src/shared/model/statements/statement-machine.ts';
import { identifierOf } from '../../../fakes/library-store.ts';
import { changesOf, watchTransitions } from '../../../fakes/watch-transitions.ts';
import { openTables, profileId } from '../documents/tables.ts';

const steps = 2_000;
const statement = { companyId: 'c', since: '2026-01-01', till: '2026-01-31' };
const problem = {
  code: 'unexpected',
  message: 'Lost',
  retryable: false,
  requestId: null,
  details: {},
} as const;

test('random calls perform every transition of the tables and no other', () => {
  const random = createRandom(7);
  const { database, run, readColumn } = openTables();
  const changesIn = watchTransitions(database);
  const pick = <Option>(options: readonly Option[]): Option => {
    const option = options[Math.floor(random() * options.length)];
    if (option === undefined) throw new Error('There is nothing to choose from');
    return option;
  };
  const idsOf = (table: string) =>
    database.all(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 10`).map(({ id }) => Number(id));

  function callRandomly(at: number): void {
    const id = pick([0, ...idsOf('statement')]);
    const eventRow = pick([0, ...idsOf('statement_event')]);
    const walletId = pick([1, 2, 3]);
    const file = { at, size: 1, sha256: 'a', format: 'csv' } as const;
    const identity = String(readColumn('statement', id, 'identity'));
    const about = { ...statement, profileId, walletId, identity };
    const item = identifierOf(at);
    const row = { libraryId: 'library', id: item, kind: 'statement', sealed: Buffer.from('facts') } as const;
    const calls: readonly (() => unknown)[] = [
      () =>
        run(requests.beginRequest, {
          ...statement,
          profileId,
          at,
          format: 'csv',
          email: '',
          walletIds: [walletId],
        }),
      () =>
        run(requests.endRequest, {
          requestId: pick([0, ...idsOf('statement_request')]),
          at,
          state: pick(['refused', 'e-mailed', 'waiting'] as const),
          problem: null,
          invalidWallets: [],
        }),
      () =>
        run(events.ingestEvent, {
          ...statement,
          profileId,
          at,
          source: 'folder',
          walletId,
          transactions: 1,
          madeAt: null,
          eventId: String(Math.floor(random() * 300)),
          link: pick(['usable', 'usable', 'expired'] as const),
          host: 'h',
          expiresAt: null,
          format: 'csv',
          digest: null,
          unknownFields: [],
        }),
      () => run(quarantine.acceptQuarantined, { profileId, id: eventRow, at, place: 'h', format: 'csv' }),
      () =>
        run(quarantine.claimEvent, {
          profileId,
          companyId: 'c',
          id: eventRow,
          at,
          format: 'csv',
          link: pick(['usable', 'expired'] as const),
        }),
      () => run(quarantine.discardEvent, { profileId, id: eventRow }),
      () => run(transfer.beginDownload, { id }),
      () => run(transfer.endDownload, { id, at, state: pick(['ready', 'expired'] as const), problem }),
      () => run(transfer.recordStoredFile, { ...file, id, row }),
      () => run(transfer.adoptFile, { ...file, item, about }),
      () => run(transfer.forgetItems, { items: [String(readColumn('statement', id, 'item'))], at, problem }),
      () => run(closeStatement, { profileId, id, at }),
      () => random() < 0.2 && run(requests.recover, { at, answerLost: problem, linkLost: problem }),
    ];
    pick(calls)();
  }

  for (let at = 0; at < steps; at += 1) {
    try {
      callRandomly(at);
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError) || thrown.code === 'unexpected') throw thrown;
    }
  }
  for (const machine of [statementMachine, eventMachine])
    expect(changesIn(machine.table)).toEqual(changesOf(machine));
});
