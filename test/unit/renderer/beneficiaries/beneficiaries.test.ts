import { describe, expect, test } from 'vitest';
import { checkPayload } from '../../../../src/renderer/app/json-object/check-payload.ts';
import { findJsonFault, locateOffset } from '../../../../src/renderer/app/json-object/read-json.ts';
import { describeImport } from '../../../../src/renderer/features/beneficiaries/import-result.ts';
import { labelProblem } from '../../../../src/renderer/features/beneficiaries/label-problem.ts';
import { needsClerk, stateChips } from '../../../../src/renderer/features/beneficiaries/states.ts';

describe('a JSON text', () => {
  test.each([
    ['{"a": 1', 'end', 7],
    ['{"a": "x', 'unclosed', 6],
    ["{'a': 1}", 'quotes', 1],
    ['{“a”: 1}', 'quotes', 1],
    ['{a: 1}', 'name', 1],
    ['{"a" 1}', 'colon', 5],
    ['{"a": 1 "b": 2}', 'comma', 8],
    ['{"a": 1,}', 'extra-comma', 7],
    ['[1, 2, ]', 'extra-comma', 5],
    ['{"a": "x\ny"}', 'line-break', 8],
    ['{"a": "x\ty"}', 'control', 8],
    ['{\u00a0"a": 1}', 'space', 1],
    ['{"a": "\\x"}', 'escape', 7],
    ['{"a": 01}', 'number', 6],
    ['{"a": 1.}', 'number', 6],
    ['{"a": tru}', 'value', 6],
    ['{} x', 'after', 3],
    ['{"a": 1, "\\u0061": 2}', 'twice', 9],
    [`${'['.repeat(102)}`, 'deep', 101],
  ])('%s has the fault %s at %i', (text, problem, offset) => {
    expect(findJsonFault(text)).toMatchObject({ problem, offset });
  });

  const values = [
    '{}',
    '[]',
    '"x"',
    '-0.5e+3',
    'null',
    ' {"a": [1, {"b": "\\u00e9\\n"}], "c": false}\r\n',
    '{"a": {"a": 1}}',
  ];

  test.each(values)('is valid, as for JSON.parse: %s', (text) => {
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

describe('the data of a new beneficiary', () => {
  test('shows no error while the clerk is still typing', () => {
    expect(checkPayload(' ').kind).toBe('incomplete');
    expect(checkPayload('{"name": "Nor').kind).toBe('incomplete');
    expect(checkPayload('{"name": "Nordlicht"').kind).toBe('incomplete');
  });

  test('must be a JSON object without the field that Paydesk adds', () => {
    const validCheck = checkPayload('{"name": "N", "country": "DE"}');
    expect(validCheck.kind).toBe('good');
    expect(validCheck.message).toContain('2 fields');
    expect(checkPayload('[]').kind).toBe('wrong');
    expect(checkPayload('"x"').kind).toBe('wrong');
    const reservedFieldCheck = checkPayload('{"documentDetails": []}');
    expect(reservedFieldCheck.kind).toBe('wrong');
    expect(reservedFieldCheck.message).toContain('documentDetails');
  });

  test('reports the position of a fault', () => {
    expect(checkPayload('{\n  "a": 1\n  "b": 2\n}').message).toMatch(/^Line 3, column 3: a comma is missing/);
    expect(checkPayload('{"a": 1, "a": 2}').message).toContain('“a” occurs twice');
  });
});

test('a label is invalid with control characters or more than 200 characters, but not while empty', () => {
  expect(labelProblem('')).toBeNull();
  expect(labelProblem('Łódź Kabel')).toBeNull();
  expect(labelProblem('x'.repeat(201))).not.toBeNull();
  expect(labelProblem('a\u0007b')).not.toBeNull();
});

describe('the filters of the address book', () => {
  const ids = (...args: Parameters<typeof stateChips>) => stateChips(...args).map(({ id }) => id);

  test('appear only when the beneficiaries have several states', () => {
    expect(ids({ known: 4 }, 4, 'all')).toEqual([]);
    expect(ids({ known: 4, unknown: 1 }, 5, 'all')).toEqual(['all', 'unknown', 'known']);
  });

  test('include the selected state, even when no beneficiary has that state', () => {
    expect(ids({ known: 4 }, 4, 'unknown')).toEqual(['all', 'unknown', 'known']);
    expect(ids({}, 0, 'draft')).toEqual(['all', 'draft']);
  });
});

test('the badge on the rail counts missing recipient IDs, but no drafts and no known beneficiaries', () => {
  expect(needsClerk({ unknown: [], counts: { known: 4 } })).toBe(0);
  expect(needsClerk({ unknown: [], counts: { 'id-needed': 2, draft: 1 } })).toBe(2);
});

test.each([
  [{ added: 2, renamed: 0, unchanged: 0 }, '2 beneficiaries added'],
  [{ added: 1, renamed: 1, unchanged: 3 }, '1 beneficiary added, 1 label changed, 3 beneficiaries unchanged'],
  [{ added: 0, renamed: 0, unchanged: 1 }, '1 beneficiary unchanged'],
  [{ added: 0, renamed: 0, unchanged: 0 }, ''],
])('an import of %j is described without figures that are zero', (result, sentence) => {
  expect(describeImport(result)).toBe(sentence);
});
