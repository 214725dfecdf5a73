/** @file Access to the contents of stored statements. Proofs use it as well, so it is created before them. */
import { createStatementEngine } from '../../statement-engine/process/client.ts';
import type { Ports } from '../ports.ts';
import { adoptFile } from './database/transfer.ts';
import { createReadGuard } from './read-guard.ts';
import {
  type Choices,
  createColumnLayouts,
  createRememberedInterpretations,
} from './requests/wallet-choices.ts';
import { createStatementFiles } from './statement-files.ts';
import { createPaymentsFinder } from './statement-payments.ts';

interface StatementReadingDeps extends Pick<Ports, 'library' | 'store' | 'clock' | 'processes'> {
  /** Storage of column layouts and reading options. */
  readonly choices: Choices;
  /** Entry module of the statement engine. */
  readonly engineEntry: URL;
  /** Called when a statement has become unreadable. */
  readonly onUnreadable: () => void;
}

export function createStatementReading(deps: StatementReadingDeps) {
  const { library, store, clock, choices } = deps;
  const statementFiles = createStatementFiles(library);
  const reading = {
    statementFiles,
    engine: createStatementEngine({ ...deps, entry: deps.engineEntry }),
    readGuard: createReadGuard(store, deps.onUnreadable),
    remembered: createRememberedInterpretations(choices),
    layouts: createColumnLayouts(choices),
  };
  return {
    ...reading,
    /** Returns the payments of references that the stored CSV statements of a profile contain, by reference. */
    findPayments: createPaymentsFinder({ store, ...reading }),
    /** Assigns files to the statements that they were stored for, after the library has listed them again. */
    async adoptFiles() {
      for (const { item, size, sha256, about } of (await statementFiles.listFiles()).values()) {
        if (about === null) continue;
        const format = await statementFiles.detectFormat(item);
        await store.run(adoptFile, { about, at: clock.now(), item, size, sha256, format });
      }
    },
  };
}
