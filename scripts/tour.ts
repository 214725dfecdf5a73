/**
 * @file The main job from end to end, on a practice company of its own: takes the samples and some bad files in, assigns
 * them by folder, sends them, and compares what arrived with what lies on the disk. Ends with 1 when anything differs.
 *
 * Usage: node scripts/tour.ts [--built]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Simulator, startSimulator } from '../src/main/simulator/simulator.ts';
import type { DocumentRow } from '../src/shared/contract/documents.ts';
import { type Calls, callsOf, pollUntil } from '../test/e2e/launch/calls.ts';
import { launchInHost } from '../test/e2e/launch/in-host.ts';
import type { Paydesk } from '../test/e2e/launch/paydesk.ts';
import { untilStill } from '../test/e2e/launch/still.ts';
import { profileOf } from '../test/fakes/test-app.ts';
import { findChromium } from '../test/host/chromium.ts';
import { buildBundles } from './tools.ts';
import { accountOf, tableOf } from './tour/account.ts';
import {
  addressBook,
  expectedOfSamples,
  samples,
  specialFolders,
  writeSpecialFiles,
} from './tour/expected-documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'test-results', 'tour');
const allDocuments = { filter: { group: null, text: '' }, sort: { by: 'name', descending: false } } as const;

/** Pictures of what the window shows, in both looks. */
async function picture(paydesk: Paydesk, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await paydesk.evaluate(({ nativeTheme }, wanted) => {
      nativeTheme.themeSource = wanted;
    }, theme);
    await untilStill(paydesk.page);
    await paydesk.screenshot(join(pictures, `${name}.${theme}.png`));
  }
}

async function rowsOf(call: Calls, batchId: number): Promise<DocumentRow[]> {
  const page = await call('documents.list', { batchId, ...allDocuments, offset: 0, limit: 200 });
  return page.rows;
}

/** Does what a clerk does; gives what became of every document. */
async function work(
  paydesk: Paydesk,
  simulator: Simulator,
  dropped: readonly string[],
): Promise<DocumentRow[]> {
  const call = callsOf(paydesk);
  const show = async (name: string) => (windowless ? undefined : picture(paydesk, name));
  const stateOf = async (batchId: number) => {
    const { rows } = await call('documents.earlier', { offset: 0, limit: 10 });
    return rows.find(({ id }) => id === batchId)?.state ?? 'draft';
  };
  const { apiKey } = simulator.credentials;
  await show('1-sign-in');
  await call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  await paydesk.answerDialogs({ open: [addressBook] });
  const imported = await call('beneficiaries.import', {});
  console.log(`Address book: ${imported?.added ?? 0} beneficiaries.`);
  await show('2-empty');

  await paydesk.answerDialogs({ open: dropped });
  const { batchId } = await call('documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('Nothing was taken in');
  await pollUntil(
    async () => ({ state: await stateOf(batchId), review: await call('documents.review', { batchId }) }),
    ({ state, review }) => state === 'draft' && review.checking === 0 && review.dropped > 0,
  );
  await show('3-checked');
  const folders = await call('documents.folders', { batchId });
  const matched = folders.flatMap(({ folder, match }) =>
    match === null ? [] : [{ folder, beneficiaryId: match.id }],
  );
  await call('documents.assignFolders', { batchId, folders: matched });
  const { toAttach, beneficiaries } = await call('documents.review', { batchId });
  console.log(`Review: ${toAttach} documents to ${beneficiaries} beneficiaries.`);
  await show('4-assigned');

  await call('documents.start', { batchId, documents: toAttach, beneficiaries });
  await pollUntil(
    () => stateOf(batchId),
    (state) => state === 'done' || state === 'done-with-problems',
  );
  await show('5-done');
  return rowsOf(call, batchId);
}

if (!process.argv.includes('--built') && !buildBundles()) process.exit(1);
const windowless = findChromium() === null;
await rm(pictures, { recursive: true, force: true });
await mkdir(pictures, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'paydesk-tour-'));
const simulator = await startSimulator({ keepBytes: true });
const profiles = join(folder, 'profiles.json');
await writeFile(
  profiles,
  JSON.stringify({ version: 1, practiceCompany: 'off', profiles: [profileOf(simulator)] }),
);
const special = join(folder, 'drop');
const expectations = [...(await expectedOfSamples()), ...(await writeSpecialFiles(special))];
const paydesk = await launchInHost({
  userDataDir: join(folder, 'data'),
  profiles,
  args: ['--allow-http-loopback'],
  windowless,
});
try {
  const lines = accountOf(
    expectations,
    await work(paydesk, simulator, [samples, ...specialFolders(special)]),
    simulator,
  );
  console.log(`\n${tableOf(lines)}\n`);
  const broken = simulator.violations().map(({ route, rule, detail }) => `${route}: ${rule}: ${detail}`);
  const complaints = [...broken, ...paydesk.blockedRequests(), ...paydesk.consoleErrors()];
  const different = lines.filter(({ differences }) => differences.length > 0).length;
  const arrived = lines.filter(({ sent, received }) => sent !== '' && sent === received).length;
  for (const complaint of complaints) console.log(`!! ${complaint}`);
  console.log(
    `${arrived} documents arrived byte for byte, ${different} lines differ, ${broken.length} rules of the service were broken.`,
  );
  console.log(windowless ? 'There is no Chromium here, so there are no pictures.' : `Pictures: ${pictures}`);
  process.exitCode = different === 0 && complaints.length === 0 ? 0 : 1;
} finally {
  await paydesk.close();
  await simulator.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
