/**
 * @file Escape asks before it discards typed text, in every dialog with a text field. The dialogs are found in the sources, so
 * a new dialog fails this spec until it is added.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type Company, chooseFolders, signIn, test } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { expectEscapeAsks, typedText } from './expect-escape-asks.ts';

const renderer = join(import.meta.dirname, '../../../src/renderer');

/** Dialogs whose text field only searches, so that Escape may discard its text without asking. */
const searchOnly = ['app/commands/CommandPalette.tsx', 'components/pdf/PdfView.tsx'];

function findComponentFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name));
}

/** A file and every file of the window that it imports. */
function findImportedFiles(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|\}) (?!type).*?from '(\.[^']+\.tsx)'/gm,
  )) {
    findImportedFiles(resolve(dirname(file), path), seen);
  }
  return seen;
}

/** Every file that renders a dialog with a text field. */
function findDialogsWithFields(): string[] {
  const fieldComponents = ['TextField', 'SecretField', 'NumberField'].map((name) =>
    join(renderer, `components/fields/${name}.tsx`),
  );
  return findComponentFiles(renderer)
    .filter((file) => /<(?:Form)?Dialog\b/.test(readFileSync(file, 'utf8')))
    .filter((file) => fieldComponents.some((field) => findImportedFiles(file).has(field)))
    .map((file) => relative(renderer, file).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('components/') && !searchOnly.includes(name))
    .sort();
}

/** A running Paydesk with shortcuts for its controls. */
interface TestApp {
  readonly paydesk: Paydesk;
  readonly page: Page;
  readonly company: Company;
  readonly press: (name: string | RegExp) => Promise<void>;
  readonly choose: (name: string | RegExp) => Promise<void>;
  readonly goTo: (route: string) => Promise<void>;
}

/** By source file: opens the dialog and returns the label of one of its text fields. */
const dialogs: Readonly<Record<string, (testApp: TestApp) => Promise<string | RegExp>>> = {
  'features/proofs/PasteDialog.tsx': async ({ goTo, press }) => {
    await goTo('Proofs');
    await press('Paste references…');
    return 'References';
  },
  'features/proofs/CorrectDialog.tsx': async ({ goTo, page, choose }) => {
    await goTo('Proofs');
    await page.getByRole('row', { name: /PX-UNKNOWN/ }).press('Shift+F10');
    await choose('Correct reference…');
    return 'Reference';
  },
  'features/statements/inbox/PasteDialog.tsx': async ({ goTo, press }) => {
    await goTo('Statements');
    await press('Inbox');
    await press('For IT');
    await press('Paste event…');
    return 'Event';
  },
  'features/beneficiaries/AddDialog.tsx': async ({ goTo, press }) => {
    await goTo('Beneficiaries');
    await press('Add beneficiary…');
    return 'Recipient ID';
  },
  'features/beneficiaries/DraftDialog.tsx': async ({ goTo, page, press }) => {
    await goTo('Beneficiaries');
    await page.getByRole('row', { name: /Ehlers/ }).press('Enter');
    await press('Edit data…');
    return 'Name';
  },
  'features/beneficiaries/RenameDialog.tsx': async ({ goTo, page, press }) => {
    await goTo('Beneficiaries');
    await page.getByRole('row', { name: /Brandt/ }).press('Enter');
    await press('Change label…');
    return 'Label';
  },
  'features/documents/assign/AssignDialog.tsx': async ({ goTo, page, press }) => {
    await goTo('Documents');
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+a');
    await press(/^Assign \d+ documents…$/);
    // The list of beneficiaries is open and hides the other controls.
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await press('Add a beneficiary');
    return 'Label';
  },
  'features/documents/assign/FolderDialog.tsx': async ({ goTo, press }) => {
    await goTo('Documents');
    await press('Assign by folder…');
    await press(/^Add a new beneficiary for/);
    return 'Recipient ID';
  },
  'features/documents/assign/PatternDialog.tsx': async ({ goTo, press, choose }) => {
    await goTo('Documents');
    await press('Other actions for the batch');
    await choose(/^Assign by file name/);
    return 'Pattern';
  },
  'features/documents/assign/ManifestDialog.tsx': async ({ goTo, press, choose, paydesk, company }) => {
    const list = join(company.files, 'list.csv');
    await writeFile(list, 'file,recipientId\nscan.pdf,rcp_77e31c09\n');
    await paydesk.answerDialogs({ open: [list] });
    await goTo('Documents');
    await press('Other actions for the batch');
    await choose(/^Assign by a list/);
    await press('Choose a list…');
    await paydesk.page.getByRole('checkbox', { name: 'Add all' }).press('Space');
    return 'Label of rcp_77e31c09';
  },
  'app/outcomes/SettleDialog.tsx': async ({ goTo, page, press }) => {
    await goTo('Beneficiaries');
    await press('Mark as created');
    await expect(page.getByRole('dialog')).toContainText('Was this beneficiary created?');
    return 'Recipient ID';
  },
  'features/profiles/ProfileEditor.tsx': async ({ goTo, page, press }) => {
    await goTo('Settings');
    await page.getByRole('tab', { name: /^Profiles/ }).click();
    await press('Add profile');
    return 'Client ID';
  },
  'features/recovery/SaveRecovery.tsx': async ({ goTo, page, press }) => {
    await goTo('Settings');
    await page.getByRole('tab', { name: 'Data', exact: true }).click();
    await press('Save a recovery file…');
    return 'Passphrase';
  },
  'features/recovery/RestoreRecovery.tsx': async ({ goTo, page, press, paydesk, company }) => {
    const file = join(company.files, 'library.paydesk-recovery');
    await writeFile(file, '{"format":"paydesk-library-recovery"}');
    await paydesk.answerDialogs({ open: [file] });
    await goTo('Settings');
    await page.getByRole('tab', { name: 'Data', exact: true }).click();
    await press('Restore from a recovery file…');
    return 'Passphrase';
  },
};

/**
 * Creates the data that the dialogs need: four beneficiaries, one with an unknown creation, one without its ID and one
 * draft, a batch, a proof in the library and a reference without a proof.
 */
async function createDialogData(paydesk: Paydesk, company: Company): Promise<void> {
  const { simulator, files } = company;
  await callCommand(paydesk, 'beneficiaries.add', { label: 'Brandt', recipientId: 'rcp-Brandt' });
  simulator.faults.set('createRecipient', { kind: 'effect-then-reset' });
  const { id } = await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Castel',
    payload: '{"name":"Castel"}',
  });
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'create', id }).catch(() => undefined);
  simulator.faults.set('createRecipient', { kind: 'rewrite', change: () => ({}) });
  const draftWithoutId = await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Dahl',
    payload: '{"name":"Dahl"}',
  });
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'create', id: draftWithoutId.id });
  simulator.faults.clear();
  await callCommand(paydesk, 'beneficiaries.draft', {
    action: 'add',
    label: 'Ehlers',
    payload: '{"name":"Ehlers"}',
  });
  const [reference = ''] = simulator.exampleReferences(1);
  await callCommand(paydesk, 'proofs.fetch', { references: [reference, 'PX-UNKNOWN'], refresh: false });
  await writeFiles(join(files, 'week'), { 'scan.pdf': pdf('1'), 'other.pdf': pdf('2') });
  await chooseFolders(paydesk, join(files, 'week'));
}

/** Dialogs that other specs test, because they need a proxy or an open statement. */
const testedElsewhere = [
  'app/profiles/ProxyQuestions.tsx',
  'features/statements/annotations/NoteDialog.tsx',
  'features/statements/ledger/RulesDialog.tsx',
  'features/statements/sign-off/SignOffDialog.tsx',
  'features/statements/sign-off/WithdrawDialog.tsx',
  'features/statements/views/RenameViewDialog.tsx',
  'features/statements/views/SaveViewDialog.tsx',
];

test('every dialog with a text field is in the list of this spec', () => {
  expect([...Object.keys(dialogs), ...testedElsewhere].sort()).toEqual(findDialogsWithFields());
});

test.describe('Escape', () => {
  test.describe.configure({ timeout: 240_000 });

  test('asks in every dialog before it discards typed text, and closes a dialog without typed text at once', async ({
    launch,
    company,
  }) => {
    const paydesk = await launch({ keyring: true });
    const { page } = paydesk;
    page.setDefaultTimeout(10_000);
    await signIn(paydesk, company);
    await createDialogData(paydesk, company);
    const testApp: TestApp = {
      paydesk,
      page,
      company,
      press: async (name) => page.getByRole('button', { name }).first().press('Enter'),
      choose: async (name) => page.getByRole('menuitem', { name }).press('Enter'),
      goTo: async (route) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: route }).press('Enter'),
    };
    for (const [file, open] of Object.entries(dialogs)) {
      await test.step(file, async () => {
        await open(testApp);
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await expect(page.locator('[role="dialog"]:focus-within')).toHaveCount(1);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expectEscapeAsks(page, await open(testApp));
      });
    }
    await test.step('Escape asks in a panel as in a dialog', async () => {
      await testApp.goTo('Beneficiaries');
      await page.getByRole('row', { name: /Dahl/ }).press('Enter');
      const panel = page.getByRole('complementary', { name: 'Dahl' });
      const field = panel.getByLabel('Recipient ID', { exact: true });
      await field.focus();
      await page.keyboard.type(typedText);
      await page.keyboard.press('Escape');
      const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
      await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue(typedText);
      await field.fill('');
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    });
    await test.step('typed text survives the side button of a mouse', async () => {
      await testApp.goTo('Beneficiaries');
      await testApp.press('Add beneficiary…');
      const field = page.getByLabel('Recipient ID', { exact: true });
      await field.fill(typedText);
      // Button 3 navigates back, which must not change the screen behind an open dialog.
      await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 3 })));
      await expect(field).toHaveValue(typedText);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible();
      await photograph(paydesk, 'discard');
    });
  });
});
