/**
 * @file Every action of the clerk has a visible result: every command of the contract only reads, or shows a toast,
 * or has a result in place, for a reason that is given here. A new command must be added to one of the three lists.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandName, commands } from '../../../src/shared/contract/index.ts';

/** Commands that change and write nothing. */
const reads: readonly CommandName[] = [
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
const answersByToast: readonly CommandName[] = [
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

/** Commands whose result is visible in place, and why. */
const visibleInPlace: Readonly<Partial<Record<CommandName, string>>> = {
  'session.signIn': 'The frame of the profile comes up, or the form says why not.',
  'session.signOut': 'The sign-in screen comes up.',
  'session.explore': 'The frame of the practice company comes up.',
  'session.checkKeychain': 'The line about the keychain beside the button changes.',
  'session.activate': 'The frame of the profile comes up.',
  'samples.addDocuments': 'The batch with the samples is shown.',
  'samples.endTour': 'The tour goes.',
  'documents.add': 'The batch with the files is shown.',
  'documents.choose': 'The batch with the files is shown.',
  'documents.start': 'The screen changes to the running batch.',
  'documents.pause': 'The button becomes Resume, and the head says paused.',
  'documents.resume': 'The button becomes Pause, and the bar moves.',
  'documents.pauseAll': 'The button in the tray becomes Resume all.',
  'documents.resumeAll': 'The button in the tray becomes Pause all.',
  'documents.attachIncomplete': 'The rows of the beneficiary change their state under the button.',
  'documents.open': 'The batch is shown.',
  'documents.openManifest': 'The dialog shows the list and what it would do.',
  'proofs.fetch': 'The references stand on top of the list with their state.',
  'proofs.retry': 'The rows change their state.',
  'proofs.refresh': 'The rows change their state.',
  'proofs.cancel': 'The rows change their state and the bar goes.',
  'proofs.openLink': 'The browser opens.',
  'proofs.openLibrary': 'The notice with the button goes, or says why not.',
  'statements.requestAgain': 'The row changes its state.',
  'statements.readAgain': 'The statement opens, or the page says again why not.',
  'statements.download': 'The row changes its state.',
  'statements.chooseFolder': 'The folder stands beside the button.',
  'statements.forgetFolder': 'The folder beside the button goes.',
  'statements.setListener': 'The switch moves, and the address stands beside it.',
  'statements.copyListener': 'The button becomes a check mark that says Copied.',
  'recovery.choose': 'The dialog for the passphrase names the file.',
  'dragOut.prepare': 'The file is dragged.',
  'dragOut.start': 'The file is dragged.',
  'dragOut.discard': 'The drag ends.',
  'review.open': 'The statement is shown, read as the clerk chose.',
  'review.keepLayout': 'The columns stand as the clerk put them.',
  'settings.change': 'The control shows the new value.',
  'settings.dimWindowButtons': 'The buttons of the window darken with the page.',
  'settings.showDataFolder': 'The file manager opens.',
  'settings.quit': 'Paydesk ends.',
  'network.answerProxy': 'The question goes, or comes again when the answer was refused.',
  'updates.check': 'The notice beside the button says what was found.',
  'updates.install': 'Paydesk restarts.',
  'shell.openSaved': 'The program for the file opens.',
  'shell.showSaved': 'The file manager opens.',
};

const sources = readdirSync('src/renderer', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src/renderer', name), 'utf8') }));

/** A file that calls another one, which shows the toast: of a new beneficiary, together with its assignment. */
const answeredElsewhere: readonly string[] = [join('features', 'documents', 'beneficiary-choice.ts')];

/** Functions that show a toast. */
const showsToast = /\b(toast|toastSaved|toastCopied|toastAssignment|toastExclusion)\(/;

describe('every command of the contract', () => {
  test.each(Object.keys(commands))('%s is in exactly one of the three lists', (name) => {
    const lists = [reads, answersByToast, Object.keys(visibleInPlace)].filter((list) =>
      (list as readonly string[]).includes(name),
    );
    expect(lists).toHaveLength(1);
  });

  test.each(answersByToast)('%s is called only in files that show a toast', (name) => {
    // Neither in a type, such as `CommandArgs<'documents.assign'>`, nor as the key of a message.
    const callers = sources.filter(({ text }) =>
      text.replace(/<'[^>]+'>|\bt\(\s*'[^']+'/g, '').includes(`'${name}'`),
    );
    expect(callers.length).toBeGreaterThan(0);
    const silent = callers.filter(({ text }) => !showsToast.test(text)).map((caller) => caller.name);
    expect(silent.filter((caller) => !answeredElsewhere.includes(caller))).toEqual([]);
  });

  test('the lists name no command that does not exist', () => {
    for (const name of [...reads, ...answersByToast, ...Object.keys(visibleInPlace)]) {
      expect(Object.keys(commands)).toContain(name);
    }
  });
});

test('an announcement is never the only result of an action: announcements are for progress and changes in place', () => {
  const announcing = sources
    .filter(({ name, text }) => !name.endsWith('announcer.ts') && /\bannounce\(/.test(text))
    .map(({ name }) => name.split(sep).join('/'));
  expect(announcing.toSorted()).toEqual([
    'app/profile-entries.ts',
    'app/tour/TourMark.tsx',
    'features/documents/ReviewScreen.tsx',
    'features/documents/frame.ts',
    'features/session/SignInForm.tsx',
    'features/statements/TableReview.tsx',
    'profiles/HostSuggestion.tsx',
    'profiles/ProfileEditor.tsx',
    'profiles/checks.ts',
  ]);
});
