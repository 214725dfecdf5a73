/** @file Translation of file-system errors into Paydesk's error codes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  flushFolder,
  isMissingFileError,
  toWriteError,
  writeSmallFile,
} from '../../../../src/main/storage/library/files.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const systemError = (code: unknown) => Object.assign(new Error('it failed'), { code });

test('a file is missing only for the system error ENOENT', () => {
  expect(isMissingFileError(systemError('ENOENT'))).toBe(true);
  for (const thrown of [systemError('EACCES'), systemError(2), new Error('ENOENT'), { code: 'ENOENT' }, null])
    expect(isMissingFileError(thrown)).toBe(false);
});

test.each([
  ['ENOSPC', { code: 'disk-full', retryable: true }],
  ['EDQUOT', { code: 'disk-full', retryable: true }],
  ['EIO', { code: 'file-not-written', retryable: false, details: { cause: 'EIO' } }],
])('a write that fails with %s is reported as %o', (code, expected) => {
  expect(toWriteError(systemError(code))).toMatchObject(expected);
});

test.each([
  ['an error of the closed set', new PaydeskError('cancelled', 'It was cancelled')],
  ['an error of Node', systemError('ERR_INVALID_ARG_TYPE')],
  ['a code of another form', systemError('xEIO')],
  ['a code with a suffix', systemError('EIO-2')],
  ['an error without code', new TypeError('it is wrong')],
  ['a value that is not an error', 'thrown'],
])('%s is returned unchanged', (_, thrown) => {
  expect(toWriteError(thrown)).toBe(thrown);
});

test('a small file is replaced completely, without a temporary file left', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const file = join(path, 'file');
  await writeSmallFile(file, Buffer.from('first and long'));
  await writeSmallFile(file, Buffer.from('second'));
  expect(await readFile(file, 'utf8')).toBe('second');
  expect(await readdir(path)).toEqual(['file']);
});

test('a folder that cannot be flushed is not an error, because the rename has succeeded', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await expect(flushFolder(join(path, 'missing'))).resolves.toBeUndefined();
  await expect(flushFolder(path)).resolves.toBeUndefined();
});
