/** @file The folders whose code is mutated, and the tests that must detect the mutants. */

/** A mutated folder and its tests. */
interface MutationPlan {
  /** Patterns of the files that are mutated. */
  readonly mutate: readonly string[];
  /** Patterns of fast test files that use the code in their own thread; coverage of other threads is not measured. */
  readonly tests: readonly string[];
}

/** The folders by name, the most important first. */
export const folders: Readonly<Record<string, MutationPlan>> = {
  library: {
    mutate: ['src/main/storage/library/{database,files,items,library-files,seal*}.ts'],
    tests: [
      'test/unit/storage/library/**/*.test.ts',
      'test/unit/files/retry-while-locked.test.ts',
      // A user of collections.
      'test/unit/features/statements/stored-file.test.ts',
      'test/integration/storage/library/{alterations,library,sealed-file}.test.ts',
      'test/faults/library-*.test.ts',
    ],
  },
  // Separate from the library, because deriving keys from passphrases is deliberately slow.
  keys: {
    mutate: ['src/main/storage/library/{library,lost-marker,master-key,recovery-file}.ts'],
    tests: [
      'test/unit/storage/library/{lost-marker,master-key}.test.ts',
      'test/integration/storage/library/{lost-marker,recovery-file}.test.ts',
      'test/integration/storage/library/{library,recovery,sealed-file,states}.test.ts',
      'test/integration/features/earlier-data.test.ts',
    ],
  },
  store: {
    mutate: ['src/main/storage/{store,generation}/**/*.ts', 'src/main/storage/disk-space.ts'],
    tests: ['test/unit/storage/{store,generation}/**/*.test.ts', 'test/unit/storage/disk-space.test.ts'],
  },
  workers: {
    mutate: ['src/main/workers/**/*.ts'],
    tests: [
      'test/unit/workers/**/*.test.ts',
      'test/unit/storage/store/store-thread.test.ts',
      'test/unit/files/drive-processes.test.ts',
      'test/integration/workers/*.test.ts',
    ],
  },
  bridge: {
    mutate: ['src/main/bridge/**/*.ts'],
    tests: ['test/unit/bridge/**/*.test.ts', 'test/unit/platform/electron/bridge-adapter.test.ts'],
  },
  service: {
    mutate: ['src/main/service/**/*.ts'],
    tests: [
      'test/unit/service/**/*.test.ts',
      'test/integration/service/[!s]*.test.ts',
      'test/integration/service/secrets.test.ts',
    ],
  },
  transfer: {
    mutate: ['src/main/features/*/transfer/**/*.ts'],
    tests: ['test/unit/features/documents/transfer/*.test.ts'],
  },
  session: {
    mutate: ['src/main/features/session/**/*.ts'],
    tests: [
      'test/unit/features/session/**/*.test.ts',
      'test/integration/features/session/*.test.ts',
      'test/integration/features/activity/activity.test.ts',
    ],
  },
  // What the statement engine says about money. Its tests are small files that are read in their own thread.
  'statement-engine': {
    mutate: [
      'src/main/statement-engine/columns/{amount,date,decimal,directions,header,movements,roles,running,unreadable}*.ts',
      'src/main/statement-engine/query/{date,exact,group,left,money,sums}*.ts',
      'src/main/statement-engine/{checks/balance*,compare/duplicate-references,read/{code-pages,header,layout,quoted-lines,unquoted-amounts}}.ts',
    ],
    tests: [
      'test/unit/statement-engine/{charts,checks,columns,combined,compare,search}/*.test.ts',
      'test/unit/statement-engine/query/{groups,money-sums,payments,row-states,search-filters,undecided}.test.ts',
      'test/unit/statement-engine/read/{fuzz,layout,quoted-lines,read-*,remembered-interpretation,unquoted-amounts}.test.ts',
    ],
  },
  // What proofs say about payments.
  proofs: {
    mutate: [
      'src/main/features/proofs/extraction/{fact-text,facts,payment-status,sniff}.ts',
      'src/main/features/proofs/extraction/{iso20022,swift}/*.ts',
    ],
    tests: [
      'test/unit/features/proofs/{content,iso-values,payment-messages,sniff,swift-*}.test.ts',
      'test/unit/features/statements/agreement.test.ts',
    ],
  },
  workbooks: { mutate: ['src/main/formats/xlsx/*.ts'], tests: ['test/unit/formats/ledger-*.test.ts'] },
  evidence: {
    mutate: ['src/main/features/evidence/*.ts'],
    tests: ['test/unit/features/evidence/*.test.ts', 'test/integration/features/evidence/*.test.ts'],
  },
  inbox: {
    mutate: ['src/main/features/statements/inbox/*.ts'],
    tests: [
      'test/unit/features/statements/{event,event-sources,folder,quarantine}.test.ts',
      'test/integration/features/statements/inbox.test.ts',
    ],
  },
  // What clerks decided about statements, and what of them is removed.
  decisions: {
    mutate: [
      'src/main/features/statements/{ledger,sign-off,views}/*.ts',
      'src/main/features/statements/retained-statements.ts',
    ],
    tests: [
      'test/unit/features/{retention/retained-items,statements/{ledger-files,view-file}}.test.ts',
      'test/integration/features/statements/{annotations,exports,ledger,views}.test.ts',
      'test/integration/features/retention/retention.test.ts',
    ],
  },
  activity: {
    mutate: ['src/main/features/activity/excerpt.ts'],
    tests: ['test/integration/features/activity/chain.test.ts'],
  },
  files: {
    mutate: ['src/main/files/{byte-sender,dragged-copies}.ts'],
    tests: ['test/unit/files/{bytes,dragged-copies}.test.ts'],
  },
  electron: {
    mutate: ['src/main/platform/electron/**/*.ts'],
    tests: [
      'test/unit/platform/electron/**/*.test.ts',
      'test/integration/platform/updates/{updates,installation,proxy-sign-in,fetch-text}.test.ts',
    ],
  },
};
