/**
 * @file Performs the main job from end to end, on a separate practice company: adds the samples and some invalid files,
 * assigns the files by folder, sends them, and compares the received files with the files on disk. Exits with 1 when a
 * result differs.
 *
 * Usage: node scripts/tour.ts [--built]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { DocumentRow } from '../src/shared/contract/documents.ts';
import type { CallCommand } from '../src/shared/contract/index.ts';
import { callsOf, pollUntil } from '../test/e2e/launch/calls.ts';
import { launchInHost } from '../test/e2e/launch/in-host.ts';
import type { Paydesk } from '../test/e2e/launch/paydesk.ts';
import { untilStill } from '../test/e2e/launch/until-still.ts';
import { profileOf } from '../test/fakes/test-app.ts';
import { findChromium } from '../test/host/chromium.ts';
import { type Simulator, startSimulator } from '../test/practice/simulator.ts';
import { buildBundles } from './tools.ts';
import { createAccount, tableOf } from './tour/account.ts';
import {
  addressBook,
  expectedOfSamples,
  samples,
  specialFolders,
  writeSpecialFiles,
} from './tour/expected-documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const screenshotFolder = join(root, 'test-results', 'tour');
const allDocuments = { filter: { group: null, text: '' }, sort: { by: 'name', descending: false } } as const;

/** Saves screenshots of the window in light and dark. */
async function takeScreenshots(paydesk: Paydesk, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await paydesk.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await untilStill(paydesk.page);
    await paydesk.screenshot(join(screenshotFolder, `${name}.${theme}.png`));
  }
}

async function listDocuments(call: CallCommand, batchId: number): Promise<DocumentRow[]> {
  const page = await call('documents.list', { batchId, ...allDocuments, offset: 0, limit: 200 });
  return page.rows;
}

/** Performs the clerk's steps; returns the final state of every document. */
async function performClerkSteps(
  paydesk: Paydesk,
  simulator: Simulator,
  dropped: readonly string[],
): Promise<DocumentRow[]> {
  const call = callsOf(paydesk);
  const takeScreenshotsUnlessWindowless = async (name: string) =>
    isWindowless ? undefined : takeScreenshots(paydesk, name);
  const stateOf = async (batchId: number) => {
    const { rows } = await call('documents.earlier', { offset: 0, limit: 10 });
    return rows.find(({ id }) => id === batchId)?.state ?? 'draft';
  };
  const { apiKey } = simulator.credentials;
  await takeScreenshotsUnlessWindowless('1-sign-in');
  await call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  await paydesk.answerDialogs({ open: [addressBook] });
  const imported = await call('beneficiaries.import', { action: 'run' });
  console.log(`Address book: ${imported?.added ?? 0} beneficiaries.`);
  await takeScreenshotsUnlessWindowless('2-empty');

  await paydesk.answerDialogs({ open: dropped });
  const { batchId } = await call('documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('No files were added');
  await pollUntil(
    async () => ({
      state: await stateOf(batchId),
      review: await call('documents.review', { action: 'numbers', batchId }),
    }),
    ({ state, review }) => state === 'draft' && review.checking === 0 && review.dropped > 0,
  );
  await takeScreenshotsUnlessWindowless('3-checked');
  const folders = await call('documents.folders', { action: 'list', batchId });
  const matchedFolders = folders.flatMap(({ folder, match }) =>
    match === null ? [] : [{ folder, beneficiaryId: match.id }],
  );
  await call('documents.folders', { action: 'assign', batchId, folders: matchedFolders });
  const { toAttach, beneficiaries } = await call('documents.review', { action: 'numbers', batchId });
  console.log(`Review: ${toAttach} documents to ${beneficiaries} beneficiaries.`);
  await takeScreenshotsUnlessWindowless('4-assigned');

  await call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
  await pollUntil(
    () => stateOf(batchId),
    (state) => state === 'done' || state === 'done-with-problems',
  );
  await takeScreenshotsUnlessWindowless('5-done');
  return listDocuments(call, batchId);
}

if (!process.argv.includes('--built') && !buildBundles('program', 'host')) process.exit(1);
const isWindowless = findChromium() === null;
await rm(screenshotFolder, { recursive: true, force: true });
await mkdir(screenshotFolder, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'paydesk-tour-'));
const simulator = await startSimulator({ keepBytes: true });
const profiles = join(folder, 'profiles.json');
await writeFile(
  profiles,
  JSON.stringify({ version: 1, practiceCompany: 'off', profiles: [profileOf(simulator)] }),
);
const specialFolder = join(folder, 'drop');
const expectations = [...(await expectedOfSamples()), ...(await writeSpecialFiles(specialFolder))];
const paydesk = await launchInHost({
  userDataDir: join(folder, 'data'),
  profiles,
  args: ['--allow-http-loopback'],
  windowless: isWindowless,
});
try {
  const lines = createAccount(
    expectations,
    await performClerkSteps(paydesk, simulator, [samples, ...specialFolders(specialFolder)]),
    simulator,
  );
  console.log(`\n${tableOf(lines)}\n`);
  const violations = simulator.violations().map(({ route, rule, detail }) => `${route}: ${rule}: ${detail}`);
  const problems = [...violations, ...paydesk.blockedRequests(), ...paydesk.consoleErrors()];
  const differingLines = lines.filter(({ differences }) => differences.length > 0).length;
  const arrivedDocuments = lines.filter(({ sent, received }) => sent !== '' && sent === received).length;
  for (const problem of problems) console.log(`!! ${problem}`);
  console.log(
    `${arrivedDocuments} documents arrived byte for byte, ${differingLines} lines differ, ${violations.length} rules of the service were broken.`,
  );
  console.log(
    isWindowless ? 'There is no Chromium here, so there are no pictures.' : `Pictures: ${screenshotFolder}`,
  );
  process.exitCode = differingLines === 0 && problems.length === 0 ? 0 : 1;
} finally {
  await paydesk.close();
  await simulator.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
