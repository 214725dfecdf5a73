/** @file Activates a mutant in the worker threads and child processes of a test, too: they inherit the environment. */
import process from 'node:process';
import { beforeAll, inject } from 'vitest';

declare module 'vitest' {
  /** Values that Stryker's runner provides. */
  interface ProvidedContext {
    readonly mode: 'dry-run' | 'mutant';
    readonly mutantActivation: 'static' | 'runtime';
    readonly activeMutant: string;
  }
}

function activate(): void {
  process.env['__STRYKER_ACTIVE_MUTANT__'] = inject('activeMutant');
}

if (inject('mode') === 'mutant') {
  if (inject('mutantActivation') === 'static') activate();
  else beforeAll(activate);
}
