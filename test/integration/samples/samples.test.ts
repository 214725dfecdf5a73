/** @file The samples, which only the practice company offers. */
import { describe, expect, test } from 'vitest';
import { startSignedIn } from '../../fakes/test-app.ts';
import { practiceId, startPracticeCompany } from './support.ts';

describe('the samples of the practice company', () => {
  test('add documents and the beneficiaries whose names their folders have', async () => {
    const { testApp } = await startPracticeCompany();
    expect(await testApp.call('samples.offered', {})).toMatchObject({ documents: true, startsOver: true });
    const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
    await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 7);
    await testApp.until('beneficiaries', ({ total }) => total === 5);
    const folders = await testApp.call('documents.folders', { action: 'list', batchId });
    const matchedFolders = folders.filter(({ match }) => match !== null);
    expect(matchedFolders.length).toBeGreaterThanOrEqual(4);
  });

  test('include references for a proof of every kind, for a refused proof and for a missing proof', async () => {
    const { testApp } = await startPracticeCompany();
    const { references } = await testApp.call('samples.offered', {});
    await testApp.call('proofs.fetch', { references, refresh: false });
    const { counts } = await testApp.until('proofs', ({ running, total }) => total === 9 && running === null);
    expect(counts).toEqual({ saved: 6, link: 1, failed: 1, 'not-found': 1 });
  });

  test('include the statements of a year, of which one stays in the inbox with a link that expires soon', async () => {
    const { testApp } = await startPracticeCompany();
    const { statements } = await testApp.call('samples.offered', {});
    if (statements === null) throw new Error('No statements are offered');
    const { results } = await testApp.call('statements.request', {
      profileId: practiceId,
      format: 'csv',
      email: '',
      ...statements,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'accepted'));
    const { nextExpiry } = await testApp.until(
      'statements',
      ({ counts }) => counts.stored === 143 && counts.ready === 1,
    );
    expect(Date.parse(nextExpiry ?? '') - Date.now()).toBeLessThan(600_000);
    const ready = await testApp.call('statements.list', { state: 'ready', offset: 0, limit: 5 });
    expect(ready.rows).toMatchObject([{ wallet: { id: 1010 }, state: 'ready' }]);
  }, 60_000);

  test('name the only statement whose balance does not add up in the review', async () => {
    const { testApp } = await startPracticeCompany();
    const { unbalanced } = await testApp.call('samples.offered', {});
    if (unbalanced === null) throw new Error('No unbalanced statement is named');
    const periods = [unbalanced.period];
    const request = {
      profileId: practiceId,
      format: 'csv',
      email: '',
      walletIds: [1003, 1004],
    } as const;
    await testApp.call('statements.request', { ...request, walletIds: [...request.walletIds], periods });
    await testApp.until('statements', ({ counts }) => counts.stored === 2);
    const { rows } = await testApp.call('statements.list', { state: 'stored', offset: 0, limit: 5 });
    const balances = new Map<number, string | undefined>();
    for (const { id, wallet } of rows) {
      const { handle } = await testApp.call('review.open', { statementId: id, options: {} });
      const { points } = await testApp.call('review.query', { action: 'check', handle });
      balances.set(wallet.id, points.find(({ id: pointId }) => pointId === 'balance')?.result);
    }
    expect(balances).toEqual(
      new Map([
        [1003, 'passed'],
        [unbalanced.walletId, 'failed'],
      ]),
    );
  });

  test('are not offered by other profiles', async () => {
    const testApp = await startSignedIn();
    try {
      expect(await testApp.call('samples.offered', {})).toEqual({
        documents: false,
        references: [],
        statements: null,
        unbalanced: null,
        startsOver: false,
        tour: false,
      });
      await expect(testApp.call('samples.change', { action: 'addDocuments' })).rejects.toMatchObject({
        code: 'profile-not-practice',
      });
    } finally {
      await testApp.end();
    }
  });

  test('offer the tour until it was ended, also after a restart', async () => {
    const { computer, testApp } = await startPracticeCompany();
    expect(await testApp.call('samples.offered', {})).toMatchObject({ tour: true });
    await testApp.call('samples.change', { action: 'endTour' });
    expect(await testApp.call('samples.offered', {})).toMatchObject({ tour: false });
    const restarted = await computer.start();
    await restarted.until('session', ({ state }) => state === 'signed-in');
    expect(await restarted.call('samples.offered', {})).toMatchObject({ tour: false });
  });
});
