/** @file What the short and the long tests of recovery use. */
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files/files.ts';
import type { Fault } from '../practice/faults.ts';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  receivedDocuments,
  sha256Of,
  signIn,
  sortedByName,
  startBatch,
  untilState,
} from './company.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';

/** Launch options without a window, because these tests do not need one. Electron always opens a window. */
export const windowlessInHost = { windowless: !inElectron };

const labels = ['Ahlström', 'Brandt'];
const documentsOf = (label: string, count: number) =>
  Array.from({ length: count }, (_, number) => [`${number + 1}.pdf`, pdf(`${label} ${number}`)] as const);

/** Signs in, and starts a batch for two beneficiaries, with `count` documents for each. */
export async function sendDocuments(paydesk: Paydesk, company: Company, count = 6): Promise<number> {
  await signIn(paydesk, company);
  for (const label of labels) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  }
  for (const label of labels) {
    await writeFiles(join(company.files, label), Object.fromEntries(documentsOf(label, count)));
  }
  const batchId = await chooseFolders(paydesk, ...labels.map((label) => join(company.files, label)));
  await assignByFolder(paydesk, batchId);
  await startBatch(paydesk, batchId);
  return batchId;
}

export function expectEachReceivedOnce(company: Company, count = 6): void {
  for (const label of labels) {
    const expected = documentsOf(label, count).map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }));
    expect(receivedDocuments(company, `R-${label}`)).toEqual(sortedByName(expected));
  }
}

/** Waits until `calls` requests have met the fault. */
export async function untilHanging(company: Company, fault: Fault['kind'], calls: number): Promise<void> {
  const countHanging = () => company.simulator.calls().filter((call) => call.fault === fault).length;
  await expect.poll(countHanging, { intervals: [10] }).toBe(calls);
}

/** Starts a batch of which three uploads succeed and the next eight hang. */
export async function sendUntilStuck(paydesk: Paydesk, company: Company): Promise<number> {
  company.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  return batchId;
}

/** Signs in again and waits until every document is attached exactly once. */
export async function expectBatchResumes(paydesk: Paydesk, company: Company, batchId: number): Promise<void> {
  await signIn(paydesk, company);
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
}
