import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../src/main/bridge/references.ts';
import { systemRandom } from '../../../src/main/clock.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

const createForTest = () => createReferences(systemRandom);

describe('references to files that the clerk chose', () => {
  test('are redeemed for their paths in the requested order', () => {
    const references = createForTest();
    const [a = '', b = ''] = references.issue(['/a.pdf', '/folder/b.pdf']);
    expect(references.redeem([b, a])).toEqual(['/folder/b.pdf', '/a.pdf']);
  });

  test('do not contain the path, and differ for the same path', () => {
    const [first = '', second = ''] = createForTest().issue(['/secret/a.pdf', '/secret/a.pdf']);
    expect(first).not.toBe(second);
    expect(`${first}${second}`).not.toMatch(/secret|pdf/);
  });

  test('are redeemed only once, also within a single call', () => {
    const references = createForTest();
    const [first = '', second = ''] = references.issue(['/a.pdf', '/b.pdf']);
    references.redeem([first]);
    expect(() => references.redeem([first])).toThrow(PaydeskError);
    expect(() => references.redeem([second, second])).toThrow(
      expect.objectContaining({ code: 'arguments-invalid' }),
    );
    expect(references.redeem([second])).toEqual(['/b.pdf']);
  });

  test('are refused together when one of several is unknown, and the known references stay redeemable', () => {
    const references = createForTest();
    const [known = ''] = references.issue(['/a.pdf']);
    for (const unknown of ['', '/etc/passwd', 'x:1', known.replace(/\d+$/, '99')]) {
      expect(() => references.redeem([known, unknown])).toThrow(
        expect.objectContaining({ code: 'arguments-invalid' }),
      );
    }
    expect(references.redeem([known])).toEqual(['/a.pdf']);
  });

  test('are refused when another run of Paydesk issued them', () => {
    const [foreign = ''] = createForTest().issue(['/a.pdf']);
    const references = createForTest();
    references.issue(['/b.pdf']);
    expect(() => references.redeem([foreign])).toThrow(PaydeskError);
  });

  test('are empty for files without a path', () => {
    const references = createForTest();
    const issued = references.issue(['', '/a.pdf', '']);
    expect(issued[0]).toBe('');
    expect(issued[2]).toBe('');
    expect(references.redeem([issued[1] ?? ''])).toEqual(['/a.pdf']);
  });

  test("are empty for Paydesk's own files", () => {
    const references = createReferences(systemRandom, (path) => path.startsWith('/data/'));
    const [ownReference, otherReference = ''] = references.issue(['/data/paydesk.db', '/scans/a.pdf']);
    expect(ownReference).toBe('');
    expect(references.redeem([otherReference])).toEqual(['/scans/a.pdf']);
  });

  test('are kept for the newest 50,000 files, and older references are forgotten', () => {
    const references = createForTest();
    const issued = references.issue(Array.from({ length: 50_001 }, (_, index) => `/${index}.pdf`));
    expect(() => references.redeem([issued[0] ?? ''])).toThrow(PaydeskError);
    expect(references.redeem([issued[1] ?? '', issued[50_000] ?? ''])).toEqual(['/1.pdf', '/50000.pdf']);
  });
});
