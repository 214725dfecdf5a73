/**
 * @file Counts the exports in progress, from the answer of the save dialog to the end of the command that opened it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CommandName } from '../shared/contract/index.ts';
import type { Dialogs } from './platform.ts';

/** Commands that write a file, or files into a folder. */
const exportCommands: ReadonlySet<string> = new Set<CommandName>([
  'documents.export',
  'proofs.save',
  'proofs.saveAll',
  'review.exportView',
  'review.exportOriginal',
  'activity.export',
  'recovery.save',
  'settings.saveDiagnostics',
]);

/** Tracks the exports that are being written. */
export interface ExportTracker {
  /** The system's dialogs, observed: an export begins when the clerk has chosen a path. */
  readonly dialogs: Dialogs;
  /** Runs a command and counts its export, if it writes one. */
  follow<Result>(command: string, run: () => Promise<Result>): Promise<Result>;
  /** Returns the number of exports that are being written. */
  inFlight(): number;
}

/** Creates a tracker over the system's dialogs. */
export function createExportTracker(dialogs: Dialogs): ExportTracker {
  const commands = new AsyncLocalStorage<{ writes: boolean }>();
  const running = new Set<{ writes: boolean }>();

  function chosen(isChosen: boolean): void {
    const command = commands.getStore();
    if (command !== undefined && isChosen) command.writes = true;
  }

  return {
    dialogs: {
      chooseFiles: () => dialogs.chooseFiles(),
      openFile: (title, extensions) => dialogs.openFile(title, extensions),
      choose: (question) => dialogs.choose(question),
      async chooseFolder() {
        const folders = await dialogs.chooseFolder();
        chosen(folders.length > 0);
        return folders;
      },
      async saveFile(title, suggestedName) {
        const path = await dialogs.saveFile(title, suggestedName);
        chosen(path !== null);
        return path;
      },
    },
    async follow(command, run) {
      if (!exportCommands.has(command)) return run();
      const now = { writes: false };
      running.add(now);
      try {
        return await commands.run(now, run);
      } finally {
        running.delete(now);
      }
    },
    inFlight: () => [...running].filter(({ writes }) => writes).length,
  };
}
