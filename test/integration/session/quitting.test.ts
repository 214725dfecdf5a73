import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { startProofDesk } from '../proofs/support.ts';
import { eventsOf, startWork } from '../statements/work.ts';

test('quitting asks while proofs are fetched, and says that the rest is fetched at the next start', async () => {
  const desk = await startProofDesk();
  expect(await desk.app.prepareToQuit()).toBe(true);
  desk.simulator.faults.set('proof', { kind: 'hang' });
  const references = desk.simulator.exampleReferences(3);
  await desk.call('proofs.fetch', { references, refresh: false });
  expect(desk.platform.seen.questions).toEqual([]);
  desk.platform.answers.ask = 1;
  expect(await desk.app.prepareToQuit()).toBe(false);
  expect(desk.platform.seen.questions).toEqual([
    'Paydesk is still working: 3 proofs are not here yet; Paydesk fetches the rest when it opens next.',
  ]);
});

test('quitting asks while a statement is downloaded, and says that its link is lost', async () => {
  const work = await startWork();
  work.simulator.faults.set('statementDownload', { kind: 'hang' });
  await work.ask([1001]);
  const [event] = eventsOf(work.simulator, 1001);
  await work.paste(event ?? '');
  await eventually(() =>
    expect(work.simulator.calls().some(({ route }) => route === 'statementDownload')).toBe(true),
  );
  work.platform.answers.ask = 1;
  expect(await work.desk.app.prepareToQuit()).toBe(false);
  expect(work.platform.seen.questions[0]).toContain('1 statement is being requested or downloaded');
  work.simulator.faults.clear();
});
