/** @file `npm run agree` prints whether rows agree with proofs. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/agree.ts', import.meta.url));
const mt103 = (reference: string, settled: string) =>
  `{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:\n:20:${reference}\n:32A:${settled}\n:50K:/1\nNORD AG\n:59:/2\nALPHA LTD\n:71A:SHA\n-}`;

test('each row and proof with a common reference has a line that says what differs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-agree-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    'statement.csv':
      'Date,Reference,Counterparty,Amount,Currency\n2026-01-06,PX-1,Alpha Ltd,-10.00,EUR\n2026-01-07,PX-2,Alpha Ltd,-20.00,EUR\n',
    'agrees.txt': mt103('PX-1', '260106EUR10,00'),
    'differs.txt': mt103('PX-2', '260107USD21,00'),
    'letter.txt': 'We paid PX-2 on Wednesday.',
    'other.txt': mt103('PX-3', '260106EUR10,00'),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const [statement = '', ...proofs] = Object.keys(files).map((name) => join(folder, name));
  const { stdout } = await promisify(execFile)(process.execPath, [script, statement, ...proofs]);
  const common = { statement, reason: null, standing: null };
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    { ...common, proof: proofs[0], row: 0, reference: 'PX-1', agrees: true, state: 'agrees', differs: [] },
    {
      ...common,
      proof: proofs[1],
      row: 1,
      reference: 'PX-2',
      agrees: false,
      state: 'not-comparable',
      reason: 'amount',
      differs: [
        {
          field: 'amount',
          result: 'not-compared',
          statement: '20.00',
          proof: '21.00',
          note: 'other-currency',
        },
        { field: 'currency', result: 'not-compared', statement: 'EUR', proof: 'USD', note: 'other-currency' },
      ],
    },
    {
      ...common,
      proof: proofs[2],
      row: 1,
      reference: 'PX-2',
      agrees: false,
      state: 'not-comparable',
      reason: 'no-facts',
      differs: [],
    },
    { statement, proof: proofs[3], row: null, agrees: false, differs: [] },
  ]);
});
