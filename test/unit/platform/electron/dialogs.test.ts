import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDialogs } from '../../../../src/main/platform/electron/dialogs.ts';
import { openLastFolders } from '../../../../src/main/platform/electron/last-folders.ts';
import { createWebPreferences } from '../../../../src/main/platform/electron/window.ts';
import { answerDialogs } from '../../../host/electron/dialog.ts';
import { records } from '../../../host/records.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-dialogs-'));
  file = join(folder, 'folders.json');
  records.dialogs.length = 0;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** Creates dialogs with answers of the clerk; a missing answer closes the dialog. */
function createTestDialogs(
  answers: { open?: string[]; save?: string; button?: number } = {},
  findWindow: () => BrowserWindow | null = () => null,
) {
  answerDialogs({
    open: async () => answers.open ?? [],
    save: async () => answers.save ?? '',
    message: async (options) => answers.button ?? options.cancelId ?? 0,
  });
  return createDialogs(findWindow, openLastFolders(file));
}

const openWindow = () =>
  new BrowserWindow({ webPreferences: { ...createWebPreferences('/preload.cjs', true) } });
const getLastOptions = (): unknown => records.dialogs.at(-1)?.options;
const question = { title: 'Quit?', detail: '3 documents are being sent.', answers: ['Quit', 'Stay'] };

describe('dialogs for reading', () => {
  test('return every chosen file or folder, and start in the last used folder, also after a restart', async () => {
    const open = ['/scans/october/a.pdf', '/scans/october/b.pdf'];
    expect(await createTestDialogs({ open }).chooseFiles()).toEqual(open);
    expect(getLastOptions()).toEqual({ properties: ['openFile', 'multiSelections'] });
    expect(await createTestDialogs({ open: ['/scans'] }).chooseFolders()).toEqual(['/scans']);
    expect(getLastOptions()).toEqual({
      properties: ['openDirectory', 'multiSelections'],
      defaultPath: '/scans/october',
    });
  });

  test('return one file of the requested types', async () => {
    const dialogs = createTestDialogs({ open: ['/lists/r.csv'] });
    expect(await dialogs.chooseFileToOpen('Import beneficiaries', ['csv', 'txt'])).toBe('/lists/r.csv');
    expect(getLastOptions()).toEqual({
      title: 'Import beneficiaries',
      message: 'Import beneficiaries',
      filters: [{ name: 'CSV, TXT', extensions: ['csv', 'txt'] }],
      properties: ['openFile'],
    });
  });
});

test('dialogs for writing suggest the file name, in the folder of the last written file', async () => {
  await createTestDialogs({ open: ['/scans/a.pdf'] }).chooseFiles();
  const dialogs = createTestDialogs({ save: '/results/october.csv' });
  expect(await dialogs.chooseSavePath('Export result', 'batch-14.csv')).toBe('/results/october.csv');
  expect(getLastOptions()).toEqual({
    title: 'Export result',
    message: 'Export result',
    defaultPath: 'batch-14.csv',
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  await dialogs.chooseSavePath('Export result', 'batch-15.csv');
  expect(getLastOptions()).toMatchObject({ defaultPath: join('/results', 'batch-15.csv') });
});

test('questions return the index of the chosen answer, and the last, harmless one when they are closed or confirmed with Enter', async () => {
  expect(await createTestDialogs({ button: 0 }).choose(question)).toBe(0);
  expect(await createTestDialogs().choose(question)).toBe(1);
  expect(getLastOptions()).toEqual({
    type: 'question',
    title: 'Quit?',
    message: 'Quit?',
    detail: '3 documents are being sent.',
    buttons: ['Quit', 'Stay'],
    cancelId: 1,
    defaultId: 1,
    noLink: true,
  });
});

describe('every dialog', () => {
  test.each([openWindow, () => null])('is modal to the window when there is one (%#)', async (find) => {
    const window = find();
    const openingMethods = [
      vi.spyOn(dialog, 'showOpenDialog'),
      vi.spyOn(dialog, 'showSaveDialog'),
      vi.spyOn(dialog, 'showMessageBox'),
    ];
    const dialogs = createTestDialogs({}, () => window);
    await dialogs.chooseFiles();
    await dialogs.chooseSavePath('Export', 'a.csv');
    await dialogs.choose(question);
    for (const method of openingMethods) {
      expect(method).toHaveBeenCalledOnce();
      expect(method.mock.calls[0]?.slice(0, -1)).toEqual(window === null ? [] : [window]);
    }
  });

  test.each([
    [true, ['/scans/a.pdf'], '/results/a.csv'],
    [false, [], ''],
  ])('returns nothing when canceled (%s) or nothing was selected', async (canceled, filePaths, filePath) => {
    vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled, filePaths });
    vi.spyOn(dialog, 'showSaveDialog').mockResolvedValue({ canceled, filePath });
    const dialogs = createTestDialogs();
    expect(await dialogs.chooseFiles()).toEqual([]);
    expect(await dialogs.chooseFolders()).toEqual([]);
    expect(await dialogs.chooseFileToOpen('Import', ['csv'])).toBeNull();
    expect(await dialogs.chooseSavePath('Export', 'a.csv')).toBeNull();
  });

  test.each(['minimize', 'hide'] as const)('shows its window first (window after %s)', async (hiding) => {
    const window = openWindow();
    const dialogs = createTestDialogs({}, () => window);
    const visibilities: boolean[] = [];
    vi.spyOn(dialog, 'showMessageBox').mockImplementation(async () => {
      visibilities.push(window.isVisible() && !window.isMinimized());
      return { response: 1, checkboxChecked: false };
    });
    window[hiding]();
    expect(await dialogs.choose(question)).toBe(1);
    expect(visibilities).toEqual([true]);
  });
});

describe('the remembered folders', () => {
  test('are written as JSON, and not again while they are unchanged', async () => {
    const folders = openLastFolders(file);
    await folders.remember('reading', '/scans');
    await folders.remember('writing', '/results');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ reading: '/scans', writing: '/results' });
    await rm(file);
    await folders.remember('reading', '/scans');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test.each(['', '{', '[]', '{"reading":7}', '{"reading":"/a","writing":null}'])(
    'are discarded when the file holds %o',
    async (content) => {
      await writeFile(file, content);
      expect(await openLastFolders(file).of('reading')).toBeNull();
    },
  );

  test('are kept in memory when they cannot be written', async () => {
    const folders = openLastFolders(join(folder, 'absent', 'folders.json'));
    await folders.remember('reading', '/scans');
    expect(await folders.of('reading')).toBe('/scans');
  });
});
