import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/clock.ts';
import { maxListLines } from '../../../src/main/formats/csv/list-protocol.ts';
import { createListReader, maxListMegabytes } from '../../../src/main/formats/csv/list-reader.ts';
import type { Clock } from '../../../src/main/platform/platform.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { entries } from '../../fakes/entries.ts';

async function* piecesOf(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** Returns the message with which a list is refused. */
async function getRefusalMessage(reading: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await reading.catch((error: unknown) => error);
  if (!(thrown instanceof PaydeskError)) return expect.fail('The list is not refused');
  expect(thrown.code).toBe('file-unreadable');
  return thrown.details['message'];
}

const readList = createListReader(entries.listReader, systemClock);

describe('a CSV list of a clerk', () => {
  test('is read in a thread', async () => {
    expect(await readList('manifest', piecesOf('file,recipientId\n', 'a.pdf,r1\n'))).toEqual([
      { line: 2, file: 'a.pdf', recipientId: 'r1' },
    ]);
  });

  test.each([
    [
      'semicolons',
      'file;recipientId\n"Invoice; 1.pdf";r1\nInvoice 12, March.pdf;r2\n',
      ['Invoice; 1.pdf', 'Invoice 12, March.pdf'],
    ],
    ['commas', 'file,recipientId\na;b.pdf,r1\n"x, y.pdf",r2\n', ['a;b.pdf', 'x, y.pdf']],
    ['tabs', '\n\nfile\trecipientId\na, b;c.pdf\tr1\n', ['a, b;c.pdf']],
  ])('is divided by the %s of its first line alone', async (_, text, files) => {
    expect(await readList('manifest', piecesOf(text.slice(0, 4), text.slice(4)))).toMatchObject(
      files.map((file, index) => ({ file, recipientId: `r${index + 1}` })),
    );
  });

  test('refuses a line of another width than the first by its number', async () => {
    const text = 'recipientId,label\nr1,Müller, Schmidt & Co.\nr3,Nord\n';
    expect(await readList('address-book', piecesOf(text))).toEqual({
      lines: [{ recipientId: 'r3', label: 'Nord' }],
      refused: [{ line: 2, problem: 'otherWidth' }],
    });
  });

  test('is refused before it is parsed when it is larger than the limit', async () => {
    let pieceCount = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        pieceCount += 1;
        yield new Uint8Array(1_048_576);
      }
    }
    const tooLarge = t('listFiles.too-large', { megabytes: maxListMegabytes });
    expect(await getRefusalMessage(readList('address-book', endless()))).toBe(tooLarge);
    expect(pieceCount).toBe(maxListMegabytes + 1);
  });

  test.each([
    ['address-book', 'recipientId,label\n'],
    ['manifest', 'file,recipientId\n'],
  ] as const)('is refused when it has more lines than the limit: %s', async (kind, header) => {
    const lines = piecesOf(header, 'a,b\n'.repeat(maxListLines + 1));
    const tooLong = t('listFiles.too-long', { count: maxListLines });
    expect(await getRefusalMessage(readList(kind, lines))).toBe(tooLong);
  });

  test.each([
    ['bytes that are not UTF-8', Buffer.alloc(1_000_000, 0xff)],
    ['a quote that never ends', `recipientId,label\n"${'x'.repeat(4_000_000)}`],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`],
  ])('is refused with a message when it is %s', async (_, content) => {
    expect(await getRefusalMessage(readList('address-book', piecesOf(content)))).toEqual(expect.any(String));
  });

  test('is read a second time when the thread misses its deadline, and then refused', async () => {
    const deadlines: number[] = [];
    // The thread never answers, so its deadline may pass at once.
    const shortClock: Clock = {
      ...systemClock,
      after(milliseconds, action) {
        deadlines.push(milliseconds);
        return systemClock.after(50, action);
      },
    };
    const read = createListReader(new URL('endless-list-reader.ts', import.meta.url), shortClock);
    expect(await getRefusalMessage(read('manifest', piecesOf('a')))).toBe(t('listFiles.took-too-long'));
    expect(deadlines).toEqual([30_000, 30_000]);
  });
});
