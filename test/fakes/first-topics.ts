/** @file The topics of a program that has just started, signed out and without data. */
import type { TopicName, TopicValue } from '../../src/shared/contract/index.ts';
import { noNeeds } from '../../src/shared/contract/needs-you.ts';
import { noStatements } from '../../src/shared/contract/statements.ts';
import { defaultSettings } from '../../src/shared/model/settings.ts';
import { noSearch } from '../../src/shared/model/statements/statement-search.ts';

export const firstTopics: { readonly [Name in TopicName]: TopicValue<Name> } = {
  startup: { state: 'ready' },
  session: { state: 'signed-out', locked: false },
  profiles: { entries: [], practiceOffered: false, managedProblems: [], lastUsed: null },
  keychain: { state: 'available', name: '' },
  batches: [],
  moreBatches: { batches: 0, needClerk: 0 },
  beneficiaries: { revision: 0, total: 0, counts: {}, unknown: [] },
  proofs: { revision: 0, total: 0, counts: {}, running: null },
  pages: null,
  library: { state: 'unused' },
  statements: noStatements,
  search: noSearch,
  activity: { entries: 0 },
  evidence: {},
  settings: defaultSettings,
  proxyQuestion: null,
  update: { state: 'off' },
  needsYou: noNeeds,
  diskFull: null,
  clockOffset: 0,
};
