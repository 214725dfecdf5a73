/** @file A batch on a bad line is attached completely, and the window says what it waits for. */
import { test, untilState } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { expectEachReceivedOnce, sendDocuments } from '../../e2e/recovery-fixture.ts';
import type { FaultedCall } from '../../practice/faults.ts';

test('every document is attached once, although requests fail and the storage asks for a pause', async ({
  paydesk,
  company,
}) => {
  const { simulator } = company;
  const isFourth = ({ number }: FaultedCall) => number % 4 === 0;
  const refusal = { kind: 'status', status: 503, when: isFourth } as const;
  simulator.faults.set('uploadDocuments', refusal);
  simulator.faults.set(
    'upload',
    { kind: 'throttle', status: 429, retryAfterSeconds: 8, skip: 4, times: 1 },
    { kind: 'reset', at: 'headers', skip: 1, times: 3 },
    { kind: 'effect-then-reset', skip: 6, times: 2 },
    refusal,
  );
  const batchId = await sendDocuments(paydesk, company, 10);

  const { page } = paydesk;
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const pause = page.getByText('accepts no more documents until');
  await expect(pause).toContainText('Nothing is lost; Paydesk resumes automatically.');
  await expect(heading('Sending 20 files to 2 beneficiaries')).toBeVisible();
  await expect(page.getByText('Retrying').first()).toBeVisible();

  await untilState(paydesk, batchId, 'done');
  await expect(heading('20 documents attached to 2 beneficiaries')).toBeVisible();
  await expect(pause).toBeHidden();
  expectEachReceivedOnce(company, 10);
  const faults = simulator.calls().flatMap(({ fault }) => fault ?? []);
  expect(new Set(faults)).toEqual(new Set(['status', 'throttle', 'reset', 'effect-then-reset']));
});
