import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readContent } from '../../../../src/main/features/documents/intake/read-content.ts';
import { chunkLength } from '../../../../src/main/features/documents/intake/reread.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const watcher = { onProgress: () => undefined, onComputing: () => undefined };
const sizes = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, 2 * chunkLength + 1];

test('files of any size are read completely, several at once and one after the other', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const files = sizes.map((size, index) => ({
    file: join(path, `${size}.pdf`),
    bytes: Buffer.alloc(size, index + 1),
  }));
  for (const { file, bytes } of files) await writeFile(file, bytes);
  const expected = files.map(({ bytes }) => ({
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    head: bytes.subarray(0, 1_024).toString('hex'),
  }));
  const read = async (file: string) => {
    const content = await readContent(file, 'pdf', watcher);
    if (content === null) throw new Error('The file did not change');
    const { size, sha256, head } = content;
    return { size, sha256, head: Buffer.from(head).toString('hex') };
  };
  expect(await Promise.all(files.map(({ file }) => read(file)))).toEqual(expected);
  for (const [index, { file }] of files.entries()) expect(await read(file)).toEqual(expected[index]);
});
