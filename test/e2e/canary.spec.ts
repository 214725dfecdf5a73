/**
 * @file Known secrets of two profiles on their whole way through the main job, with everything going wrong that can:
 * neither an API key nor a token nor the signature of a link is found anywhere but in the requests that need them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../../src/main/simulator/simulator.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { recordedIpc, recordIpc } from './launch/record-ipc.ts';
import {
  ask,
  attach,
  beneficiaryId,
  importBook,
  managed,
  pasteText,
  test,
  withProfiles,
} from './managed-company.ts';
import { type Secrets, secretsBelow, secretsIn } from './traces.ts';

/** With letters that look different in JSON, in a URL and in base64. */
const apiKey = 'canary/key+93ab"\\q=7%20ü~end-of-key';
const passphrase = 'canary/passphrase+51cd"\\w=8%20ö~end-of-passphrase';

test.use({ company: { credentials: { clientId: 'canary-client', apiKey } } });
test.skip(inElectron, 'Only the host lets a test hear what goes to the page');

const linksSchema = z.object({ items: z.array(z.object({ link: z.url() })) });
const tokenSchema = z.object({ accessToken: z.string() });

/** Notes tokens and signatures in `secrets` as the simulator gives them out; the answers pass unchanged. */
function watch(
  simulator: Simulator,
  secrets: Record<string, string>,
  whose = '',
): { readonly spoilUploads: (links: number) => void } {
  const { apiKey: key } = simulator.credentials;
  secrets[`API key${whose}`] = key;
  let toSpoil = 0;
  const note = (name: string, secret: string) => {
    secrets[`${name}${whose} ${Object.keys(secrets).length}`] = secret;
  };
  simulator.faults.set(
    'login',
    // A service that is careless enough to repeat what it was sent.
    { kind: 'status', status: 401, times: 1, body: JSON.stringify({ message: `Not right: ${key}` }) },
    {
      kind: 'rewrite',
      change: (answer) => {
        note('token', tokenSchema.parse(answer).accessToken);
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
          note('signature', signature);
          if (toSpoil > 0) refuseNaming(simulator, link, signature);
          toSpoil -= 1;
        }
        return answer;
      },
    },
  );
  return {
    spoilUploads: (links) => {
      toSpoil = links;
    },
  };
}

/** Storage services tell in their refusals which link and which signature they refused. */
function refuseNaming(simulator: Simulator, link: string, signature: string): void {
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

async function signInByHand(paydesk: Paydesk, key: string): Promise<void> {
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

const south = 'South Ltd';
const southKey = 'canary/south+27fe"\\s=3%20é~end-of-south-key';

/** Switches to a profile by its menu. */
async function switchTo({ page }: Paydesk, name: string): Promise<void> {
  await page.locator('.topbar .profile').click();
  await page.getByRole('menuitem', { name: new RegExp(name) }).click();
}

/** A second profile at work beside the first: both signed in, each with documents, switched between. */
async function workForSecond(paydesk: Paydesk, simulator: Simulator, dataFolder: string): Promise<void> {
  const { page } = paydesk;
  await switchTo(paydesk, south);
  await expect(page.getByText(/^You stay signed in to/)).toBeVisible();
  await signInByHand(paydesk, southKey);
  await expect(page.locator('.topbar .profile')).toContainText(south);
  await importBook(paydesk, dataFolder, { Souza: 'rcp_9d0e4b77' });
  await attach(paydesk, dataFolder, 'Souza', ['six.pdf', 'seven.pdf']);
  simulator.revokeTokens();
  await attach(paydesk, dataFolder, 'Souza', ['eight.pdf']);
  await ask(paydesk, 'session.checkHosts', { profileId: 'south' });
}

/** The main job, and every kind of trouble on its way. */
async function work(
  paydesk: Paydesk,
  simulator: Simulator,
  dataFolder: string,
  secrets: Secrets,
): Promise<void> {
  await importBook(paydesk, dataFolder, { Ahlström: 'rcp_c1180f3a', Kwiatkowski: 'rcp_5b02e9d1' });
  const first = await attach(paydesk, dataFolder, 'Ahlström', ['one.pdf', 'two.pdf', 'three.pdf']);
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
  const [outcome] = await ask(paydesk, 'beneficiaries.unknownOutcomes', {});
  if (outcome === undefined) throw new Error('No outcome is unknown');
  await ask(paydesk, 'beneficiaries.settle', {
    decision: 'is-there',
    attachId: outcome.attachId,
    recipientId: null,
  });
  await ask(paydesk, 'session.checkHosts', { profileId: 'test-profile' });
  await ask(paydesk, 'beneficiaries.get', { id: await beneficiaryId(paydesk, 'Kwiatkowski') });
  await paydesk.answerDialogs({ save: join(dirname(dataFolder), 'batch.csv') });
  await ask(paydesk, 'documents.export', { batchId: first });
}

/** A recovery file on the screen, with a passphrase that fits nothing. */
async function tryRecovery(paydesk: Paydesk, dataFolder: string): Promise<void> {
  const { page } = paydesk;
  const file = join(dirname(dataFolder), 'no.paydesk-recovery');
  await writeFile(file, '{"format":"paydesk-library-recovery"}');
  await paydesk.answerDialogs({ open: [file], save: file });
  await paydesk.call('recovery.save', { passphrase });
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

/** The activity as a clerk can see it: the whole list, and the export. */
async function activityOf(paydesk: Paydesk, dataFolder: string): Promise<string> {
  const filter = { kind: null, outcome: null, text: '' };
  const { rows, total } = await ask(paydesk, 'activity.list', { offset: 0, limit: 200, filter });
  expect(rows).toHaveLength(total);
  const file = join(dirname(dataFolder), 'activity.csv');
  await paydesk.answerDialogs({ save: file });
  await ask(paydesk, 'activity.export', { filter });
  return JSON.stringify(rows) + (await readFile(file, 'utf8'));
}

test('no secret of two profiles that are signed in at once is anywhere but in the requests that need it', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const second = await startSimulator({
    companyId: 'company-south',
    credentials: { clientId: 'canary-south', apiKey: southKey },
  });
  const profiles = [managed(simulator, { name: 'North Ltd' }), managed(second, { id: 'south', name: south })];
  const paydesk = await launch(await withProfiles(dataFolder, profiles));
  await paydesk.evaluate(recordIpc, null);
  const secrets: Record<string, string> = { passphrase };
  const { spoilUploads } = watch(simulator, secrets);
  watch(second, secrets, ' of the second');
  await paydesk.page.getByRole('row', { name: /^North Ltd/ }).click();
  await signInByHand(paydesk, apiKey);
  spoilUploads(2);
  await work(paydesk, simulator, dataFolder, secrets);
  await workForSecond(paydesk, second, dataFolder);
  await switchTo(paydesk, 'North Ltd');
  await expect(paydesk.page.locator('.topbar .profile')).toContainText('North Ltd');
  await attach(paydesk, dataFolder, 'Kwiatkowski', ['nine.pdf']);
  await tryRecovery(paydesk, dataFolder);
  const kinds = (kind: string) => Object.keys(secrets).filter((name) => name.startsWith(kind)).length;
  expect(kinds('API key')).toBe(2);
  expect(kinds('token')).toBeGreaterThan(3);
  expect(kinds('token of the second')).toBeGreaterThan(1);
  expect(kinds('signature')).toBeGreaterThan(8);
  expect(kinds('signature of the second')).toBeGreaterThan(2);
  expect(second.violations()).toEqual([]);
  const faults = new Set(simulator.calls().map(({ fault }) => fault));
  expect([...faults]).toEqual(expect.arrayContaining(['status', 'reset', 'effect-then-reset']));

  const activity = await activityOf(paydesk, dataFolder);
  expect(activity).toContain('Uploaded a file');
  expect(secretsIn(activity, secrets)).toEqual([]);
  const heard = z.array(z.string()).parse(await paydesk.evaluate(recordedIpc, null));
  expect(heard.join()).toContain('rcp_c1180f3a');
  expect(heard.filter((message) => secretsIn(message, secrets).length > 0)).toEqual([]);
  expect(secretsIn(await paydesk.page.content(), secrets)).toEqual([]);
  expect(secretsIn(JSON.stringify(await paydesk.host?.records()), secrets)).toEqual([]);
  expect(await secretsBelow(dirname(dataFolder), secrets)).toEqual([]);
  await paydesk.quit();
  expect(await secretsBelow(dirname(dataFolder), secrets)).toEqual([]);
  expect(secretsIn(paydesk.output(), secrets)).toEqual([]);
  await second.close();
});
