import { join } from 'node:path';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  rowsOf,
  signIn,
  startBatch,
  test,
  untilState,
} from '../../e2e/company.ts';
import { expect, inElectron, type Paydesk } from '../../e2e/fixture.ts';
import {
  addBeneficiaries,
  beneficiaries,
  createValidFiles,
  expectAllReceived,
} from '../../e2e/main-job-fixture.ts';
import { writeFiles } from '../../fakes/files.ts';

const minuteMs = 60_000;

/** Signs in, and adds, checks and assigns all files. */
async function prepareBatch(
  paydesk: Paydesk,
  company: Company,
  files: Record<string, Buffer>,
): Promise<number> {
  await signIn(paydesk, company);
  await addBeneficiaries(paydesk);
  await writeFiles(company.files, files);
  const batchId = await chooseFolders(paydesk, ...beneficiaries.map((label) => join(company.files, label)));
  await assignByFolder(paydesk, batchId);
  return batchId;
}

test('a token that expires during a batch is renewed with exactly one login', async ({ launch, company }) => {
  const paydesk = await launch({ windowless: !inElectron });
  const files = createValidFiles();
  const batchId = await prepareBatch(paydesk, company, files);
  let linkRequestCount = 0;
  const when = () => {
    linkRequestCount += 1;
    if (linkRequestCount === 5) company.simulator.clock.advance(61 * minuteMs);
    return false;
  };
  company.simulator.faults.set('uploadDocuments', { kind: 'delay', milliseconds: 0, when });
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done');
  expectAllReceived(company, files);
  expect(company.simulator.state.logins).toBe(2);
  expect(company.simulator.calls().some(({ status }) => status === 401)).toBe(true);
});

test('a link that expires before its upload is replaced, and nothing is attached twice', async ({
  launch,
  company,
}) => {
  const paydesk = await launch({ windowless: !inElectron });
  const files = createValidFiles();
  const batchId = await prepareBatch(paydesk, company, files);
  const { simulator } = company;
  // The link expires between its response and its use.
  const change = (value: unknown) => {
    simulator.clock.advance(16 * minuteMs);
    return value;
  };
  const when = () => simulator.state.objects.size >= 20;
  simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, when, times: 1 });
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done');
  expectAllReceived(company, files);
  const uploads = simulator.calls().filter(({ route }) => route === 'upload');
  const refusedUploads = uploads.filter(({ status }) => status === 403);
  expect(refusedUploads.length).toBeGreaterThanOrEqual(1);
  expect(uploads.filter(({ status }) => status === 200)).toHaveLength(55);
  // Each refused link was replaced by exactly one new link.
  expect(simulator.state.linksIssued).toBe(55 + refusedUploads.length);
  for (const row of await rowsOf(paydesk, batchId)) expect(row.state).toBe('attached');
});
