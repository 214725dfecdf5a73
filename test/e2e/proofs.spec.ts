/**
 * @file Proofs of payment through the window: each kind as what it is, also after a restart without a service; samples
 * that try to run or load something; pictures of all of it.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { pdfWith, streamOf } from '../fakes/active-pdf.ts';
import { encryptedPdf } from '../fakes/encrypted-pdf.ts';
import { pdf, svg } from '../fakes/files.ts';
import { keyringMissing } from '../fakes/keyring.ts';
import { chinese, pictures, scannedPdf } from '../fakes/scanned-pdf.ts';
import type { ElectronFunction } from '../host/client.ts';
import { type Company, closeCompany, openCompany, signIn } from './company.ts';
import { expect, type Paydesk, test } from './fixture.ts';
import { layoutJourney } from './layout/journey.ts';
import { photograph } from './photograph.ts';
import { faultsOf, goToProofs, paste, show } from './proofs-screen.ts';

test.setTimeout(300_000);

/** What the viewer shows for each kind. */
const seen: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  pdf: (page) => expect(page.getByRole('region', { name: 'Page 1' })).toContainText('PROOF OF PAYMENT'),
  png: async (page) => {
    const image = page.getByRole('img', { name: /^Image of the proof/ });
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  },
  mt103: async (page) => {
    await page.getByRole('button', { name: /^59 Beneficiary/ }).click();
    await expect(page.getByRole('region', { name: 'Raw text' }).locator('li.on').first()).toContainText(
      ':59:',
    );
    await expect(page.getByText(/as stated in 32A$/)).toBeVisible();
  },
  pacs008: (page) => expect(page.getByRole('region', { name: 'Key facts' })).toContainText('End-to-end ID'),
  json: (page) => expect(page.getByRole('region', { name: 'Structure' }).first()).toContainText('creditor'),
  text: (page) => expect(page.getByRole('region', { name: 'Raw text' })).toContainText('PROOF OF PAYMENT'),
  url: (page) =>
    expect(page.getByRole('button', { name: 'Open proofs.practice.example in browser…' })).toBeVisible(),
};

async function launched(
  launch: (options: object) => Promise<Paydesk>,
  company: Company,
  more: object = {},
): Promise<Paydesk> {
  return launch({
    profiles: company.profiles,
    args: ['--allow-http-loopback'],
    keyring: keyringMissing() === null,
    ...more,
  });
}

test('each kind of proof is shown, saved, and shown offline after a restart', async ({
  launch,
  dataFolder,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library lasts for the session only');
  const company = await openCompany();
  const examples = company.simulator.exampleOfEachKind();
  const first = await launched(launch, company);
  const { apiKey } = company.simulator.credentials;
  await first.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'keychain' });
  await goToProofs(first.page);
  await paste(first.page, [...Object.values(examples), 'PX2610150OO12']);
  for (const [kind, reference] of Object.entries(examples)) {
    await show(first.page, reference);
    await seen[kind]?.(first.page);
  }
  await show(first.page, 'PX2610150OO12');
  await expect(first.page.getByText('No proof for this reference')).toBeVisible();

  await show(first.page, examples.mt103);
  const file = join(dataFolder, '..', 'original.txt');
  await first.answerDialogs({ save: file });
  await first.page.getByRole('button', { name: 'More', exact: true }).click();
  await first.page.getByRole('menuitem', { name: /^Save original/ }).click();
  await expect(first.page.getByText('Saved original.txt')).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain(`:20:${examples.mt103}\r\n`);
  await first.quit();
  await company.simulator.close();

  const second = await launched(launch, company);
  await goToProofs(second.page);
  for (const [kind, reference] of Object.entries(examples)) {
    await show(second.page, reference);
    await seen[kind]?.(second.page);
  }
  await second.page.getByRole('searchbox', { name: 'Search proofs' }).fill('no money was moved');
  await expect(second.page.getByRole('grid', { name: 'References' }).getByText(examples.pdf)).toBeVisible();
  await expect(second.page.getByRole('grid', { name: 'References' }).getByText(examples.json)).toBeHidden();
  await closeCompany(company);
});

const script = 'window.hacked = true; fetch("https://evil.example/beacon")';
const scriptedPdf = [
  '%PDF-1.7',
  '1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/AA<</O<</S/URI/URI(https://evil.example/pdf)>>>>>>endobj',
  'trailer<</Root 1 0 R>>',
].join('\n');

/** Samples that each try to run code or to reach a host. */
const hostile: Readonly<Record<string, { pop: unknown; type: string }>> = {
  'svg-script': {
    pop: `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" onload="${script.replaceAll('"', "'")}"><script>${script}</script><image href="https://evil.example/a.png" width="9" height="9"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example/b.png"/></body></foreignObject><style>@import "https://evil.example/c.css";</style></svg>`,
    type: 'IMAGE',
  },
  'html-page': {
    pop: `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=https://evil.example/"></head><body onload="${script.replaceAll('"', "'")}"><script>${script}</script><img src="https://evil.example/d.png"><iframe src="https://evil.example/e"></iframe></body></html>`,
    type: '<img src=x onerror=alert(1)>',
  },
  'pdf-script': { pop: Buffer.from(scriptedPdf).toString('base64'), type: 'PDF' },
  'pdf-broken': { pop: Buffer.from('%PDF-1.7\n1 0 obj\n<<').toString('base64'), type: 'PDF' },
  'xml-bomb': {
    pop: '<!DOCTYPE a [<!ENTITY x SYSTEM "https://evil.example/x"><!ENTITY y "&x;&x;">]><a>&y;</a>',
    type: 'ISO20022',
  },
  'json-page': { pop: { __proto__: null, html: `<script>${script}</script>` }, type: 'JSON' },
  'data-page': { pop: `data:text/html,<script>${encodeURIComponent(script)}</script>`, type: 'X' },
  'script-link': { pop: 'javascript:alert(1)', type: 'WIRE' },
};

/** A payment whose IBAN, BIC and UETR are mistyped. */
const mistyped = {
  uetr: '7a562c67-ca16-18ba-b074-65581be6f001',
  instructedAmount: { amount: '48250.00', currency: 'EUR' },
  debtorName: 'Nordwind GmbH',
  debtorAccount: { iban: 'DE88370400440532013000' },
  debtorAgent: { bic: 'DEUT' },
  creditorName: 'Škoda Lisovna',
  creditorAccount: { iban: 'CZ6508000000192000145399' },
};

test('a stored proof that could not be fetched again is shown with the reason', async ({ launch }) => {
  const company = await openCompany();
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await paste(page, [text, 'NOBODY']);
  await expect(page.getByRole('button', { name: 'Save 1 proof…' })).toBeVisible();
  await show(page, text);
  company.simulator.faults.set('proof', { kind: 'status', status: 200, body: 'not json at all' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  const viewer = page.getByRole('article', { name: `Proof ${text}`, exact: true });
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Raw text' })).toContainText('PROOF OF PAYMENT');
  company.simulator.faults.clear();
  await viewer.getByRole('button', { name: 'Fetch again' }).click();
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeHidden();
  await closeCompany(company);
});

test('JPEG 2000 and CCITT scans, and Chinese text without an embedded font, are rendered with shipped assets', async ({
  launch,
}) => {
  const company = await openCompany();
  for (const fault of faultsOf({ scan: { pop: scannedPdf().toString('base64'), type: 'PDF' } }))
    company.simulator.faults.set('proof', fault);
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['scan']);
  await show(page, 'scan');
  const sheet = page.getByRole('region', { name: 'Page 1' });
  await expect(sheet).toContainText(chinese);
  const colour = ([left, top]: readonly [number, number]) =>
    sheet.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const place = [Math.round(canvas.width * x), Math.round(canvas.height * y)] as const;
        return [...(canvas.getContext('2d')?.getImageData(...place, 1, 1).data ?? [])];
      },
      [left, top] as const,
    );
  await expect.poll(() => colour(pictures.jpeg2000)).toEqual([255, 0, 0, 255]);
  await expect.poll(() => colour(pictures.facsimile)).toEqual([0, 0, 0, 255]);
  // The viewer's worker has got the parts itself, by the way that it has for https: as well.
  const ofThePage = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/pdf/')),
  );
  expect(ofThePage).toEqual([]);
  await closeCompany(company);
});

/** Keeps the save dialog open. */
const leaveOpen: ElectronFunction<null, void> = ({ dialog }) => {
  dialog.showSaveDialog = () =>
    new Promise((resolve) => {
      Reflect.set(globalThis, 'closeDialog', () => resolve({ canceled: true, filePath: '' }));
    });
};

const closeOpened: ElectronFunction<null, void> = () => {
  const close: unknown = Reflect.get(globalThis, 'closeDialog');
  if (typeof close === 'function') Reflect.apply(close, undefined, []);
};

test('a fetch can be cancelled while proofs are saved, and disabled actions say why', async ({ launch }) => {
  const company = await openCompany();
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await goToProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await paste(page, [text]);
  await show(page, text);
  company.simulator.faults.set('proof', { kind: 'hang' });
  await button('More').click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  await expect(button('Cancel')).toBeVisible();

  await paydesk.evaluate(leaveOpen, null);
  await button('Save 1 proof…').click();
  await page.getByRole('menuitem', { name: 'As one ZIP file' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saving proofs…' })).toBeVisible();
  await expect(button('Save…')).toBeDisabled();
  await expect(button('Save…')).toHaveAccessibleDescription('Saving proofs…');
  await button('More').click();
  const again = page.getByRole('menuitem', { name: /^Fetch again/ });
  await expect(again).toBeDisabled();
  await expect(again).toContainText('Saving proofs…');
  await page.keyboard.press('Escape');
  await button('Cancel').click();
  await expect(button('Cancel')).toBeHidden();

  await paydesk.evaluate(closeOpened, null);
  await expect(button('Save…')).toBeEnabled();
  company.simulator.faults.clear();
  await closeCompany(company);
});

test('samples with active content run and load nothing', async ({ launch }) => {
  const company = await openCompany();
  company.simulator.faults.set('proof', ...faultsOf(hostile));
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await goToProofs(page);
  const references = Object.keys(hostile);
  await paste(page, references);
  for (const reference of references) {
    await show(page, reference);
    await expect(page.getByRole('status', { name: 'Opening proof' })).toBeHidden();
    await photographQuietly(page);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
  expect(dialogs).toBe(0);
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
  expect(paydesk.blockedRequests()).toEqual([]);
  // An image draws in a document of its own; nothing of the samples is part of the window's.
  expect(await page.locator('svg[onload], iframe, meta[http-equiv="refresh"]').count()).toBe(0);
  await show(page, 'html-page');
  await expect(page.getByRole('region', { name: 'Raw text' })).toContainText('http-equiv="refresh"');
  await closeCompany(company);
});

test('no part of a fetched, shown and searched proof is on disk unencrypted, including temporary files', async ({
  launch,
  dataFolder,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library lasts for the session only');
  const company = await openCompany();
  const canary = 'CANARY-4711';
  const mt103 = `:20:A\n:32A:261014EUR1,00\n:59:/CZ00\n${canary} LTD`;
  const answers = {
    first: { pop: mt103, type: `TYPE ${canary}` },
    second: { pop: pdf(`${canary} on paper`).toString('base64'), type: 'SEPA' },
    third: { pop: svg(canary).toString(), type: 'SEPA' },
  };
  company.simulator.faults.set('proof', ...faultsOf(answers));
  const temporary = join(dataFolder, '..', 'temporary');
  await mkdir(temporary, { recursive: true });
  const paydesk = await launched(launch, company, { env: { TMPDIR: temporary } });
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, Object.keys(answers));
  await page.getByRole('searchbox', { name: 'Search proofs' }).fill(canary);
  const proof = page.getByRole('article');
  await show(page, 'first');
  await expect(proof.getByText(`${canary} LTD`).first()).toBeVisible();
  await show(page, 'second');
  await expect(proof.getByText(`${canary} on paper`)).toBeAttached();
  await show(page, 'third');
  const drawing = proof.getByRole('img');
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const found = async () => {
    const files = await readdir(join(dataFolder, '..'), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const kept = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
    const marks = [canary, Buffer.from(canary, 'utf16le'), Buffer.from(answers.second.pop.slice(-400, -200))];
    expect(paths.some((path) => path.endsWith('.sealed'))).toBe(true);
    return paths.filter((_, index) => marks.some((mark) => kept[index]?.includes(mark) === true));
  };
  expect(await found()).toEqual([]);
  await paydesk.quit();
  expect(await found()).toEqual([]);
  await closeCompany(company);
});

test('a PDF with scripts and attached files shows both in its notes', async ({ launch }) => {
  const company = await openCompany();
  const active = pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' });
  const invoice = pdfWith({
    catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 6 0 R] >> >>',
    objects: [
      '<< /Type /Filespec /F (factur-x.xml) /EF << /F 7 0 R >> >>',
      streamOf('<rsm:CrossIndustryInvoice/>', '/Type /EmbeddedFile'),
    ],
  });
  const popOf = (bytes: Buffer) => ({ pop: bytes.toString('base64'), type: 'PDF' });
  company.simulator.faults.set('proof', ...faultsOf({ SCRIPTS: popOf(active), INVOICE: popOf(invoice) }));
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['SCRIPTS', 'INVOICE']);
  await show(page, 'SCRIPTS');
  await expect(page.getByText(/^Contains scripts, or actions/)).toBeVisible();
  await photograph(paydesk, 'proofs-scripts');
  await show(page, 'INVOICE');
  await expect(page.getByText('Contains attached files: factur-x.xml')).toBeVisible();
  await expect(page.getByText(/^Contains scripts/)).toBeHidden();
  await photograph(paydesk, 'proofs-attachments');
  await paydesk.quit();
  await closeCompany(company);
});

test('a protected PDF asks for its password, and the text search highlights matches in a PDF', async ({
  launch,
}) => {
  const company = await openCompany();
  const pop = encryptedPdf('Only for those who know', 'sesame').toString('base64');
  company.simulator.faults.set('proof', ...faultsOf({ PROTECTED: { pop, type: 'SEPA' } }));
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  const { pdf: samplePdf } = company.simulator.exampleOfEachKind();
  await paste(page, ['PROTECTED', samplePdf]);
  await show(page, 'PROTECTED');
  await expect(page.getByText('The PDF is protected by a password, so Paydesk')).toBeVisible();
  const password = page.getByRole('article').getByLabel('Password', { exact: true });
  await password.fill('open');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByText('Incorrect password. Check the password and try again.')).toBeVisible();
  await password.fill('sesame');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('Only for those who know');

  await show(page, samplePdf);
  await page.getByRole('searchbox', { name: 'Find in this PDF' }).fill('no  MONEY');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(page.locator('.pdf-mark')).toContainText(['No', 'money']);
  await closeCompany(company);
});

test('Enter goes to the next match of a PDF from the visible page on, and Shift+Enter to the previous one', async ({
  launch,
}) => {
  const company = await openCompany();
  const samplePdf = await PDFDocument.create();
  for (let number = 1; number <= 4; number += 1) samplePdf.addPage().drawText(`Sheet ${number}`, { y: 800 });
  const pop = Buffer.from(await samplePdf.save()).toString('base64');
  company.simulator.faults.set('proof', ...faultsOf({ PAPER: { pop, type: 'SEPA' } }));
  const paydesk = await launched(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['PAPER']);
  await show(page, 'PAPER');
  const find = page.getByRole('searchbox', { name: 'Find in this PDF' });
  const isAt = async (match: string, sheet: number) => {
    await expect(page.getByText(match, { exact: true })).toBeVisible();
    await expect(page.getByText(`Sheet ${sheet}`, { exact: true })).toBeInViewport();
  };
  await find.fill('sheet 3');
  await isAt('1 match', 1);
  await find.press('Enter');
  await isAt('1 of 1', 3);
  await find.fill('sheet');
  await isAt('4 matches', 3);
  await find.press('Enter');
  await isAt('3 of 4', 3);
  await find.press('Shift+Enter');
  await isAt('2 of 4', 2);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await isAt('1 of 4', 1);
  await find.press('Shift+Enter');
  await isAt('4 of 4', 4);
  await page.getByRole('button', { name: 'Next match' }).click();
  await isAt('1 of 4', 1);
  await closeCompany(company);
});

/** Photographs backup and recovery of the library key. */
async function photographRecovery(paydesk: Paydesk, folder: string, axe: boolean): Promise<void> {
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'recovery');
  const looking = axe ? { layout } : { axe };
  const file = join(folder, 'recovery');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await paydesk.answerDialogs({ save: file, open: [file] });
  await page.getByRole('button', { name: 'Save a recovery file…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a staple of correct horses');
  await dialog.getByLabel('Passphrase again', { exact: true }).fill('a staple of correct horses');
  await photograph(paydesk, 'recovery-save', looking);
  await dialog.getByRole('button', { name: 'Choose where to save…' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Restore from a recovery file…' }).click();
  await expect(dialog).toBeVisible();
  await photograph(paydesk, 'recovery-restore', looking);
  if (axe) layout.end();
}

/** Waits two frames, so that active content would have started. */
async function photographQuietly(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 2; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

for (const { scale, axe } of [
  { scale: 1, axe: true },
  { scale: 1.5, axe: false },
]) {
  test(`every kind of proof is photographed at ${scale * 100} %`, async ({ launch, dataFolder }) => {
    const company = await openCompany();
    const examples = company.simulator.exampleOfEachKind();
    const answer = { pop: JSON.stringify(mistyped), type: 'JSON' };
    company.simulator.faults.set('proof', ...faultsOf({ MISTYPED: answer }));
    const paydesk = await launched(launch, company, { deviceScaleFactor: scale });
    await signIn(paydesk, company);
    const { page } = paydesk;
    const layout = layoutJourney(paydesk, 'proofs');
    const looking = axe ? { layout } : { axe };
    const shoot = (name: string) => photograph(paydesk, `proofs-${name}`, looking);
    await goToProofs(page);
    await shoot('empty');
    await page.getByRole('button', { name: 'Paste references…' }).click();
    await page.getByRole('textbox', { name: 'References' }).fill('PX1\nPX2, PX2\n..');
    await shoot('paste');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Paste references…' }).waitFor();
    await paste(page, [
      ...Object.values(examples),
      'PX2610150OO12',
      'MISTYPED',
      ...company.simulator.exampleReferences(24),
    ]);
    for (const [kind, reference] of Object.entries(examples)) {
      await show(page, reference);
      await seen[kind]?.(page);
      await shoot(kind);
    }
    await show(page, 'MISTYPED');
    const failed = page.getByRole('region', { name: 'Key facts' }).getByText(/don’t match|Not a valid/);
    await expect(failed).toHaveText([
      'Not a valid UETR format',
      'Check digits don’t match',
      'Not a valid BIC format',
    ]);
    await shoot('failed-checks');
    await show(page, 'PX2610150OO12');
    await shoot('no-proof');
    await page.getByRole('searchbox', { name: 'Search proofs' }).fill('zzz');
    await expect(page.getByText('No proof contains “zzz”')).toBeVisible();
    await shoot('nothing-found');
    await page.getByRole('searchbox', { name: 'Search proofs' }).fill('');
    await show(page, examples.mt103);
    await paydesk.resize(960, 700);
    await shoot('narrow');
    await paydesk.resize(1280, 800);
    if (axe) layout.end();
    if (keyringMissing() === null) await photographRecovery(paydesk, join(dataFolder, '..'), axe);
    await closeCompany(company);
  });
}
