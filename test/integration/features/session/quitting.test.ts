import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { startProofTestApp } from '../proofs/support.ts';
import { test } from '../statements/statements-fixture.ts';

test('quitting during a fetch of proofs warns that the rest is fetched at the next start', async () => {
  const testApp = await startProofTestApp();
  expect(await testApp.app.confirmQuit()).toBe(true);
  testApp.simulator.faults.set('proof', { kind: 'hang' });
  const references = testApp.simulator.exampleReferences(3);
  await testApp.call('proofs.fetch', { references, refresh: false });
  expect(testApp.platform.seen.questions).toEqual([]);
  testApp.platform.answers.ask = 1;
  expect(await testApp.app.confirmQuit()).toBe(false);
  expect(testApp.platform.seen.questions).toEqual([
    'Paydesk is still working: 3 proofs have not arrived yet. Paydesk fetches the rest the next time it opens.',
  ]);
});

test('quitting during a statement download asks for confirmation', async ({ fixture }) => {
  fixture.simulator.faults.set('statementDownload', { kind: 'hang' });
  await fixture.request([1001]);
  const [event] = fixture.eventsOf(1001);
  await fixture.pasteEvent(event ?? '');
  await eventually(() =>
    expect(fixture.simulator.calls().some(({ route }) => route === 'statementDownload')).toBe(true),
  );
  fixture.platform.answers.ask = 1;
  expect(await fixture.testApp.app.confirmQuit()).toBe(false);
  expect(fixture.platform.seen.questions[0]).toContain('1 statement is being requested or downloaded');
  fixture.simulator.faults.clear();
});
