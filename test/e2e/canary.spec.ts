/**
 * @file Secrets do not leak during the main job of two profiles, with every kind of failure: API keys, tokens and signatures
 * of links appear only in the requests that need them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../practice/simulator.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { recordedIpc, recordIpc } from './launch/record-ipc.ts';
import {
  attach,
  beneficiaryId,
  importBeneficiaries,
  managedProfile,
  pasteText,
  test,
  writeManagedProfiles,
} from './managed-company.ts';
import { type Secrets, secretsIn, secretsOfProgram } from './traces.ts';

/** The secrets contain characters that JSON, URLs and base64 encode differently. */
const apiKey = 'canary/key+93ab"\\q=7%20ü~end-of-key';
const passphrase = 'canary/passphrase+51cd"\\w=8%20ö~end-of-passphrase';

test.use({ sharesBrowser: false, company: { credentials: { clientId: 'canary-client', apiKey } } });
test.skip(inElectron, 'Only the host can record the messages to the page');

const linksSchema = z.object({ items: z.array(z.object({ link: z.url() })) });
const tokenSchema = z.object({ accessToken: z.string() });

/** Records tokens and signatures in `secrets` as the simulator issues them; its responses stay unchanged. */
function recordSecrets(
  simulator: Simulator,
  secrets: Record<string, string>,
  suffix = '',
): { readonly refuseUploads: (links: number) => void } {
  const { apiKey: key } = simulator.credentials;
  secrets[`API key${suffix}`] = key;
  let linksToRefuse = 0;
  const recordSecret = (name: string, secret: string) => {
    secrets[`${name}${suffix} ${Object.keys(secrets).length}`] = secret;
  };
  simulator.faults.set(
    'login',
    // Simulates a careless service, whose response repeats the key.
    { kind: 'status', status: 401, times: 1, body: JSON.stringify({ message: `Not right: ${key}` }) },
    {
      kind: 'rewrite',
      change: (answer) => {
        recordSecret('token', tokenSchema.parse(answer).accessToken);
        return answer;
      },
    },
  );
  simulator.faults.set(
    'uploadDocuments',
    { kind: 'status', status: 500, times: 1 },
    {
      kind: 'rewrite',
      change: (answer) => {
        for (const { link } of linksSchema.parse(answer).items) {
          const signature = new URL(link).searchParams.get('X-Amz-Signature') ?? '';
          recordSecret('signature', signature);
          if (linksToRefuse > 0) refuseWithSignature(simulator, link, signature);
          linksToRefuse -= 1;
        }
        return answer;
      },
    },
  );
  return {
    refuseUploads: (links) => {
      linksToRefuse = links;
    },
  };
}

/** Refuses the next upload as storage services do, with the link and its signature in the response; the two after it fail. */
function refuseWithSignature(simulator: Simulator, link: string, signature: string): void {
  simulator.faults.set(
    'upload',
    {
      kind: 'status',
      status: 403,
      times: 1,
      headers: { 'content-type': 'application/xml', location: link },
      body: `<Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>${signature}</SignatureProvided><Resource>${link.replaceAll('&', '&amp;')}</Resource></Error>`,
    },
    { kind: 'reset', at: 'body', times: 1 },
    { kind: 'status', status: 500, times: 1 },
  );
}

async function signInOnScreen(paydesk: Paydesk, key: string): Promise<void> {
  const { page } = paydesk;
  const field = page.getByLabel('API key', { exact: true });
  await field.focus();
  await pasteText(page, key);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The API key was refused')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

const southName = 'South Ltd';
const southKey = 'canary/south+27fe"\\s=3%20é~end-of-south-key';

/** Switches to a profile in the profile menu. */
async function switchProfile({ page }: Paydesk, name: string): Promise<void> {
  await page.locator('[data-part="profile-menu"]').click();
  await page.getByRole('menuitem', { name: new RegExp(name) }).click();
}

/** Switches to the South profile while the North profile stays signed in, and attaches documents. */
async function workInSouthProfile(paydesk: Paydesk, simulator: Simulator, dataFolder: string): Promise<void> {
  const { page } = paydesk;
  await switchProfile(paydesk, southName);
  await expect(page.getByText(/^You stay signed in to/)).toBeVisible();
  await signInOnScreen(paydesk, southKey);
  await expect(page.locator('[data-part="profile-menu"]')).toContainText(southName);
  await importBeneficiaries(paydesk, dataFolder, { Souza: 'rcp_9d0e4b77' });
  await attach(paydesk, dataFolder, 'Souza', ['six.pdf', 'seven.pdf']);
  simulator.revokeTokens();
  await attach(paydesk, dataFolder, 'Souza', ['eight.pdf']);
  await callCommand(paydesk, 'session.profile', { action: 'checkHosts', profileId: 'south' });
}

/** Does the main job, with every kind of failure. */
async function workWithFailures(
  paydesk: Paydesk,
  simulator: Simulator,
  dataFolder: string,
  secrets: Secrets,
): Promise<void> {
  await importBeneficiaries(paydesk, dataFolder, { Ahlström: 'rcp_c1180f3a', Kwiatkowski: 'rcp_5b02e9d1' });
  const firstBatchId = await attach(paydesk, dataFolder, 'Ahlström', ['one.pdf', 'two.pdf', 'three.pdf']);
  simulator.revokeTokens();
  simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
  await attach(paydesk, dataFolder, 'Kwiatkowski', ['four.pdf']);
  const token = Object.entries(secrets).find(([name]) => name.startsWith('token'))?.[1] ?? '';
  simulator.faults.set('updateRecipient', {
    kind: 'status',
    status: 400,
    times: 1,
    body: JSON.stringify({ message: `Refused: ${token}`, requestId: 'r-1' }),
  });
  await attach(paydesk, dataFolder, 'Ahlström', ['five.pdf']);
  const [outcome] = await callCommand(paydesk, 'beneficiaries.unknownOutcomes', {});
  if (outcome === undefined) throw new Error('No outcome is unknown');
  await callCommand(paydesk, 'beneficiaries.settle', {
    decision: 'is-there',
    attachId: outcome.attachId,
    recipientId: null,
  });
  await callCommand(paydesk, 'session.profile', { action: 'checkHosts', profileId: 'test-profile' });
  await callCommand(paydesk, 'beneficiaries.get', { id: await beneficiaryId(paydesk, 'Kwiatkowski') });
  await paydesk.answerDialogs({ save: join(dirname(dataFolder), 'batch.csv') });
  await callCommand(paydesk, 'documents.export', { batchId: firstBatchId });
}

/** Tries to restore from an incomplete recovery file. */
async function tryIncompleteRecoveryFile(paydesk: Paydesk, dataFolder: string): Promise<void> {
  const { page } = paydesk;
  const file = join(dirname(dataFolder), 'no.paydesk-recovery');
  await writeFile(file, '{"format":"paydesk-library-recovery"}');
  await paydesk.answerDialogs({ open: [file], save: file });
  await paydesk.call('recovery.file', { action: 'save', passphrase });
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  await page.getByRole('button', { name: 'Restore from a recovery file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the library key' });
  await expect(dialog).toContainText('no.paydesk-recovery');
  await dialog.getByLabel('Passphrase').focus();
  await pasteText(page, passphrase);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Not a complete recovery file');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
}

/** The text of the whole activity list and of its export. */
async function activityOf(paydesk: Paydesk, dataFolder: string): Promise<string> {
  const filter = { kind: null, outcome: null, text: '' };
  const { rows, total } = await callCommand(paydesk, 'activity.list', { offset: 0, limit: 200, filter });
  expect(rows).toHaveLength(total);
  const file = join(dirname(dataFolder), 'activity.csv');
  await paydesk.answerDialogs({ save: file });
  await callCommand(paydesk, 'activity.export', { filter });
  return JSON.stringify(rows) + (await readFile(file, 'utf8'));
}

test('secrets of two profiles that are signed in at once appear only in the requests that need them', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const southSimulator = await startSimulator({
    companyId: 'company-south',
    credentials: { clientId: 'canary-south', apiKey: southKey },
  });
  const profiles = [
    managedProfile(simulator, { name: 'North Ltd' }),
    managedProfile(southSimulator, { id: 'south', name: southName }),
  ];
  const paydesk = await launch(await writeManagedProfiles(dataFolder, profiles));
  await paydesk.evaluate(recordIpc, null);
  const secrets: Record<string, string> = { passphrase };
  const { refuseUploads } = recordSecrets(simulator, secrets);
  recordSecrets(southSimulator, secrets, ' of the second');
  await paydesk.page.getByRole('row', { name: /^North Ltd/ }).click();
  await signInOnScreen(paydesk, apiKey);
  refuseUploads(2);
  await workWithFailures(paydesk, simulator, dataFolder, secrets);
  await workInSouthProfile(paydesk, southSimulator, dataFolder);
  await switchProfile(paydesk, 'North Ltd');
  await expect(paydesk.page.locator('[data-part="profile-menu"]')).toContainText('North Ltd');
  await attach(paydesk, dataFolder, 'Kwiatkowski', ['nine.pdf']);
  await tryIncompleteRecoveryFile(paydesk, dataFolder);
  const countSecrets = (kind: string) => Object.keys(secrets).filter((name) => name.startsWith(kind)).length;
  expect(countSecrets('API key')).toBe(2);
  expect(countSecrets('token')).toBeGreaterThan(3);
  expect(countSecrets('token of the second')).toBeGreaterThan(1);
  expect(countSecrets('signature')).toBeGreaterThan(8);
  expect(countSecrets('signature of the second')).toBeGreaterThan(2);
  expect(southSimulator.violations()).toEqual([]);
  const faults = new Set(simulator.calls().map(({ fault }) => fault));
  expect([...faults]).toEqual(expect.arrayContaining(['status', 'reset', 'effect-then-reset']));

  const activity = await activityOf(paydesk, dataFolder);
  expect(activity).toContain('Uploaded a file');
  expect(secretsIn(activity, secrets)).toEqual([]);
  const messages = z.array(z.string()).parse(await paydesk.evaluate(recordedIpc, null));
  expect(messages.join()).toContain('rcp_c1180f3a');
  expect(messages.filter((message) => secretsIn(message, secrets).length > 0)).toEqual([]);
  expect(secretsIn(await paydesk.page.content(), secrets)).toEqual([]);
  expect(secretsIn(JSON.stringify(await paydesk.host?.records()), secrets)).toEqual([]);
  expect(await secretsOfProgram(dirname(dataFolder), secrets)).toEqual([]);
  await paydesk.quit();
  expect(await secretsOfProgram(dirname(dataFolder), secrets)).toEqual([]);
  expect(secretsIn(paydesk.output(), secrets)).toEqual([]);
  await southSimulator.close();
});
