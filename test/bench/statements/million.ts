/** @file One sealed statement of a million rows and twelve columns, in the review process as the program runs it. */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { systemChance, systemClock } from '../../../src/main/clock.ts';
import type { Vault } from '../../../src/main/keychain/vault.ts';
import { createLibrary } from '../../../src/main/library/library.ts';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { createReview } from '../../../src/main/review/client.ts';
import type { Part } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured } from '../measurement.ts';

const header =
  'Date,Reference,Type,Counterparty,Account,Description,Currency,Amount,Balance,Value date,Batch,Note\r\n';
const names = [
  'Lampwright Instruments',
  'Kärcher Hydraulik GmbH',
  '"Ashgrove ""Fine"" Bindings"',
  'Škoda Lisovna Plzeň a.s.',
];
const currencies = ['EUR', 'USD', 'GBP', 'CHF'];

/** Rows in pieces of about a megabyte; a part of them with quotes, line ends inside, and letters beyond ASCII. */
async function* rowsOf(count: number): AsyncGenerator<Uint8Array> {
  let text = header;
  let balance = 100_000_000;
  for (let row = 0; row < count; row += 1) {
    const amount = ((row * 7_919) % 2_000_000) - 1_000_000;
    balance += amount;
    const note = row % 50 === 0 ? `"Credit note ${row}\nas agreed"` : `Invoice ${(row * 31) % 100_000}`;
    const cells = [
      `2026-01-${String(1 + (row % 28)).padStart(2, '0')}`,
      `PX2610${String(row).padStart(8, '0')}`,
      row % 3 === 0 ? 'RECEIPT' : 'PAYMENT',
      names[(row * 13) % names.length] ?? '',
      `DE00000000000000${String(row % 1_000_000).padStart(6, '0')}`,
      note,
      currencies[row % currencies.length] ?? '',
      (amount / 100).toFixed(2),
      (balance / 100).toFixed(2),
      '2026-01-15',
      `00${row % 977}`,
      `some note ${row % 13}`,
    ];
    text += `${cells.join(',')}\r\n`;
    if (text.length > 1_000_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

/** Secrets in memory, as long as the bench runs. */
function createVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    probe: async () => ({ state: 'available', name: '' }),
    read: async (account) => secrets.get(account) ?? null,
    write: async (account, secret) => void secrets.set(account, secret),
    forget: async (account) => void secrets.delete(account),
    close: () => undefined,
  };
}

function middle(times: readonly number[]): number {
  return times.toSorted((one, two) => one - two)[Math.floor(times.length / 2)] ?? 0;
}

export const part: Part = async function* (setting) {
  const count = scaled(setting, 1_000_000, 1_000);
  const library = createLibrary({
    dataFolder: setting.folder,
    vault: createVault(),
    clock: systemClock,
    chance: systemChance,
  });
  setting.say(`Sealing ${count} rows`);
  const large = await library.seal('statement', {}, rowsOf(count));
  const small = await library.seal('statement', {}, rowsOf(Math.min(count, 10_000)));
  let pid = 0;
  const review = createReview(
    {
      start(entry): ChildProcess {
        const child = fork(fileURLToPath(entry), [], { serialization: 'advanced' });
        pid = child.pid ?? 0;
        return {
          send: (message) => void (typeof message === 'object' && message !== null && child.send(message)),
          onMessage: (listener) => child.on('message', listener),
          onExit: (listener) => child.once('exit', listener),
          kill: () => child.kill('SIGKILL'),
        };
      },
    },
    new URL('../../../src/main/entries/review.ts', import.meta.url),
  );
  async function took(work: () => Promise<unknown>, times = 5): Promise<number[]> {
    const found: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const started = performance.now();
      await work();
      found.push(performance.now() - started);
    }
    return found;
  }
  try {
    const open = async (handle: number, id: string) =>
      review.ask('open', { handle, source: { kind: 'sealed', grant: await library.grant(id) }, options: {} });
    await open(1, small.id);
    await open(1, large.id);
    if (process.platform === 'linux') {
      const peak = /VmHWM:\s+(?<kilobytes>\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.groups;
      const megabytes = Number(peak?.['kilobytes'] ?? 0) / 1_000;
      yield measured('most memory of the process', 'MB', megabytes, { bound: { of: 'value', atMost: 450 } });
    }
    const opened = await took(() => open(1, large.id));
    yield measured(`${count} rows, sealed, queryable`, 'ms', middle(opened), {
      bound: { of: 'value', atMost: 950 },
    });
    const plain = { sort: null, filters: [], find: '' };
    const find = await took(() =>
      review.ask('view', { handle: 1, view: { ...plain, find: `credit note ${count - 50}` } }),
    );
    yield measured('find in all columns', 'ms', middle(find), { bound: { of: 'value', atMost: 75 } });
    let descending = false;
    const sorts = await took(() => {
      descending = !descending;
      return review.ask('view', { handle: 1, view: { ...plain, sort: { column: 7, descending } } });
    });
    yield measured('sort by amount', 'ms', middle(sorts), { bound: { of: 'value', atMost: 60 } });
    const sums = await took(() => review.ask('sums', { handle: 1, column: 7, choice: { kind: 'view' } }), 9);
    yield measured('sums by currency, warm', 'ms', middle(sums), { bound: { of: 'value', atMost: 5 } });
    let turns = 0;
    const windows = await took(() => {
      const offset = (turns++ * 7_919) % Math.max(1, count - 100);
      return review.ask('window', { handle: 1, offset, limit: 100 });
    }, 100);
    const p95 = windows.toSorted((one, two) => one - two)[94] ?? 0;
    yield measured('a window of 100 rows, 95 of 100', 'ms', p95, { bound: { of: 'value', atMost: 5 } });
    const few = await took(() => open(2, small.id));
    yield measured('10,000 rows, sealed, queryable', 'ms', middle(few), {
      bound: { of: 'value', atMost: 40 },
    });
  } finally {
    review.close();
    await library.close();
  }
};
