import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { minKernelBytes, openSealed } from '../../../../src/main/statement-engine/read/read-sealed.ts';
import { benchLibrary } from '../../../bench/statement-engine.ts';

test('a large sealed statement is decrypted into the memory of the kernel completely, and refused when a byte was altered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-large-'));
  const library = benchLibrary(folder);
  onTestFinished(async () => {
    await library.close();
    await rm(folder, { recursive: true, force: true });
  });
  const row = '2026-01-15,R4711,-17.25,"Kärcher,\nas ""agreed"""\n';
  const rowCount = Math.ceil(minKernelBytes / row.length);
  const bytes = Buffer.from(`Date,Reference,Amount,Text\n${row.repeat(rowCount)}`);
  expect(bytes.length).toBeGreaterThan(minKernelBytes);
  const { id } = await library.seal('statement', {}, [bytes]);
  const grant = await library.createGrant(id);
  const { bytes: opened, table } = await openSealed(grant, {});
  expect(Buffer.compare(opened, bytes)).toBe(0);
  expect(table.rows).toBe(rowCount);
  expect(table.columns.map(({ kind }) => kind)).toEqual(['date', 'text', 'number', 'text']);
  expect(table.cells(rowCount - 1)).toEqual(['2026-01-15', 'R4711', '-17.25', 'Kärcher,\nas "agreed"']);

  const file = await open(grant.path, 'r+');
  const { size } = await file.stat();
  const one = Buffer.alloc(1);
  await file.read(one, 0, 1, size - 100);
  await file.write(Buffer.from([(one[0] ?? 0) ^ 1]), 0, 1, size - 100);
  await file.close();
  await expect(openSealed(grant, {})).rejects.toMatchObject({ code: 'library-item-damaged' });
});
