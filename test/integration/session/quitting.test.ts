import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { startProofTestApp } from '../proofs/support.ts';
import { eventsOf, startWork } from '../statements/work.ts';

test('quitting warns while proofs are fetched, and says that the rest is fetched at the next start', async () => {
  const testApp = await startProofTestApp();
  expect(await testApp.app.prepareToQuit()).toBe(true);
  testApp.simulator.faults.set('proof', { kind: 'hang' });
  const references = testApp.simulator.exampleReferences(3);
  await testApp.call('proofs.fetch', { references, refresh: false });
  expect(testApp.platform.seen.questions).toEqual([]);
  testApp.platform.answers.ask = 1;
  expect(await testApp.app.prepareToQuit()).toBe(false);
  expect(testApp.platform.seen.questions).toEqual([
    'Paydesk is still working: 3 proofs are not here yet; Paydesk fetches the rest when it opens next.',
  ]);
});

test('quitting warns while a statement is downloaded, and says that its link is lost', async () => {
  const work = await startWork();
  work.simulator.faults.set('statementDownload', { kind: 'hang' });
  await work.ask([1001]);
  const [event] = eventsOf(work.simulator, 1001);
  await work.paste(event ?? '');
  await eventually(() =>
    expect(work.simulator.calls().some(({ route }) => route === 'statementDownload')).toBe(true),
  );
  work.platform.answers.ask = 1;
  expect(await work.testApp.app.prepareToQuit()).toBe(false);
  expect(work.platform.seen.questions[0]).toContain('1 statement is being requested or downloaded');
  work.simulator.faults.clear();
});
