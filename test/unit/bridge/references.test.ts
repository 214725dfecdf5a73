import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../src/main/bridge/references.ts';
import { systemRandom } from '../../../src/main/clock.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

const create = () => createReferences(systemRandom);

describe('references to files that the clerk chose', () => {
  test('are redeemed for their paths in the requested order', () => {
    const references = create();
    const [a = '', b = ''] = references.issue(['/a.pdf', '/folder/b.pdf']);
    expect(references.redeem([b, a])).toEqual(['/folder/b.pdf', '/a.pdf']);
  });

  test('do not contain the path, and differ for the same path', () => {
    const [first = '', second = ''] = create().issue(['/secret/a.pdf', '/secret/a.pdf']);
    expect(first).not.toBe(second);
    expect(`${first}${second}`).not.toMatch(/secret|pdf/);
  });

  test('work once, also within one call', () => {
    const references = create();
    const [once = '', twice = ''] = references.issue(['/a.pdf', '/b.pdf']);
    references.redeem([once]);
    expect(() => references.redeem([once])).toThrow(PaydeskError);
    expect(() => references.redeem([twice, twice])).toThrow(
      expect.objectContaining({ code: 'arguments-invalid' }),
    );
    expect(references.redeem([twice])).toEqual(['/b.pdf']);
  });

  test('are refused when one is unknown, and the others stay redeemable', () => {
    const references = create();
    const [known = ''] = references.issue(['/a.pdf']);
    for (const unknown of ['', '/etc/passwd', 'x:1', known.replace(/\d+$/, '99')]) {
      expect(() => references.redeem([known, unknown])).toThrow(
        expect.objectContaining({ code: 'arguments-invalid' }),
      );
    }
    expect(references.redeem([known])).toEqual(['/a.pdf']);
  });

  test('of another run are refused', () => {
    const [foreign = ''] = create().issue(['/a.pdf']);
    const references = create();
    references.issue(['/b.pdf']);
    expect(() => references.redeem([foreign])).toThrow(PaydeskError);
  });

  test('are empty for files without a path', () => {
    const references = create();
    const issued = references.issue(['', '/a.pdf', '']);
    expect(issued[0]).toBe('');
    expect(issued[2]).toBe('');
    expect(references.redeem([issued[1] ?? ''])).toEqual(['/a.pdf']);
  });

  test("are empty for Paydesk's own files", () => {
    const references = createReferences(systemRandom, (path) => path.startsWith('/data/'));
    const [own, other = ''] = references.issue(['/data/paydesk.db', '/scans/a.pdf']);
    expect(own).toBe('');
    expect(references.redeem([other])).toEqual(['/scans/a.pdf']);
  });

  test('are kept for the newest 50,000 files, and older ones are forgotten', () => {
    const references = create();
    const issued = references.issue(Array.from({ length: 50_001 }, (_, index) => `/${index}.pdf`));
    expect(() => references.redeem([issued[0] ?? ''])).toThrow(PaydeskError);
    expect(references.redeem([issued[1] ?? '', issued[50_000] ?? ''])).toEqual(['/1.pdf', '/50000.pdf']);
  });
});
