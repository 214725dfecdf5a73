/**
 * @file Which screens, dialogs, panels and views the layout is looked at on, by the journey that shows them. A new one
 * belongs here and in a journey; test/unit/layers/layout.test.ts misses it otherwise, and the journey fails if it does
 * not show it.
 */

/** Components by journey. Where two files have a component of one name, its folder comes first. */
export const visited = {
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
  mapping: ['ManifestDialog', 'PatternDialog'],
  'needs-you': ['NeedPanel', 'NeedsYouScreen'],
  proofs: ['IsoView', 'LinkView', 'PdfView', 'ProofsScreen', 'SwiftView', 'TextView', 'proofs/PasteDialog'],
  'payment-status': ['IsoView', 'SwiftView'],
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
    'ImportDialog',
    'RemoveDialog',
    'RenameDialog',
    'SettingsScreen',
  ],
  recovery: ['RestoreDialog', 'SaveDialog'],
  statements: [
    'RequestPanel',
    'ColumnReadingDialog',
    'CoverageView',
    'InboxView',
    'IntegrityPanel',
    'LinesBeforeDialog',
    'ReadDialog',
    'ReviewView',
    'RowView',
    'SearchView',
    'StatementsScreen',
    'statements/PasteDialog',
  ],
} as const;

/**
 * Questions and marks that are not components of their own, by their file: the spec that looks at their layout, and the
 * name of the look.
 */
export const checkedElsewhere = {
  'app/ProxyQuestions.tsx': ['office.spec.ts', 'proxy-question'],
  'app/SignOutDialog.tsx': ['ending.spec.ts', 'sign-out'],
  'app/StartOver.tsx': ['first-steps.spec.ts', 'start-over'],
  'app/tour/TourMark.tsx': ['first-steps.spec.ts', 'tour'],
  'features/documents/BatchDialogs.tsx': ['documents-screens.spec.ts', 'documents-discard'],
  'features/documents/CloseBatchDialog.tsx': ['open-batches.spec.ts', 'open-close'],
  'features/documents/ListProposals.tsx': ['first-steps.spec.ts', 'list-import'],
  'features/statements/ColumnsMenu.tsx': ['statements-screens.spec.ts', 'review-columns'],
} as const;

/** Questions of two sentences in the dialog that `ConfirmDialog` is looked at as. */
export const onlyOtherWords = [
  'app/LeaveDialog.tsx',
  'features/proofs/LibraryNotice.tsx',
  'profiles/RemoveProfile.tsx',
] as const;

/** A journey through screens. */
export type Journey = keyof typeof visited;
