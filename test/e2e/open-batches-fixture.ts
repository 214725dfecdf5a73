/** @file What the short and the long tests of open batches use. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files/files.ts';
import {
  assignByFolder,
  type Company,
  chooseFolders,
  countStates,
  signIn,
  startBatch,
  untilState,
} from './company.ts';
import { expect, type LaunchOptions, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';

const label = 'Ahlström';
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`${index + 1}.pdf`, pdf(`${label} ${index}`)]),
);

/** Signs in, and adds and assigns twelve files of one beneficiary. */
export async function prepareBatch(
  paydesk: Paydesk,
  company: Company,
): Promise<{ batchId: number; folder: string }> {
  await signIn(paydesk, company);
  await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  const folder = join(company.files, label);
  await writeFiles(folder, files);
  const batchId = await chooseFolders(paydesk, folder);
  await assignByFolder(paydesk, batchId);
  return { batchId, folder };
}

/** Stores eleven files, lets one fail because it changed, and restarts Paydesk. */
export async function restartWithProblem(
  paydesk: Paydesk,
  launch: (options?: Partial<LaunchOptions>) => Promise<Paydesk>,
  company: Company,
): Promise<{ restarted: Paydesk; batchId: number }> {
  const { batchId, folder } = await prepareBatch(paydesk, company);
  await appendFile(join(folder, '7.pdf'), '%');
  await startBatch(paydesk, batchId);
  await untilState(paydesk, batchId, 'done-with-problems');
  expect(await countStates(paydesk, batchId)).toEqual({ stored: 11, failed: 1 });
  expect(await paydesk.quit()).toBe(0);
  const restarted = await launch();
  await signIn(restarted, company);
  await openDocuments(restarted);
  return { restarted, batchId };
}

/** Opens the Documents screen, because Needs you is shown first after a sign-in. */
async function openDocuments(paydesk: Paydesk): Promise<void> {
  await navigationItem(paydesk, /^Documents/).click();
}

export const navigationItem = ({ page }: Paydesk, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name });

export const headingOf = ({ page }: Paydesk, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name });
