/**
 * @file The screens, dialogs, panels and views whose layout is checked, by the journey that shows them. Add a new component
 * here and to its journey: test/unit/layers/layout.test.ts fails without the entry, the journey without the component.
 */

/** Names of components by journey; a component has its folder before the name when two components have the same name. */
export const componentsByJourney = {
  documents: [
    'AssignDialog',
    'BatchScreen',
    'CommandPalette',
    'CancelDialog',
    'DocumentPanel',
    'DocumentsScreen',
    'EarlierScreen',
    'EmptyScreen',
    'FolderDialog',
    'ReviewPanel',
    'ReviewScreen',
    'SettleDialog',
    'TraySheet',
  ],
  help: ['HelpPanel'],
  mapping: ['ManifestDialog', 'PatternDialog'],
  'needs-you': ['NeedPanel', 'NeedsYouScreen'],
  proofs: [
    'CorrectDialog',
    'LinkView',
    'PdfView',
    'ProofTabs',
    'ProofsScreen',
    'SwiftView',
    'TextView',
    'proofs/PasteDialog',
  ],
  'payment-status': ['ProofTabs', 'SwiftView'],
  'first-profile': ['ProfileEditor', 'SignInScreen'],
  'signing-in': ['CheckDialog', 'ProfileView'],
  'at-work': [
    'ActivityScreen',
    'AddDialog',
    'BeneficiariesScreen',
    'BeneficiaryPanel',
    'ConfirmDialog',
    'CreateDialog',
    'DiscardDialog',
    'DraftDialog',
    'EntryPanel',
    'FormDialog',
    'ImportDialog',
    'RemoveDialog',
    'RenameDialog',
    'SettingsScreen',
  ],
  recovery: ['RestoreDialog', 'SaveDialog'],
  statements: ['CoverageView', 'InboxView', 'RequestPanel', 'StatementsScreen', 'inbox/PasteDialog'],
  'statement-chart': ['ChartView'],
  'statements-review': [
    'CompareDialog',
    'CompareView',
    'GroupsView',
    'IntegrityPanel',
    'ReadDialog',
    'StatementViewer',
    'RowView',
    'SearchView',
  ],
} as const;

/**
 * Dialogs and marks without a component of their own, by file: the spec that checks their layout, and the name of the check.
 */
export const checkedElsewhere = {
  'app/profiles/ProxyQuestions.tsx': ['managed-machine.spec.ts', 'proxy-question'],
  'app/profiles/SignOutDialog.tsx': ['ending.spec.ts', 'sign-out'],
  'app/StartOver.tsx': ['first-steps.spec.ts', 'start-over'],
  'app/StartupFailed.tsx': ['earlier-data.spec.ts', 'earlier-data'],
  'app/help/Explanation.tsx': ['add-beneficiary.spec.ts', 'explanation'],
  'features/activity/PackCheckDialog.tsx': ['evidence-pack.spec.ts', 'evidence-check'],
  'features/documents/batches/BatchDialogs.tsx': ['documents-screens.spec.ts', 'documents-discard'],
  'features/documents/batches/CloseBatchDialog.tsx': ['narrow-keyboard.spec.ts', 'close-batch'],
  'features/documents/assign/ListProposals.tsx': ['first-steps.spec.ts', 'list-import'],
  'features/settings/DueFiles.tsx': ['retention.spec.ts', 'retention-confirm'],
  'features/statements/grid/ColumnsMenu.tsx': ['statements-screens.spec.ts', 'review-columns'],
  'features/statements/search/SearchGaps.tsx': ['statements.spec.ts', 'search-gaps'],
  'features/statements/search/SearchWallets.tsx': ['statements-screens.spec.ts', 'search-wallets'],
  'features/statements/agreement/AgreementPanel.tsx': ['statement-agreement.spec.ts', 'statement-agreement'],
  'features/statements/annotations/NoteDialog.tsx': ['annotations.spec.ts', 'annotation-note'],
  'features/statements/evidence/SavePackDialog.tsx': ['evidence-pack.spec.ts', 'evidence-contents'],
  'features/statements/ledger/RulesDialog.tsx': ['statement-ledger.spec.ts', 'ledger-rules'],
  'features/statements/ledger/SheetDialog.tsx': ['statement-ledger.spec.ts', 'ledger-sheet'],
  'features/statements/sign-off/SignOffDialog.tsx': ['sign-off.spec.ts', 'sign-off'],
  'features/statements/sign-off/SignOffHistory.tsx': ['sign-off.spec.ts', 'sign-off-history'],
  'features/statements/sign-off/WithdrawDialog.tsx': ['sign-off.spec.ts', 'sign-off-withdraw'],
  'features/statements/combined/CombineDialog.tsx': ['statements-combined.spec.ts', 'table-dialog'],
  'features/statements/combined/CombinedChecks.tsx': ['statements-combined.spec.ts', 'table-checks'],
  'features/statements/views/ExportViewsDialog.tsx': ['statement-views.spec.ts', 'views-export'],
  'features/statements/views/RenameViewDialog.tsx': ['statement-views.spec.ts', 'views-rename'],
  'features/statements/views/SaveViewDialog.tsx': ['statement-views.spec.ts', 'views-save'],
} as const;

/** Confirmations that differ from the checked `ConfirmDialog` in their texts only. */
export const sameLayoutAsConfirm = [
  'app/profiles/LeaveConfirmation.tsx',
  'features/proofs/LibraryNotice.tsx',
  'features/proofs/RemoveReferencesDialog.tsx',
  'features/profiles/RemoveProfile.tsx',
  'features/statements/inbox/QuarantinedEvents.tsx',
  'features/statements/ledger/LedgerChoice.tsx',
] as const;

export type Journey = keyof typeof componentsByJourney;
