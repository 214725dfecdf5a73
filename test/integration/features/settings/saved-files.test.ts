/** @file Only files that the clerk saved during the present run can be opened and shown. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { canOpenFile } from '../../../../src/shared/model/saved-file.ts';
import { startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';

let testApp: TestApp;
let folder: string;
let dataFolder: string;

/** Starts Paydesk, also again. */
async function start(): Promise<void> {
  testApp = await startTestApp({ dataFolder, managed: {} });
}

beforeAll(async () => {
  const temporary = await temporaryFolder();
  dataFolder = temporary.path;
  await start();
  return async () => {
    await testApp.close();
    await temporary.remove();
  };
});

beforeEach(async () => {
  folder = await mkdtemp(join(dataFolder, 'clerk '));
  testApp.platform.seen.openedFiles.length = 0;
  testApp.platform.seen.shownFiles.length = 0;
});

/** Saves the diagnostics under a name; returns the path and its reference. */
async function save(name: string): Promise<{ path: string; reference: string }> {
  const path = join(folder, name);
  testApp.platform.answers.savePath = path;
  const { savedAs } = await testApp.call('settings.saveDiagnostics', {});
  if (savedAs === null) throw new Error('Nothing was saved');
  return { path, reference: savedAs.reference };
}

const openedAndShownPaths = () => [testApp.platform.seen.openedFiles, testApp.platform.seen.shownFiles];

test('a saved file is opened and shown repeatedly by its reference', async () => {
  const { path, reference } = await save('diagnostics.zip');
  await testApp.call('shell.savedFile', { action: 'open', reference });
  await testApp.call('shell.savedFile', { action: 'open', reference });
  await testApp.call('shell.savedFile', { action: 'show', reference });
  expect(openedAndShownPaths()).toEqual([[path, path], [path]]);
});

test('an unknown reference and a path open nothing', async () => {
  const { path } = await save('diagnostics.zip');
  for (const reference of ['nothing', path]) {
    for (const action of ['open', 'show'] as const) {
      await expect(testApp.call('shell.savedFile', { action, reference })).rejects.toMatchObject({
        code: 'arguments-invalid',
      });
    }
  }
  expect(openedAndShownPaths()).toEqual([[], []]);
});

test('a reference of another run opens nothing', async () => {
  const { reference } = await save('diagnostics.zip');
  await testApp.close();
  await start();
  await expect(testApp.call('shell.savedFile', { action: 'open', reference })).rejects.toMatchObject({
    code: 'arguments-invalid',
  });
});

test('a missing file is reported with its name and without its path', async () => {
  const { path, reference } = await save('diagnostics.zip');
  await rm(path);
  for (const action of ['open', 'show'] as const) {
    await expect(testApp.call('shell.savedFile', { action, reference })).rejects.toMatchObject({
      code: 'saved-file-missing',
      details: { file: 'diagnostics.zip' },
    });
  }
  expect(openedAndShownPaths()).toEqual([[], []]);
});

test.each([
  ['a link to another file', (path: string) => symlink('/bin/sh', path)],
  ['a folder', (path: string) => mkdir(path)],
])('%s that replaced a saved file is not opened', async (_, replaceFile) => {
  const { path, reference } = await save('diagnostics.zip');
  await rm(path);
  await replaceFile(path);
  await expect(testApp.call('shell.savedFile', { action: 'open', reference })).rejects.toMatchObject({
    code: 'saved-file-missing',
  });
  expect(openedAndShownPaths()).toEqual([[], []]);
});

test('a file with the name of a program is shown in its folder, but never opened', async () => {
  const { path, reference } = await save('diagnostics.exe');
  await expect(testApp.call('shell.savedFile', { action: 'open', reference })).rejects.toMatchObject({
    code: 'file-not-opened',
  });
  await testApp.call('shell.savedFile', { action: 'show', reference });
  expect(openedAndShownPaths()).toEqual([[], [path]]);
});

test('a file that could not be written has no reference', async () => {
  testApp.platform.answers.savePath = join(folder, 'missing', 'diagnostics.zip');
  await expect(testApp.call('settings.saveDiagnostics', {})).rejects.toMatchObject({
    code: 'file-not-written',
  });
});

const extensionsByUse = {
  opened: ['csv', 'PDF', 'json', 'zip', 'png', 'xml', 'txt', 'b.xlsx'],
  refused:
    'exe bat cmd com scr lnk url js vbs ps1 msi hta html svg xlsm docm sh command app desktop jar reg pdf.exe paydesk-recovery'.split(
      ' ',
    ),
};

test.each(extensionsByUse.opened)('a saved file with the extension %s may be opened', (extension) => {
  expect(canOpenFile(`/folder/a.${extension}`)).toBe(true);
});

test.each(
  extensionsByUse.refused
    .map((extension) => `a.${extension}`)
    .concat('csv', 'a', '.pdf/a', 'a.csv ', 'a.csv.'),
)('a saved file with the name “%s” may not be opened', (name) => {
  expect(canOpenFile(`/folder/${name}`)).toBe(false);
});
