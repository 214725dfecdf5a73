import { expect, onTestFinished, test } from 'vitest';
import { practiceId, startPracticeCompany } from '../../../../integration/features/samples/support.ts';

test('the samples include the statements of a year, of which only one stays in the inbox', async () => {
  const { computer, testApp } = await startPracticeCompany();
  onTestFinished(computer.close);
  const { statements } = await testApp.call('samples.offered', {});
  if (statements === null) throw new Error('No statements are offered');
  const request = { profileId: practiceId, format: 'csv', email: '', ...statements } as const;
  const { results } = await testApp.call('statements.request', request);
  expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'accepted'));
  await testApp.until('statements', ({ counts }) => counts.stored === 143 && counts.ready === 1);
});
