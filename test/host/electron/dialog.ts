/**
 * @file `dialog` of the host. A dialog is closed at once, as if the clerk had pressed Escape, unless a test has put an
 * answer in its place or a person is asked.
 */
import type * as Electron from 'electron';
import { records, type ShownDialog } from '../records.ts';
import { checkMessage, checkOpen, checkSave } from './dialog-options.ts';

/** Answers dialogs in the place of the clerk. */
export interface DialogAnswers {
  open(options: Electron.OpenDialogOptions): Promise<string[]>;
  save(options: Electron.SaveDialogOptions): Promise<string>;
  message(options: Electron.MessageBoxOptions): Promise<number>;
}

const closed: DialogAnswers = {
  open: async () => [],
  save: async () => '',
  message: async (options) => options.cancelId ?? 0,
};

let answers = closed;

/** Puts a person in charge of the dialogs. */
export function answerDialogs(by: DialogAnswers): void {
  answers = by;
}

/** Every function takes a window before its options, or none. */
function optionsOf<Options>(
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
    const filePaths = await answers.open(optionsOf(args, 'open', checkOpen));
    return { canceled: filePaths.length === 0, filePaths };
  },
  async showSaveDialog(
    ...args: [object, Electron.SaveDialogOptions] | [Electron.SaveDialogOptions]
  ): Promise<Electron.SaveDialogReturnValue> {
    const filePath = await answers.save(optionsOf(args, 'save', checkSave));
    return { canceled: filePath === '', filePath };
  },
  async showMessageBox(
    ...args: [object, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]
  ): Promise<Electron.MessageBoxReturnValue> {
    return {
      response: await answers.message(optionsOf(args, 'message', checkMessage)),
      checkboxChecked: false,
    };
  },
  showErrorBox(title: string, content: string): void {
    records.dialogs.push({ kind: 'error', options: { title, content } });
    console.error(`${title}: ${content}`);
  },
} satisfies Pick<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>;
