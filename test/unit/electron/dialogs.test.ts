import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDialogs } from '../../../src/main/electron/dialogs.ts';
import { openLastFolders } from '../../../src/main/electron/last-folders.ts';
import { createWebPreferences } from '../../../src/main/electron/window.ts';
import { answerDialogs } from '../../host/electron/dialog.ts';
import { records } from '../../host/records.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-dialogs-'));
  file = join(folder, 'folders.json');
  records.dialogs.length = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates dialogs with answers of the clerk; a missing answer closes the dialog. */
function createTestDialogs(answers: { open?: string[]; save?: string; button?: number }) {
  answerDialogs({
    open: async () => answers.open ?? [],
    save: async () => answers.save ?? '',
    message: async (options) => answers.button ?? options.cancelId ?? 0,
  });
  return createDialogs(() => null, openLastFolders(file));
}

function getLastOptions(): unknown {
  return records.dialogs.at(-1)?.options;
}

describe('dialogs for reading', () => {
  test('return every chosen file', async () => {
    const open = ['/scans/a.pdf', '/scans/b.pdf'];
    expect(await createTestDialogs({ open }).chooseFiles()).toEqual(open);
    expect(getLastOptions()).toEqual({ properties: ['openFile', 'multiSelections'] });
  });

  test('return every chosen folder', async () => {
    expect(await createTestDialogs({ open: ['/scans'] }).chooseFolders()).toEqual(['/scans']);
    expect(getLastOptions()).toEqual({ properties: ['openDirectory', 'multiSelections'] });
  });

  test('return one file of the requested types', async () => {
    const path = await createTestDialogs({ open: ['/lists/r.csv'] }).chooseFileToOpen(
      'Import beneficiaries',
      ['csv', 'txt'],
    );
    expect(path).toBe('/lists/r.csv');
    expect(getLastOptions()).toEqual({
      title: 'Import beneficiaries',
      message: 'Import beneficiaries',
      filters: [{ name: 'CSV, TXT', extensions: ['csv', 'txt'] }],
      properties: ['openFile'],
    });
  });

  test('return nothing when they are closed', async () => {
    expect(await createTestDialogs({}).chooseFiles()).toEqual([]);
    expect(await createTestDialogs({}).chooseFileToOpen('Import', ['csv'])).toBeNull();
  });

  test('start in the last used folder, also after a restart', async () => {
    await createTestDialogs({ open: ['/scans/october/a.pdf'] }).chooseFiles();
    await createTestDialogs({}).chooseFolders();
    expect(getLastOptions()).toMatchObject({ defaultPath: '/scans/october' });
  });
});

describe('dialogs for writing', () => {
  test('suggest the file name, in the folder of the last written file', async () => {
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

  test('return nothing when they are closed', async () => {
    expect(await createTestDialogs({}).chooseSavePath('Export', 'a.csv')).toBeNull();
  });
});

describe('questions', () => {
  const question = { title: 'Quit?', detail: '3 documents are being sent.', answers: ['Quit', 'Stay'] };

  test('return the index of the chosen answer', async () => {
    expect(await createTestDialogs({ button: 0 }).choose(question)).toBe(0);
  });

  test('default to the last, harmless answer when they are closed or confirmed with Enter', async () => {
    expect(await createTestDialogs({}).choose(question)).toBe(1);
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
});

describe('every dialog', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is modal to the window when there is one', async () => {
    const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('/preload.cjs', true) } });
    const openingMethods = [
      vi.spyOn(dialog, 'showOpenDialog'),
      vi.spyOn(dialog, 'showSaveDialog'),
      vi.spyOn(dialog, 'showMessageBox'),
    ];
    const dialogs = createDialogs(() => window, openLastFolders(file));
    await dialogs.chooseFiles();
    await dialogs.chooseSavePath('Export', 'a.csv');
    await dialogs.choose({ title: 'Quit?', detail: '', answers: ['Quit', 'Stay'] });
    for (const method of openingMethods)
      expect(method).toHaveBeenCalledExactlyOnceWith(window, expect.anything());
  });

  test('has no parent while there is no window', async () => {
    const openingMethods = [vi.spyOn(dialog, 'showOpenDialog'), vi.spyOn(dialog, 'showMessageBox')];
    await createTestDialogs({}).chooseFiles();
    await createTestDialogs({}).choose({ title: 'Quit?', detail: '', answers: ['Quit', 'Stay'] });
    for (const method of openingMethods) expect(method).toHaveBeenCalledExactlyOnceWith(expect.anything());
  });

  test('returns nothing when it was canceled, whatever was selected', async () => {
    vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled: true, filePaths: ['/scans/a.pdf'] });
    vi.spyOn(dialog, 'showSaveDialog').mockResolvedValue({ canceled: true, filePath: '/results/a.csv' });
    expect(await createTestDialogs({}).chooseFiles()).toEqual([]);
    expect(await createTestDialogs({}).chooseSavePath('Export', 'a.csv')).toBeNull();
  });

  test('returns nothing when it was confirmed without a selection', async () => {
    vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled: false, filePaths: [] });
    vi.spyOn(dialog, 'showSaveDialog').mockResolvedValue({ canceled: false, filePath: '' });
    expect(await createTestDialogs({}).chooseFolders()).toEqual([]);
    expect(await createTestDialogs({}).chooseSavePath('Export', 'a.csv')).toBeNull();
  });
});

describe('the remembered folders', () => {
  test('are not written again while they are unchanged', async () => {
    const folders = openLastFolders(file);
    await folders.remember('reading', '/scans');
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

  test('are written as JSON', async () => {
    const folders = openLastFolders(file);
    await folders.remember('reading', '/scans');
    await folders.remember('writing', '/results');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ reading: '/scans', writing: '/results' });
  });
});

describe('a dialog over a window that is not visible', () => {
  /** Opens dialogs over a window and records whether the window was visible when each dialog opened. */
  function createDialogsOver(window: BrowserWindow): {
    readonly ask: () => Promise<number>;
    readonly visibilities: boolean[];
  } {
    const visibilities: boolean[] = [];
    answerDialogs({
      open: async () => [],
      save: async () => '',
      async message() {
        visibilities.push(window.isVisible() && !window.isMinimized());
        return 1;
      },
    });
    const dialogs = createDialogs(() => window, openLastFolders(file));
    return {
      ask: () => dialogs.choose({ title: 'Paydesk is still working', detail: '', answers: ['Quit', 'Stay'] }),
      visibilities,
    };
  }

  test.each(['minimize', 'hide'] as const)(
    'shows the window before the dialog opens (window after %s)',
    async (hiding) => {
      const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('preload.cjs', true) } });
      const { ask, visibilities } = createDialogsOver(window);
      window[hiding]();
      expect(await ask()).toBe(1);
      expect(visibilities).toEqual([true]);
    },
  );
});
