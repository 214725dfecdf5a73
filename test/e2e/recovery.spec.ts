/** @file Paydesk is killed during its work, and resumes at the next start. */
import { settle, signIn, test, untilState } from './company.ts';
import { expect } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import {
  countStates,
  expectEachReceivedOnce,
  sendDocuments,
  untilHanging,
  windowlessInHost,
} from './recovery-fixture.ts';

test('after a kill during uploads, only the interrupted documents are sent again', async ({
  paydesk,
  launch,
  company,
}) => {
  const { simulator } = company;
  simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  // The two complete uploads are stored in the database.
  await expect.poll(() => countStates(paydesk, batchId)).toMatchObject({ stored: 2, sending: 8 });
  await paydesk.kill();
  expect(await paydesk.exitCode).toBeNull();
  simulator.faults.clear();

  const restarted = await launch();
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done');
  expectEachReceivedOnce(company);
  const completeUploads = simulator
    .calls()
    .filter(({ route, status }) => route === 'upload' && status === 200);
  expect(completeUploads).toHaveLength(12);
  expect(await countStates(restarted, batchId)).toEqual({ attached: 12 });
});

test('after a kill before the response to an update, the outcome is unknown and nothing is repeated automatically', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  const updates = () => simulator.calls().filter(({ route }) => route === 'updateRecipient');
  // Neither update gets a response: the first takes effect, the second does not.
  simulator.faults.set('updateRecipient', { kind: 'effect-then-hang', times: 1 }, { kind: 'hang', times: 1 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'effect-then-hang', 1);
  await untilHanging(company, 'hang', 1);
  await paydesk.kill();
  simulator.faults.clear();

  const restarted = await launch(windowlessInHost);
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done-with-problems');
  expect(await countStates(restarted, batchId)).toEqual({ 'attach-unknown': 12 });
  expect(updates()).toHaveLength(2);

  const unknownOutcomes = await callCommand(restarted, 'beneficiaries.unknownOutcomes', {});
  expect(
    unknownOutcomes.map(({ cause, documents: outcomeDocuments }) => [cause, outcomeDocuments.length]),
  ).toEqual([
    ['interrupted', 6],
    ['interrupted', 6],
  ]);
  const decisions: string[] = [];
  for (const outcome of unknownOutcomes) decisions.push(await settle(restarted, company, outcome));
  expect(decisions.toSorted()).toEqual(['is-there', 'send-again']);
  await untilState(restarted, batchId, 'done');
  expect(updates()).toHaveLength(3);
  expectEachReceivedOnce(company);
});
