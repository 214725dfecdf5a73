import { expect, onTestFinished, test } from 'vitest';
import { startSignedIn } from '../../fakes/desk.ts';

async function signedIn(options: Parameters<typeof startSignedIn>[0] = {}) {
  const desk = await startSignedIn(options);
  onTestFinished(() => desk.end());
  return desk;
}
const all = { state: null, search: '' } as const;

test('one proof of each kind is fetched, kept and told apart', async () => {
  const desk = await signedIn();
  const examples = desk.simulator.exampleOfEachKind();
  const references = Object.values(examples);
  expect(await desk.call('proofs.fetch', { references, refresh: false })).toEqual({ queued: 7, known: 0 });
  await desk.until('proofs', ({ counts }) => counts.saved === 7);
  const { rows } = await desk.call('proofs.list', { offset: 0, limit: 50, ...all });
  expect(rows.map(({ reference }) => reference)).toEqual(references);
  expect(Object.fromEntries(rows.map(({ reference, kind }) => [reference, kind]))).toEqual({
    [examples.pdf]: 'pdf',
    [examples.png]: 'png',
    [examples.mt103]: 'mt103',
    [examples.pacs008]: 'iso20022',
    [examples.json]: 'json',
    [examples.text]: 'text',
    [examples.url]: 'url',
  });
  expect(desk.simulator.violations()).toEqual([]);
});
