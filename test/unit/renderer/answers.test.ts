/**
 * @file Every action of the clerk has a visible result. Each command of the contract, or each of its actions, is in one of
 * three lists: commands that only read, commands that show a toast, and commands with a visible result in place, which
 * the list names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/shared/contract/index.ts';

/** Commands that change and write nothing. */
const readCommands: readonly string[] = [
  'session.profile checkHosts',
  'session.previewSignOut',
  'documents.list',
  'documents.query ids',
  'documents.query listFiles',
  'documents.query reasons',
  'documents.detail',
  'documents.folders list',
  'documents.review numbers',
  'documents.review groups',
  'documents.review documents',
  'documents.earlier',
  'documents.mapping preview',
  'documents.query cancellation',
  'samples.offered',
  'beneficiaries.list',
  'beneficiaries.import count',
  'beneficiaries.get',
  'beneficiaries.draft read',
  'beneficiaries.attached',
  'beneficiaries.unknownOutcomes',
  'proofs.list',
  'proofs.detail',
  'proofs.open contents',
  'statements.wallets',
  'statements.list',
  'statements.get',
  'statements.coverage',
  'statements.quarantine',
  'review.document',
  'review.view',
  'review.query window',
  'review.query numbers',
  'review.query hit',
  'review.query sums',
  'review.query references',
  'review.query check',
  'review.query agreement',
  'review.query agreementOfRow',
  'review.query missingProofs',
  'review.query duplicateReferences',
  'review.query preview',
  'review.query linesBefore',
  'review.query checkTable',
  'review.query groups',
  'review.query findGroups',
  'review.views list',
  'review.annotations show',
  'review.annotations history',
  'review.annotations signOffFacts',
  'review.query chart',
  // The system shows its dialog for printing.
  'review.export print',
  'review.openTable',
  'evidence.pack describe',
  'review.compare statements',
  'review.compare rows',
  'review.compare next',
  'review.ledger list',
  'review.ledger rows',
  'review.ledger matches',
  'review.ledger place',
  'review.ledger preview',
  'review.search prepare',
  'review.search start',
  'needsYou.list',
  'needsYou.items listDue',
  'activity.list',
  'activity.object',
  'activity.verify',
  'settings.about',
];

/** Commands whose result is shown as a toast. */
const commandsWithToast: readonly string[] = [
  'review.annotations annotate',
  'review.annotations undo',
  'review.annotations carryOver',
  'review.annotations signOff',
  'review.annotations withdraw',
  'session.saveProfile',
  'session.profile remove',
  'session.profile copyClientId',
  'documents.change assign',
  'documents.change unassign',
  'documents.folders assign',
  'documents.mapping apply',
  'documents.mapping undo',
  'documents.change exclude',
  'documents.change include',
  'documents.change recheck',
  'documents.change retry',
  'documents.change cancel',
  'documents.batch cancel',
  'documents.batch discard',
  'documents.batch close',
  'documents.export',
  'beneficiaries.add',
  'beneficiaries.change rename',
  'beneficiaries.change remove',
  'beneficiaries.import run',
  'beneficiaries.draft add',
  'beneficiaries.draft change',
  'beneficiaries.draft create',
  'beneficiaries.change setRecipientId',
  'beneficiaries.settle',
  'proofs.save one',
  'proofs.save all',
  'proofs.change remove',
  'proofs.library startOver',
  'statements.request',
  'statements.addEvents paste',
  'statements.addEvents drop',
  'statements.decide',
  'samples.change startOver',
  'needsYou.items close',
  'needsYou.items saveHandover',
  'needsYou.items removeDue',
  'recovery.file save',
  'recovery.file restore',
  'review.copy',
  'review.export view',
  'review.export groups',
  'review.export chart',
  'review.export original',
  'review.compare export',
  'review.ledger choose',
  'review.ledger read',
  'review.ledger link',
  'review.ledger unlink',
  'review.ledger export',
  'review.ledger remove',
  'review.search export',
  'review.views save',
  'review.views update',
  'review.views rename',
  'review.views setDefault',
  'review.views remove',
  'review.views export',
  'review.views import',
  'activity.export',
  'evidence.pack write',
  'settings.saveDiagnostics',
];

/** Commands with a visible result in place, with a sentence about the result. */
const resultsInPlace: Readonly<Record<string, string>> = {
  'session.signIn': 'The frame of the profile appears, or the form shows the error.',
  'session.signOut': 'The sign-in screen appears.',
  'session.activate practiceCompany': 'The frame of the practice company appears.',
  'session.checkKeychain': 'The line about the keychain beside the button changes.',
  'session.activate profile': 'The frame of the profile appears.',
  'samples.change addDocuments': 'The batch with the samples is shown.',
  'samples.change endTour': 'The tour closes.',
  'documents.add': 'The batch with the files is shown.',
  'documents.choose': 'The batch with the files is shown.',
  'documents.batch start': 'The screen changes to the running batch.',
  'documents.batch pause': 'The button becomes Resume, and the heading says paused.',
  'documents.batch resume': 'The button becomes Pause, and the progress bar moves.',
  'documents.allBatches pause': 'The button in the tray becomes Resume all.',
  'documents.allBatches resume': 'The button in the tray becomes Pause all.',
  'documents.batch attachIncomplete': 'The rows of the beneficiary change their state under the button.',
  'documents.batch open': 'The batch is shown.',
  'documents.openManifest': 'The dialog shows the list and its effect.',
  'proofs.fetch': 'The references appear at the top of the list with their state.',
  'proofs.change retry': 'The rows change their state.',
  'proofs.change refresh': 'The rows change their state.',
  'proofs.change correct': 'The row shows the corrected reference and its state.',
  'proofs.change cancel': 'The rows change their state and the progress bar disappears.',
  'proofs.open link': 'The browser opens.',
  'proofs.library open': 'The notice with the button disappears or shows the error.',
  'statements.retry request': 'The row changes its state.',
  'statements.retry read': 'The statement opens, or the page shows the error again.',
  'statements.retry download': 'The row changes its state.',
  'statements.inbox chooseFolder': 'The folder appears beside the button.',
  'statements.inbox forgetFolder': 'The folder beside the button disappears.',
  'statements.inbox setListener': 'The switch moves, and the address appears beside the switch.',
  'statements.inbox copyListener': 'The button becomes a check mark that says Copied.',
  'recovery.file choose': 'The dialog for the passphrase names the file.',
  'dragOut.copy prepare': 'The file is dragged.',
  'dragOut.copy start': 'The file is dragged.',
  'dragOut.copy discard': 'The drag ends.',
  'review.open': 'The statement is shown in the chosen format.',
  'review.keepLayout': 'The columns stay in the layout of the clerk.',
  'review.compare open': 'The comparison is shown.',
  'review.ledger match': 'The result of the matching is shown.',
  'review.ledger retry': 'The result of the matching is shown, or the page shows the error again.',
  'review.ledger rejoin': 'The row moves to the matches, or loses its reason.',
  'review.compare close': 'The comparison is no longer shown.',
  'evidence.pack chooseFolder': 'The folder appears in the dialog.',
  'evidence.pack check': 'The dialog shows what was found.',
  'evidence.pack cancel': 'The progress disappears.',
  'settings.change': 'The control shows the new value.',
  'settings.dimWindowButtons': 'The buttons of the window darken with the page.',
  'settings.showDataFolder': 'The file manager opens.',
  'settings.quit': 'Paydesk ends.',
  'network.answerProxy': 'The dialog closes, or opens again when the credentials were refused.',
  'updates.change check': 'The notice beside the button shows the result.',
  'updates.change install': 'Paydesk restarts.',
  'shell.savedFile open': 'The program for the file opens.',
  'shell.savedFile show': 'The file manager opens.',
};

/** Names of the commands with one action, and `command action` for all others. */
const actionNames = Object.entries(commands).flatMap(([name, definition]) =>
  'actions' in definition ? Object.keys(definition.actions).map((action) => `${name} ${action}`) : [name],
);

/** True when a source calls an action, or calls its command with an action that only the program knows. */
function callsAction(text: string, actionName: string): boolean {
  const [name = '', action] = actionName.split(' ');
  if (action === undefined) return text.includes(`'${name}'`);
  const callPattern = new RegExp(`'${name}',\\s*\\{\\s*action(?:: ([^,}]*))?`, 'g');
  return [...text.matchAll(callPattern)].some(
    ([, value = '']) => !/^'\w+'\s*$/.test(value) || value.includes(`'${action}'`),
  );
}

const sources = readdirSync('src/renderer', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src/renderer', name), 'utf8') }));

/** Files whose commands get their toast from another file: a new beneficiary is shown together with its assignment. */
const filesWithToastElsewhere: readonly string[] = [join('features', 'documents', 'beneficiary-choice.ts')];

/** A call of a function that shows a toast. */
const toastCall = /\b(toast|toastSaved|toastCopied|toastAssignmentChange|toastExclusion)\(/;

describe('every command of the contract', () => {
  test.each(actionNames)('%s is in exactly one of the three lists', (name) => {
    const lists = [readCommands, commandsWithToast, Object.keys(resultsInPlace)].filter((list) =>
      list.includes(name),
    );
    expect(lists).toHaveLength(1);
  });

  test.each(commandsWithToast)('%s is called only in files that show a toast', (name) => {
    // Names in a type, such as `CommandArgs<'documents.change assign'>`, or as the key of a message are not calls.
    const callers = sources.filter(({ text }) =>
      callsAction(text.replace(/<'[^>]+'>|\bt\(\s*'[^']+'/g, ''), name),
    );
    expect(callers.length).toBeGreaterThan(0);
    const callersWithoutToast = callers
      .filter(({ text }) => !toastCall.test(text))
      .map((caller) => caller.name);
    expect(callersWithoutToast.filter((caller) => !filesWithToastElsewhere.includes(caller))).toEqual([]);
  });

  test('the lists name only commands that exist', () => {
    for (const name of [...readCommands, ...commandsWithToast, ...Object.keys(resultsInPlace)]) {
      expect(actionNames).toContain(name);
    }
  });
});

test('only the files that announce progress or changes in place call announce', () => {
  const announcingFiles = sources
    .filter(({ name, text }) => !name.endsWith('announcer.ts') && /\bannounce\(/.test(text))
    .map(({ name }) => name.split(sep).join('/'));
  expect(announcingFiles.toSorted()).toEqual([
    'app/profile-entries.ts',
    'app/text-size.ts',
    'app/tour/TourMark.tsx',
    'features/documents/ReviewScreen.tsx',
    'features/documents/frame.ts',
    'features/profiles/HostFields.tsx',
    'features/profiles/HostSuggestion.tsx',
    'features/profiles/ProfileEditor.tsx',
    'features/profiles/checks.ts',
    'features/session/SignInForm.tsx',
    'features/statements/agreement/use-agreement.ts',
    'features/statements/annotations/annotate.ts',
    'features/statements/group-actions.ts',
    'features/statements/review-actions.ts',
    'features/statements/views/saved-views.ts',
  ]);
});
