/** @file Paydesk is killed during its work, and resumes at the next start. */
import { countStates, signIn, test, untilState } from './company.ts';
import { expect } from './fixture.ts';
import { expectEachReceivedOnce, sendDocuments, untilHanging } from './recovery-fixture.ts';

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
