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
    mutate: ['src/main/library/{files,library-files,manifest*,seal*}.ts'],
    tests: [
      'test/unit/library/**/*.test.ts',
      'test/unit/files/retry-while-locked.test.ts',
      'test/integration/library/{alterations,library,list,sealed-file}.test.ts',
      'test/faults/library-*.test.ts',
    ],
  },
  // Separate from the library, because deriving keys from passphrases is deliberately slow.
  keys: {
    mutate: ['src/main/library/{library,lost-marker,master-key,recovery-file}.ts'],
    tests: [
      'test/unit/library/{lost-marker,master-key}.test.ts',
      'test/integration/library/{lost-marker,recovery-file}.test.ts',
      'test/integration/library/{library,sealed-file,states}.test.ts',
    ],
  },
  store: {
    mutate: ['src/main/store/**/*.ts'],
    tests: ['test/unit/store/**/*.test.ts'],
  },
  workers: {
    mutate: ['src/main/workers/**/*.ts'],
    tests: [
      'test/unit/workers/**/*.test.ts',
      'test/unit/store/serve.test.ts',
      'test/unit/files/drive-processes.test.ts',
      'test/integration/workers/*.test.ts',
    ],
  },
  bridge: {
    mutate: ['src/main/bridge/**/*.ts'],
    tests: ['test/unit/bridge/**/*.test.ts', 'test/unit/electron/bridge-adapter.test.ts'],
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
    tests: [
      'test/unit/documents/{attach,attempt-failure,bandwidth,body,concurrency-limiter,connectivity-monitor,issued-link-registry,outcome}*.test.ts',
      'test/unit/documents/{progress,repeated-failure-detector,runner,upload-link-batcher,upload-slots}*.test.ts',
    ],
  },
  session: {
    mutate: ['src/main/features/session/**/*.ts'],
    tests: ['test/unit/session/**/*.test.ts', 'test/integration/session/[!r]*.test.ts'],
  },
  // What the statement engine says about money. Its tests are small files that are read in their own thread.
  review: {
    mutate: [
      'src/main/review/{amount,balance,date,decimal,exact,group,layout,left,money,running,sums}*.ts',
      'src/main/review/{directions,duplicate-references,header,movements,roles,unreadable-cells}.ts',
    ],
    tests: [
      'test/unit/statements/{amount-cells,amount-query,balance,charts,column-meanings,copied-rows,date-cells}.test.ts',
      'test/unit/statements/{duplicate-references,groups,layout,money-sums,read-options,read-preview}.test.ts',
      'test/unit/statements/{search-filters,table,unreadable-cells}.test.ts',
    ],
  },
  electron: {
    mutate: ['src/main/electron/**/*.ts'],
    tests: [
      'test/unit/electron/**/*.test.ts',
      'test/integration/updates/{updates,installation,proxy-sign-in,fetch-text}.test.ts',
    ],
  },
};
