/** @file The samples of the practice company. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../fakes/test-app.ts';
import { type Computer, practiceId, startPracticeCompany } from './support.ts';

let computer: Computer;
let testApp: TestApp;

beforeAll(async () => {
  ({ computer, testApp } = await startPracticeCompany());
  return computer.close;
});

describe('the samples of the practice company', () => {
  test('add documents and the beneficiaries whose names their folders have', async () => {
    expect(await testApp.call('samples.offered', {})).toMatchObject({ documents: true, startsOver: true });
    const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
    await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 7);
    await testApp.until('beneficiaries', ({ total }) => total === 5);
    const folders = await testApp.call('documents.folders', { action: 'list', batchId });
    const matchedFolders = folders.filter(({ match }) => match !== null);
    expect(matchedFolders.length).toBeGreaterThanOrEqual(4);
  });

  test('include references for a proof of every kind, for a refused proof and for a missing proof', async () => {
    const { references } = await testApp.call('samples.offered', {});
    await testApp.call('proofs.fetch', { references, refresh: false });
    const { counts } = await testApp.until('proofs', ({ running, total }) => total === 9 && running === null);
    expect(counts).toEqual({ saved: 6, link: 1, failed: 1, 'not-found': 1 });
  });

  test('include statements, of which one stays in the inbox with a link that expires soon and one does not balance', async () => {
    const { statements, unbalanced } = await testApp.call('samples.offered', {});
    if (statements === null || unbalanced === null) throw new Error('No statements are offered');
    expect(statements.periods).toHaveLength(12);
    expect(statements.walletIds).toHaveLength(12);
    const { results } = await testApp.call('statements.request', {
      profileId: practiceId,
      format: 'csv',
      email: '',
      walletIds: [1003, 1004, 1010],
      periods: [unbalanced.period],
    });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    const { nextExpiry } = await testApp.until(
      'statements',
      ({ counts }) => counts.stored === 2 && counts.ready === 1,
    );
    expect(Date.parse(nextExpiry ?? '') - Date.now()).toBeLessThan(600_000);
    const listed = (state: 'ready' | 'stored') =>
      testApp.call('statements.list', { state, offset: 0, limit: 5 });
    expect((await listed('ready')).rows).toMatchObject([{ wallet: { id: 1010 } }]);
    const balances = new Map<number, string | undefined>();
    for (const { id, wallet } of (await listed('stored')).rows) {
      const { handle } = await testApp.call('viewer.open', { statementId: id, options: {} });
      const { points } = await testApp.call('viewer.query', { action: 'check', handle });
      balances.set(wallet.id, points.find(({ id: pointId }) => pointId === 'balance')?.result);
    }
    const expected = new Map([
      [1003, 'passed'],
      [unbalanced.walletId, 'failed'],
    ]);
    expect(balances).toEqual(expected);
  });

  test('offer the tour until it was ended, also after a restart', async () => {
    expect(await testApp.call('samples.offered', {})).toMatchObject({ tour: true });
    await testApp.call('samples.change', { action: 'endTour' });
    expect(await testApp.call('samples.offered', {})).toMatchObject({ tour: false });
    testApp = await computer.start();
    await testApp.until('session', ({ state }) => state === 'signed-in');
    expect(await testApp.call('samples.offered', {})).toMatchObject({ tour: false });
  });
});
