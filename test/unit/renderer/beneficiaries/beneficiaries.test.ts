import { describe, expect, test } from 'vitest';
import { describeImport } from '../../../../src/renderer/features/beneficiaries/import-result.ts';
import { labelProblem } from '../../../../src/renderer/features/beneficiaries/label-problem.ts';
import { needsClerk, stateChips } from '../../../../src/renderer/features/beneficiaries/states.ts';
import { checkPayload } from '../../../../src/shared/json-object/check-payload.ts';
import { findJsonFault, locateOffset } from '../../../../src/shared/json-object/read-json.ts';

describe('a JSON text', () => {
  test.each([
    ['{"a": 1', 'end', 7],
    ['{"a": "x', 'unclosed', 6],
    ['{"a" 1}', 'colon', 5],
    ['{"a": 1 "b": 2}', 'comma', 8],
    ['{"a": 1,}', 'extra-comma', 7],
    ['{"a": "x\ny"}', 'line-break', 8],
    ['{\u00a0"a": 1}', 'space', 1],
    ['{"a": "\\x"}', 'escape', 7],
    ['{"a": 01}', 'number', 6],
    ['{"a": tru}', 'value', 6],
    ['{} x', 'after', 3],
    ['{"a": 1, "\\u0061": 2}', 'twice', 9],
    ['{"a": {"__proto__": 1}}', 'proto', 7],
    ['{"\\u005f_proto__": 1}', 'proto', 1],
    ['[1e400]', 'digits', 1],
    ['[5e-324, 4e-324]', 'digits', 9],
    ['[9007199254740993]', 'digits', 1],
    ['[0.12345678901234567]', 'digits', 1],
    [`${'['.repeat(102)}`, 'deep', 101],
  ])('%s has the fault %s at %i', (text, problem, offset) => {
    expect(findJsonFault(text)).toMatchObject({ problem, offset });
  });

  test.each([
    ...'{} [] "x" -0.5e+3 0.00 1.50 1e21 120e-1 999999999999.99 9007199254740992 null'.split(' '),
    ' {"a": [1, {"b": "\\u00e9\\n"}], "c": false}\r\n',
    '{"a": {"a": 1}}',
  ])('is valid, as for JSON.parse: %s', (text) => {
    expect(findJsonFault(text)).toBeNull();
    expect(() => void JSON.parse(text)).not.toThrow();
  });

  test('is invalid when it is cut at any position', () => {
    const text = ' {"a": [1, {"b": "\\u00e9\\n"}], "c": -1.5e3, "d": null}';
    for (let end = 0; end < text.length; end += 1) {
      expect(findJsonFault(text.slice(0, end)), text.slice(0, end)).not.toBeNull();
    }
  });

  test('has lines and columns counted from 1, with a column for each code point', () => {
    expect(locateOffset('ab', 0)).toEqual({ line: 1, column: 1 });
    expect(locateOffset('a\r\nb😀c', 6)).toEqual({ line: 2, column: 3 });
  });
});

test.each([
  ['while the clerk is still typing', ' ', 'incomplete', ''],
  ['while a text is open', '{"name": "Nor', 'incomplete', ''],
  ['as an object', '{"name": "N", "country": "DE"}', 'good', '2 fields'],
  ['with the field that Paydesk adds', '{"documentDetails": []}', 'wrong', 'documentDetails'],
  ['without a comma', '{\n  "a": 1\n  "b": 2\n}', 'wrong', 'Line 3, column 3: a comma is missing'],
  ['with a field twice', '{"a": 1, "a": 2}', 'wrong', '“a” occurs twice'],
  [
    'with a number out of range',
    '{\n"a": 1e400}',
    'wrong',
    'Line 2, column 6: “1e400” can’t be sent exactly',
  ],
])('the data of a new beneficiary %s (%j) is %s', (_, text, kind, message) => {
  const check = checkPayload(text);
  expect(check.kind).toBe(kind);
  expect(check.message).toContain(message);
});

test('a label is invalid with control characters or more than 200 characters, but not while empty', () => {
  const isInvalid = (label: string) => labelProblem(label) !== null;
  const labels = ['', 'Łódź Kabel', 'x'.repeat(201), 'a\u0007b'];
  expect(labels.map(isInvalid)).toEqual([false, false, true, true]);
});

test.each<[...Parameters<typeof stateChips>, readonly string[]]>([
  [{ known: 4 }, 4, 'all', []],
  [{ known: 4, unknown: 1 }, 5, 'all', ['all', 'unknown', 'known']],
  [{ known: 4 }, 4, 'unknown', ['all', 'unknown', 'known']],
  [{}, 0, 'draft', ['all', 'draft']],
])('the address book with %j (%i) and the state %s has the filters %j', (counts, total, selected, ids) => {
  expect(stateChips(counts, total, selected).map(({ id }) => id)).toEqual(ids);
});

test('the badge on the rail counts missing recipient IDs, but no drafts and no known beneficiaries', () => {
  expect(needsClerk({ unknown: [], counts: { known: 4 } })).toBe(0);
  expect(needsClerk({ unknown: [], counts: { 'id-needed': 2, draft: 1 } })).toBe(2);
});

test.each([
  [{ added: 1, renamed: 1, unchanged: 3 }, '1 beneficiary added, 1 label changed, 3 beneficiaries unchanged'],
  [{ added: 0, renamed: 0, unchanged: 0 }, ''],
])('an import of %j is described without figures that are zero', (result, sentence) => {
  expect(describeImport(result)).toBe(sentence);
});
