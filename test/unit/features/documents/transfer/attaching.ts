/** @file Attach operations over tables in memory and a practice company over HTTP, with all of their notifications. */
import { test as base, expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../../../src/main/concurrency/clock.ts';
import { Attacher } from '../../../../../src/main/features/documents/transfer/attacher.ts';
import type { Clock } from '../../../../../src/main/platform/platform.ts';
import { HostBackoff } from '../../../../../src/main/service/http/host-backoff.ts';
import type { Store } from '../../../../../src/main/storage/store/store.ts';
import { bodyOf, openService } from '../../../../fakes/servers/service.ts';
import { createMovingClock } from '../../../../integration/features/documents/moving-clock.ts';
import { startSimulator } from '../../../../practice/simulator.ts';
import { openTables, profile } from '../tables.ts';

/** A test with an attacher; it fails when an unexpected error was reported. */
export const test = base.extend('fixture', () => startAttacher(createMovingClock()));

/** Runs attach operations by a clock. */
export async function startAttacher<AnyClock extends Clock>(clock: AnyClock) {
  const simulator = await startSimulator({ time: clock.now });
  onTestFinished(() => simulator.close());
  const tables = openTables();
  const { hosts } = simulator;
  const events: [string, ...unknown[]][] = [];
  const unexpected: unknown[] = [];
  const hostBackoff = new HostBackoff(clock);
  const options = { hosts, ...simulator.credentials, clock, hostBackoff };
  const { service, exchanges } = openService({ base: hosts.beneficiary, ...options });
  /** `after` is called with the name of each procedure that has run; its result waits for the promise. */
  const procedures = { after: (_name: string): Promise<void> | void => undefined };
  const store: Store = {
    async run(procedure, args) {
      const result = tables.run(procedure, args);
      const held = procedures.after(procedure.name);
      if (held !== undefined) await held;
      return result;
    },
    close: async () => undefined,
  };
  const attacher = new Attacher({
    store,
    clock,
    random: { ...systemRandom, fraction: () => 0 },
    profile: { ...profile, hosts },
    service,
    hostBackoff,
    onChange: (batchId) => events.push(['change', batchId]),
    onAttached: () => events.push(['attached']),
    onUnexpected: (thrown) => unexpected.push(thrown),
    stopProfile: async (cause, error) => void events.push(['profile-stopped', cause, error.code]),
    onBlocked: async (blockReason, error) => void events.push(['blocked', blockReason, error.code]),
    wake: () => events.push(['wake']),
  });
  const batchId = tables.addBatch('running');
  onTestFinished(() => expect(unexpected).toEqual([]));
  /** Adds a beneficiary with one document that is stored under a key. */
  const addBeneficiary = (key: string, index = 0) => {
    const id = tables.addBeneficiary(`rcp-${index}`);
    const documentId = tables.addDocument(batchId, 'stored', { beneficiaryId: id, key });
    const name = `${index}.pdf`;
    tables.database.run('UPDATE document SET name = $name WHERE id = $documentId', { name, documentId });
    return { id, documentId };
  };
  return {
    attacher,
    store,
    service,
    simulator,
    tables,
    clock,
    exchanges,
    events,
    unexpected,
    hostBackoff,
    procedures,
    batchId,
    host: new URL(hosts.beneficiary).host,
    addBeneficiary,
    /** Holds the outcomes of operations until the returned function is called. */
    holdOutcomes() {
      const { promise, resolve } = Promise.withResolvers<void>();
      procedures.after = (name) => (name === 'documents.endAttach' ? promise : undefined);
      return resolve;
    },
    setFault: (...[route, ...faults]: Parameters<typeof simulator.faults.set>) =>
      simulator.faults.set(route, ...faults),
    /** Uploads one document per beneficiary, and adds the beneficiaries with the keys of these documents. */
    async addUploadedBeneficiaries(count: number) {
      const names = Array.from({ length: count }, (_, index) => `${index}.pdf`);
      const targets = await service.requestUploadLinks(names);
      for (const [index, { link }] of targets.entries())
        await service.putDocument(link, `${index}.pdf`, bodyOf(Buffer.from(`%PDF-1.4 ${index}`)));
      return targets.map(({ key }, index) => addBeneficiary(key, index));
    },
    /** Adds a beneficiary that the service does not know yet. */
    addDraft() {
      const id = tables.addBeneficiary('new');
      const payload = '{"name":"Nordlicht"}';
      const change = `recipient_id = NULL, payload = $payload, stage = 'draft'`;
      tables.database.run(`UPDATE beneficiary SET ${change} WHERE id = $id`, { id, payload });
      return id;
    },
    countCalls: (route = 'updateRecipient') =>
      simulator.calls().filter((call) => call.route === route).length,
    async attachOnce() {
      await attacher.attachReady();
      await attacher.whenSettled();
    },
    eventsOf: (...kinds: string[]) => events.filter(([kind]) => kinds.includes(kind)),
    readOperations: () =>
      tables.database.all('SELECT state, status, cause, request_id AS requestId FROM attach_operation'),
    stateOf: (beneficiary?: { documentId: number }) => tables.stateOf(beneficiary?.documentId ?? 0),
  };
}
