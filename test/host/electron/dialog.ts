/**
 * @file `dialog` of the host. Cancels each dialog immediately, unless a test has replaced the function or a person answers
 * the dialogs.
 */
import type * as Electron from 'electron';
import { records, type ShownDialog } from '../records.ts';
import { app } from './app.ts';
import { checkFiles, checkMessage } from './dialog-options.ts';

/** Answers to dialogs. */
export interface DialogAnswers {
  open(options: Electron.OpenDialogOptions): Promise<string[]>;
  save(options: Electron.SaveDialogOptions): Promise<string>;
  message(options: Electron.MessageBoxOptions): Promise<number>;
}

const cancelingAnswers: DialogAnswers = {
  open: async () => [],
  save: async () => '',
  message: async (options) => options.cancelId ?? 0,
};

let answers = cancelingAnswers;

/** Replaces the answers of all later dialogs. */
export function answerDialogs(newAnswers: DialogAnswers): void {
  answers = newAnswers;
}

/** Returns, validates and records the options of a call, which may have a window as first argument. */
function recordOptions<Options>(
  args: [object, Options] | [Options],
  kind: ShownDialog['kind'],
  check: (options: Options) => void,
): Options {
  const options = args.length === 2 ? args[1] : args[0];
  check(options);
  records.dialogs.push({ kind, options: structuredClone(options) });
  return options;
}

/** See `Electron.Dialog`. */
export const dialog = {
  async showOpenDialog(
    ...args: [object, Electron.OpenDialogOptions] | [Electron.OpenDialogOptions]
  ): Promise<Electron.OpenDialogReturnValue> {
    const filePaths = await answers.open(recordOptions(args, 'open', checkFiles));
    return { canceled: filePaths.length === 0, filePaths };
  },
  async showSaveDialog(
    ...args: [object, Electron.SaveDialogOptions] | [Electron.SaveDialogOptions]
  ): Promise<Electron.SaveDialogReturnValue> {
    const filePath = await answers.save(recordOptions(args, 'save', checkFiles));
    return { canceled: filePath === '', filePath };
  },
  async showMessageBox(
    ...args: [object, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]
  ): Promise<Electron.MessageBoxReturnValue> {
    return {
      response: await answers.message(recordOptions(args, 'message', checkMessage)),
      checkboxChecked: false,
    };
  },
  showErrorBox(title: string, content: string): void {
    // On Linux, Electron shows no dialog before it is ready.
    const isShown = app.isReady() || process.platform !== 'linux';
    if (isShown) records.dialogs.push({ kind: 'error', options: { title, content } });
    console.error(`${isShown ? 'Dialog: ' : ''}${title}: ${content}`);
  },
} satisfies Pick<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>;
