/**
 * @file Counts the exports in progress, from the answer of the save dialog to the end of the command that opened it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CommandName } from '../../shared/contract/index.ts';
import type { Dialogs } from '../platform/platform.ts';

/** Commands that write a file, or files into a folder. */
const exportCommands: ReadonlySet<string> = new Set<CommandName>([
  'documents.export',
  'proofs.save',
  'viewer.export',
  'activity.export',
  'needsYou.items',
  'recovery.file',
  'settings.saveDiagnostics',
]);

/** Tracks the exports that are being written. */
export type ExportTracker = ReturnType<typeof createExportTracker>;

/** Creates a tracker over the system's dialogs. What is chosen while Paydesk is locked does not count as chosen. */
export function createExportTracker(dialogs: Dialogs, isLocked: () => boolean = () => false) {
  const currentExecution = new AsyncLocalStorage<{ isWriting: boolean }>();
  const executions = new Set<{ isWriting: boolean }>();

  function onPathChosen(isChosen: boolean): void {
    const execution = currentExecution.getStore();
    if (execution !== undefined && isChosen) execution.isWriting = true;
  }

  return {
    /** The system's dialogs, wrapped so that an export counts from the moment at which the clerk chose a path. */
    dialogs: {
      chooseFiles: () => dialogs.chooseFiles(),
      chooseFileToOpen: (title, extensions) => dialogs.chooseFileToOpen(title, extensions),
      choose: (question) => dialogs.choose(question),
      async chooseFolders() {
        const chosen = await dialogs.chooseFolders();
        const folders = isLocked() ? [] : chosen;
        onPathChosen(folders.length > 0);
        return folders;
      },
      async chooseSavePath(title, suggestedName) {
        const chosen = await dialogs.chooseSavePath(title, suggestedName);
        const path = isLocked() ? null : chosen;
        onPathChosen(path !== null);
        return path;
      },
    } satisfies Dialogs,
    /** Runs a command. If the command exports, the export is counted until the command ends. */
    async track<Result>(command: string, run: () => Promise<Result>): Promise<Result> {
      if (!exportCommands.has(command)) return run();
      const execution = { isWriting: false };
      executions.add(execution);
      try {
        return await currentExecution.run(execution, run);
      } finally {
        executions.delete(execution);
      }
    },
    /** Returns the number of exports that are being written. */
    countInFlight: (): number => [...executions].filter(({ isWriting }) => isWriting).length,
  };
}
