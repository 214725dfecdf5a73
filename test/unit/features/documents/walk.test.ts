import { mkdir, open, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { walk } from '../../../../src/main/features/documents/intake/list-folders.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

async function listRows(...paths: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  for await (const { folder, name, reason } of walk(paths))
    rows.push(`${folder}/${name}${reason === null ? '' : `: ${reason.code}`}`);
  return rows;
}

async function createTemporaryFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

test('a folder reached twice is listed once: repeated links and paths are reported, and a link to a parent is a loop', async () => {
  const path = await createTemporaryFolder();
  await mkdir(join(path, 'drop', 'b'), { recursive: true });
  await mkdir(join(path, 'elsewhere'));
  await writeFile(join(path, 'elsewhere', 'scan.pdf'), '');
  await writeFile(join(path, 'drop', 'b', 'own.pdf'), '');
  await symlink(join(path, 'elsewhere'), join(path, 'drop', 'a'));
  await symlink(join(path, 'elsewhere'), join(path, 'drop', 'b', 'c'));
  await symlink(join(path, 'drop'), join(path, 'drop', 'd'));
  // The parent folder was not dropped, and contains the dropped one.
  await symlink('..', join(path, 'drop', 'e'));
  await symlink('self.pdf', join(path, 'drop', 'self.pdf'));
  expect(await listRows(join(path, 'drop'), join(path, 'drop', 'b'))).toEqual([
    'drop/a/scan.pdf',
    'drop/b/c: folder-repeated',
    'drop/b/own.pdf',
    'drop/d: link-loop',
    'drop/e/drop: link-loop',
    'drop/e/elsewhere: folder-repeated',
    'drop/self.pdf: link-loop',
    '/b: folder-repeated',
  ]);
});

test.runIf(process.platform === 'linux')(
  'a folder whose path cannot be resolved is listed, and a link in it is not followed',
  async () => {
    // The resolved path is longer than the system allows; the path through an open folder is not.
    const longPath = (count: number) => join(...Array<string>(count).fill('x'.repeat(200)));
    const outer = join(await createTemporaryFolder(), longPath(15));
    await mkdir(outer, { recursive: true });
    const handle = await open(outer);
    const inner = join('/proc/self/fd', String(handle.fd), longPath(10));
    onTestFinished(async () => {
      await rm(join(inner, '../../../../../..'), { recursive: true });
      await handle.close();
    });
    await mkdir(join(inner, 'scans'), { recursive: true });
    await writeFile(join(inner, 'scans', 'scan.pdf'), '');
    await symlink('..', join(inner, 'scans', 'parent'));
    await expect(realpath(inner)).rejects.toThrow('ENAMETOOLONG');
    expect(await listRows(join(inner, 'scans'))).toEqual(['scans/parent: unreadable', 'scans/scan.pdf']);
  },
);

test('two links to the next folder at every level do not multiply the files', async () => {
  const path = await createTemporaryFolder();
  const levels = 14;
  for (let level = 0; level < levels; level += 1) await mkdir(join(path, `level ${level}`));
  await writeFile(join(path, `level ${levels - 1}`, 'scan.pdf'), '');
  for (let level = 0; level + 1 < levels; level += 1) {
    for (const name of ['one', 'two'])
      await symlink(join(path, `level ${level + 1}`), join(path, `level ${level}`, name));
  }
  const rows = await listRows(join(path, 'level 0'));
  expect(rows.filter((row) => row.endsWith('scan.pdf'))).toHaveLength(1);
  expect(rows.filter((row) => row.endsWith('two: folder-repeated'))).toHaveLength(levels - 1);
  expect(rows).toHaveLength(levels);
});

const appData = 'C:\\Users\\mh\\AppData\\Local';

test.each([
  [`${appData}\\Temp\\5c0b2b34-8e0b.tmp`, true],
  ['C:\\Users\\MHANSE~1\\AppData\\Local\\Temp\\A1B2.TMP', true],
  [`${appData}\\Microsoft\\Windows\\INetCache\\Content.Outlook\\7Q2KX1AB\\invoice.pdf`, true],
  [`${appData}\\Microsoft\\Olk\\Attachments\\ooa-1\\invoice.pdf`, true],
  ['C:\\Users\\mh\\Temp\\invoice.pdf', false],
  ['D:\\Outlook\\Attachments\\invoice.pdf', false],
  ['D:\\temperature.tmp', false],
])('the file %s is rejected as a temporary copy, which is deleted soon: %s', async (windowsPath, isCopy) => {
  const path = await createTemporaryFolder();
  await writeFile(join(path, windowsPath), '%PDF-1.7');
  const row = `/${basename(windowsPath)}`;
  expect(await listRows(join(path, windowsPath))).toEqual([isCopy ? `${row}: temporary-copy` : row]);
});
