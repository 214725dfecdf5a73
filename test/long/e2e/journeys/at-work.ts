/** @file Photographs the screens after the sign-in: beneficiaries, activity, settings. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { attach, importBeneficiaries } from '../../../e2e/managed-company.ts';
import type { TakePhotograph } from '../../../e2e/photograph.ts';
import type { Simulator } from '../../../practice/simulator.ts';
import { longName } from './signing-in.ts';

/** Recipient IDs by label. */
const beneficiaries = {
  'Kwiatkowski Logistyka Sp. z o.o.': 'rcp_5b02e9d1',
  'Ahlström Konepaja Oy': 'rcp_c1180f3a',
  'Балтийский Кабельный Завод': 'rcp_0a47bb20',
  'Østfold Marineteknikk AS': 'rcp_77e31c09',
  'Torrefazione Brunelleschi S.p.A.': 'rcp_e3ab0557',
  'Škoda Lisovna Plzeň a.s.': 'rcp_61d70c2e',
  'Kärcher Hydraulik GmbH': 'rcp_20c7714e',
  'Tōkai Seiki K.K.': 'rcp_88d1e0b5',
  [longName]: 'rcp_4c2299e0',
};

async function openScreen(page: Page, screen: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: screen }).click();
}

/** Photographs the address book: empty, importing, full, filtered, with its panel, dialogs and unknown outcomes. */
export async function photographBeneficiaries(
  paydesk: Paydesk,
  dataFolder: string,
  simulator: Simulator,
  takePhotograph: TakePhotograph,
): Promise<void> {
  const { page } = paydesk;
  await openScreen(page, /^Beneficiaries/);
  await expect(page.getByText('Add the beneficiaries of your documents')).toBeVisible();
  await takePhotograph('beneficiaries-empty');
  await photographImport(paydesk, dataFolder, takePhotograph);

  await attach(paydesk, dataFolder, 'Kwiatkowski', ['Umowa 2025.pdf', 'KRS odpis.pdf']);
  simulator.faults.set('updateRecipient', { kind: 'effect-then-reset' });
  await attach(paydesk, dataFolder, 'Kwiatkowski', [
    'Rechnung_2026-10-0417_Kühlwasserpumpe.pdf',
    'Zollanmeldung_MRN_26DE586600284417K3_Ausfuhrbegleitdokument_mit_Anlagen_1-7_Kopie.pdf',
  ]);
  await attach(paydesk, dataFolder, 'Aegean', ['Bill of lading MSCU7719024.pdf']);
  simulator.faults.clear();
  const payload = '{\n  "name": "Nordic Timber Trading AB",\n  "country": "SE"\n}';
  await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Nordic Timber Trading AB',
    payload,
  });
  simulator.faults.set('createRecipient', { kind: 'empty-body' });
  const { id } = await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Hollandse Kabel B.V.',
    payload,
  });
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'create', id });
  simulator.faults.clear();

  await expect(page.getByRole('group', { name: /Kwiatkowski/ })).toBeVisible();
  await takePhotograph('beneficiaries-full');
  await photographPanels(paydesk, takePhotograph);
  await photographOutcome(page, takePhotograph);
  await photographDialogs(page, takePhotograph);
}

async function photographImport(
  paydesk: Paydesk,
  dataFolder: string,
  takePhotograph: TakePhotograph,
): Promise<void> {
  const { page } = paydesk;
  await importBeneficiaries(paydesk, dataFolder, beneficiaries);
  await expect(page.getByRole('row', { name: /Kwiatkowski/ })).toBeVisible();
  const file = join(dirname(dataFolder), 'second.csv');
  await writeFile(file, 'recipientId,label\nrcp_c1180f3a,Ahlström Konepaja Oyj\n,Nobody\nrcp_1,\n');
  await paydesk.answerDialogs({ open: [file] });
  await page.getByRole('button', { name: 'Import CSV…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await takePhotograph('beneficiaries-import');
  await page.getByRole('button', { name: 'Done' }).click();
  await writeFile(file, 'name;number\nx;1\n');
  await page.getByRole('button', { name: 'Import CSV…' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await takePhotograph('beneficiaries-import-refused');
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

async function photographPanels(paydesk: Paydesk, takePhotograph: TakePhotograph): Promise<void> {
  const { page } = paydesk;
  const panels = {
    known: 'Kärcher',
    unknown: 'Kwiatkowski',
    long: 'Aegean',
    draft: 'Nordic Timber',
    'id-needed': 'Hollandse',
  };
  for (const [name, label] of Object.entries(panels)) {
    await page.getByRole('row', { name: new RegExp(label) }).click();
    await expect(page.getByRole('complementary', { name: new RegExp(label) })).toBeVisible();
    await takePhotograph(`beneficiaries-panel-${name}`);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('Zollamt');
  await expect(page.getByText('No beneficiary matches')).toBeVisible();
  await takePhotograph('beneficiaries-nothing-found');
  await page.getByRole('searchbox').fill('');
}

async function photographOutcome(page: Page, takePhotograph: TakePhotograph): Promise<void> {
  const notice = page.getByRole('group', { name: /Kwiatkowski/ });
  await notice.getByRole('button', { name: 'Show documents and keys' }).click();
  await takePhotograph('unknown-outcome-facts');
  await notice.getByRole('button', { name: 'Hide documents and keys' }).click();
  await notice.getByRole('button', { name: 'Mark as attached' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await takePhotograph('unknown-outcome-settle');
  await page.keyboard.press('Escape');
}

async function photographDialogs(page: Page, takePhotograph: TakePhotograph): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add beneficiary…' }).click();
  await dialog.getByRole('textbox', { name: 'Recipient ID' }).fill('rcp_c1180f3a');
  await dialog.getByLabel('Label').fill(longName);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Open beneficiary' })).toBeVisible();
  await takePhotograph('beneficiaries-add-exists');
  await page.keyboard.press('Escape');
  await takePhotograph('beneficiaries-discard');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Add beneficiary…' }).click();
  await dialog.getByText('New', { exact: true }).click();
  await dialog.getByLabel('JSON object').fill(`{\n  "name": "Sous-Marin SARL",\n  "iban": 'FR00'\n}`);
  await takePhotograph('beneficiaries-draft-problem');
  await dialog.getByLabel('Label').fill('Sous-Marin SARL');
  await dialog.getByLabel('JSON object').fill('{\n  "name": "Sous-Marin SARL",\n  "iban": "FR00"\n}');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByRole('heading', { name: /^Create Sous-Marin/ })).toBeVisible();
  await takePhotograph('beneficiaries-create');
  await page.keyboard.press('Escape');
  await page.getByRole('complementary').getByRole('button', { name: 'Edit data…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'IBAN' })).toHaveValue('FR00');
  await takePhotograph('beneficiaries-draft-form');
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Kärcher/ }).click();
  for (const [name, buttonName] of Object.entries({ rename: 'Change label…', remove: 'Remove…' })) {
    await page.getByRole('complementary').getByRole('button', { name: buttonName }).click();
    await expect(dialog).toBeVisible();
    await takePhotograph(`beneficiaries-${name}`);
    await page.keyboard.press('Escape');
  }
}

/** Photographs the activity: full, one entry, no matches, verified, exported. */
export async function photographActivity(
  paydesk: Paydesk,
  dataFolder: string,
  takePhotograph: TakePhotograph,
): Promise<void> {
  const { page } = paydesk;
  await openScreen(page, /^Activity/);
  await expect(page.getByRole('row', { name: /Attached \d+ documents? to/ }).first()).toBeVisible();
  await takePhotograph('activity-full');
  await page
    .getByRole('row', { name: /Attached \d+ documents? to/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: 'Entry' })).toBeVisible();
  await takePhotograph('activity-panel');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('no such word');
  await expect(page.getByText('No entries match')).toBeVisible();
  await takePhotograph('activity-nothing-found');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('radio', { name: 'Problems only' }).click();
  await page.getByRole('button', { name: /Date$/ }).click();
  await page.getByRole('option', { name: 'Custom range' }).click();
  await page.getByLabel('From', { exact: true }).fill('2026-02-30');
  await takePhotograph('activity-filters');
  await page.getByLabel('From', { exact: true }).fill('2026-02-28');
  await expect(page.getByRole('row', { name: /Tried to attach/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Uploaded/ })).toHaveCount(0);
  await page.getByLabel('To', { exact: true }).fill('2026-02-28');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Verify log integrity' }).click();
  await paydesk.answerDialogs({ save: join(dirname(dataFolder), 'Paydesk activity.csv') });
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Saved Paydesk activity.csv')).toBeVisible();
  await takePhotograph('activity-results');
  await page
    .getByRole('row', { name: /Attached \d+ documents? to Kwiatkowski/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'For IT' }).click();
  await expect(page.getByText(/^PUT .*\/recipients\//)).toBeVisible();
  await takePhotograph('activity-for-it');
  await page.getByRole('button', { name: 'Open in Beneficiaries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beneficiaries' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Kwiatkowski');
}

/** Photographs every section of the settings, and a connection check. */
export async function photographSettings(paydesk: Paydesk, takePhotograph: TakePhotograph): Promise<void> {
  const { page } = paydesk;
  await openScreen(page, /^Settings/);
  for (const section of ['Profiles and hosts', 'Files', 'Appearance', 'Data', 'About']) {
    await page.getByRole('tab', { name: section, exact: true }).click();
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
    await takePhotograph(`settings-${section.split(' ')[0]?.toLowerCase() ?? ''}`);
  }
  // Only an administrator's retention periods have a section.
  await expect(page.getByRole('tab', { name: 'Retention' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Profiles and hosts' }).click();
  await page.getByRole('button', { name: /^Nordlicht/ }).click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Token accepted').first()).toBeVisible();
  await takePhotograph('settings-check');
}
