/**
 * @file Every action of the clerk has a visible result. Each command of the contract is in one of three lists: commands
 * that only read, commands that show a toast, and commands with a visible result in place, which the list names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandName, commands } from '../../../src/shared/contract/index.ts';

/** Commands that change and write nothing. */
const readCommands: readonly CommandName[] = [
  'session.checkHosts',
  'session.previewSignOut',
  'documents.list',
  'documents.listed',
  'documents.listFiles',
  'documents.reasons',
  'documents.detail',
  'documents.folders',
  'documents.review',
  'documents.reviewGroups',
  'documents.reviewDocuments',
  'documents.earlier',
  'documents.previewMapping',
  'documents.previewCancellation',
  'samples.offered',
  'beneficiaries.list',
  'beneficiaries.listed',
  'beneficiaries.get',
  'beneficiaries.payload',
  'beneficiaries.attached',
  'beneficiaries.unknownOutcomes',
  'proofs.list',
  'proofs.detail',
  'proofs.open',
  'statements.wallets',
  'statements.list',
  'statements.get',
  'statements.coverage',
  'statements.quarantine',
  'review.document',
  'review.view',
  'review.window',
  'review.numbers',
  'review.hit',
  'review.sums',
  'review.words',
  'review.references',
  'review.check',
  'review.duplicateReferences',
  'review.preview',
  'review.linesBefore',
  'review.search',
  'needsYou.list',
  'activity.list',
  'activity.verify',
  'settings.about',
];

/** Commands whose result is shown as a toast. */
const commandsWithToast: readonly CommandName[] = [
  'session.saveProfile',
  'session.removeProfile',
  'session.copyClientId',
  'documents.assign',
  'documents.unassign',
  'documents.assignFolders',
  'documents.applyMapping',
  'documents.undoMapping',
  'documents.exclude',
  'documents.include',
  'documents.recheck',
  'documents.retry',
  'documents.cancelDocuments',
  'documents.cancel',
  'documents.discard',
  'documents.close',
  'documents.export',
  'beneficiaries.add',
  'beneficiaries.rename',
  'beneficiaries.remove',
  'beneficiaries.import',
  'beneficiaries.draft',
  'beneficiaries.changeDraft',
  'beneficiaries.create',
  'beneficiaries.setRecipientId',
  'beneficiaries.settle',
  'proofs.save',
  'proofs.saveAll',
  'proofs.startOver',
  'statements.request',
  'statements.pasteEvent',
  'statements.dropEvents',
  'statements.decide',
  'samples.startOver',
  'needsYou.close',
  'recovery.save',
  'recovery.restore',
  'review.copy',
  'review.exportView',
  'review.exportOriginal',
  'activity.export',
  'settings.saveDiagnostics',
];

/** Commands with a visible result in place, with a sentence about the result. */
const resultsInPlace: Readonly<Partial<Record<CommandName, string>>> = {
  'session.signIn': 'The frame of the profile appears, or the form shows the error.',
  'session.signOut': 'The sign-in screen appears.',
  'session.explore': 'The frame of the practice company appears.',
  'session.checkKeychain': 'The line about the keychain beside the button changes.',
  'session.activate': 'The frame of the profile appears.',
  'samples.addDocuments': 'The batch with the samples is shown.',
  'samples.endTour': 'The tour closes.',
  'documents.add': 'The batch with the files is shown.',
  'documents.choose': 'The batch with the files is shown.',
  'documents.start': 'The screen changes to the running batch.',
  'documents.pause': 'The button becomes Resume, and the heading says paused.',
  'documents.resume': 'The button becomes Pause, and the progress bar moves.',
  'documents.pauseAll': 'The button in the tray becomes Resume all.',
  'documents.resumeAll': 'The button in the tray becomes Pause all.',
  'documents.attachIncomplete': 'The rows of the beneficiary change their state under the button.',
  'documents.open': 'The batch is shown.',
  'documents.openManifest': 'The dialog shows the list and its effect.',
  'proofs.fetch': 'The references appear at the top of the list with their state.',
  'proofs.retry': 'The rows change their state.',
  'proofs.refresh': 'The rows change their state.',
  'proofs.cancel': 'The rows change their state and the progress bar disappears.',
  'proofs.openLink': 'The browser opens.',
  'proofs.openLibrary': 'The notice with the button disappears or shows the error.',
  'statements.requestAgain': 'The row changes its state.',
  'statements.readAgain': 'The statement opens, or the page shows the error again.',
  'statements.download': 'The row changes its state.',
  'statements.chooseFolder': 'The folder appears beside the button.',
  'statements.forgetFolder': 'The folder beside the button disappears.',
  'statements.setListener': 'The switch moves, and the address appears beside the switch.',
  'statements.copyListener': 'The button becomes a check mark that says Copied.',
  'recovery.choose': 'The dialog for the passphrase names the file.',
  'dragOut.prepare': 'The file is dragged.',
  'dragOut.start': 'The file is dragged.',
  'dragOut.discard': 'The drag ends.',
  'review.open': 'The statement is shown in the chosen format.',
  'review.keepLayout': 'The columns stay in the layout of the clerk.',
  'settings.change': 'The control shows the new value.',
  'settings.dimWindowButtons': 'The buttons of the window darken with the page.',
  'settings.showDataFolder': 'The file manager opens.',
  'settings.quit': 'Paydesk ends.',
  'network.answerProxy': 'The dialog closes, or opens again when the credentials were refused.',
  'updates.check': 'The notice beside the button shows the result.',
  'updates.install': 'Paydesk restarts.',
  'shell.openSaved': 'The program for the file opens.',
  'shell.showSaved': 'The file manager opens.',
};

const sources = readdirSync('src/renderer', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src/renderer', name), 'utf8') }));

/** Files whose commands get their toast from another file: a new beneficiary is shown together with its assignment. */
const filesWithToastElsewhere: readonly string[] = [join('features', 'documents', 'beneficiary-choice.ts')];

/** A call of a function that shows a toast. */
const toastCall = /\b(toast|toastSaved|toastCopied|toastAssignmentChange|toastExclusion)\(/;

describe('every command of the contract', () => {
  test.each(Object.keys(commands))('%s is in exactly one of the three lists', (name) => {
    const lists = [readCommands, commandsWithToast, Object.keys(resultsInPlace)].filter((list) =>
      (list as readonly string[]).includes(name),
    );
    expect(lists).toHaveLength(1);
  });

  test.each(commandsWithToast)('%s is called only in files that show a toast', (name) => {
    // Names in a type, such as `CommandArgs<'documents.assign'>`, or as the key of a message are not calls.
    const callers = sources.filter(({ text }) =>
      text.replace(/<'[^>]+'>|\bt\(\s*'[^']+'/g, '').includes(`'${name}'`),
    );
    expect(callers.length).toBeGreaterThan(0);
    const callersWithoutToast = callers
      .filter(({ text }) => !toastCall.test(text))
      .map((caller) => caller.name);
    expect(callersWithoutToast.filter((caller) => !filesWithToastElsewhere.includes(caller))).toEqual([]);
  });

  test('the lists name only commands that exist', () => {
    for (const name of [...readCommands, ...commandsWithToast, ...Object.keys(resultsInPlace)]) {
      expect(Object.keys(commands)).toContain(name);
    }
  });
});

test('only the files that announce progress or changes in place call announce', () => {
  const announcingFiles = sources
    .filter(({ name, text }) => !name.endsWith('announcer.ts') && /\bannounce\(/.test(text))
    .map(({ name }) => name.split(sep).join('/'));
  expect(announcingFiles.toSorted()).toEqual([
    'app/profile-entries.ts',
    'app/tour/TourMark.tsx',
    'features/documents/ReviewScreen.tsx',
    'features/documents/frame.ts',
    'features/profiles/HostSuggestion.tsx',
    'features/profiles/ProfileEditor.tsx',
    'features/profiles/checks.ts',
    'features/session/SignInForm.tsx',
    'features/statements/review-actions.ts',
  ]);
});
