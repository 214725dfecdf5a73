/** @file Charts of stored, sealed statements, and the files of their pictures. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { onePixel } from './one-pixel.ts';
import { test } from './statements-fixture.ts';

const png = onePixel;
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>Balance</text></svg>';

describe('the charts of a stored statement', () => {
  test('have the figures of its groups', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    const amounts = { amount: 7, date: 0 } as const;
    const flows = await fixture.call('review.query', {
      action: 'chart',
      handle,
      query: { kind: 'flows', ...amounts, unit: 'day' },
    });
    const { groups } = await fixture.call('review.query', {
      action: 'groups',
      handle,
      query: {
        amount: 7,
        keys: [{ kind: 'date', column: 0, unit: 'day' }],
        share: 'rows',
        sort: { by: 'key', descending: false },
      },
      offset: 0,
      limit: 200,
    });
    expect(groups.length).toBeGreaterThan(1);
    expect(flows).toMatchObject({
      kind: 'flows',
      currencies: [
        {
          periods: groups.map(({ keys, rows, incoming, outgoing, net }) => ({
            period: keys[0],
            rows,
            incoming,
            outgoing,
            net,
          })),
        },
      ],
    });
  });

  test('are saved as the bytes of their pictures, and nothing else is', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    const save = async (
      name: string,
      picture: { format: 'svg'; text: string } | { format: 'png'; base64: string },
    ) => {
      const path = join(fixture.folder, name);
      fixture.platform.answers.savePath = path;
      await fixture.call('review.export', { action: 'chart', handle, kind: 'balance', picture });
      return readFile(path);
    };
    expect((await save('a.svg', { format: 'svg', text: svg })).toString()).toBe(svg);
    expect(await save('a.png', { format: 'png', base64: png.toString('base64') })).toEqual(png);
    const active = svg.replace('<text>', '<text onclick="1">');
    await expect(save('b.svg', { format: 'svg', text: active })).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    await expect(readFile(join(fixture.folder, 'b.svg'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
