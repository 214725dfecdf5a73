import { describe, expect, test } from 'vitest';
import { findJsonFault, positionOf } from '../../../../src/renderer/features/beneficiaries/json-fault.ts';
import { labelProblem } from '../../../../src/renderer/features/beneficiaries/label-problem.ts';
import { checkPayload } from '../../../../src/renderer/features/beneficiaries/payload.ts';
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

  test.each(values)('is as valid as for the browser: %s', (text) => {
    expect(findJsonFault(text)).toBeNull();
    expect(() => void JSON.parse(text)).not.toThrow();
  });

  test('is as valid as for the browser when it is cut at any position', () => {
    const text = ' {"a": [1, {"b": "\\u00e9\\n"}], "c": -1.5e3, "d": null}';
    for (let end = 0; end < text.length; end += 1) {
      expect(findJsonFault(text.slice(0, end)), text.slice(0, end)).not.toBeNull();
    }
  });

  test('has the lines and columns of an editor', () => {
    expect(positionOf('ab', 0)).toEqual({ line: 1, column: 1 });
    expect(positionOf('a\r\nb😀c', 6)).toEqual({ line: 2, column: 3 });
  });
});

describe('the data of a new beneficiary', () => {
  test('shows no error while the clerk is still typing', () => {
    expect(checkPayload(' ').kind).toBe('incomplete');
    expect(checkPayload('{"name": "Nor').kind).toBe('incomplete');
    expect(checkPayload('{"name": "Nordlicht"').kind).toBe('incomplete');
  });

  test('is one object without the field that Paydesk adds', () => {
    const good = checkPayload('{"name": "N", "country": "DE"}');
    expect(good.kind).toBe('good');
    expect(good.message).toContain('2 fields');
    expect(checkPayload('[]').kind).toBe('wrong');
    expect(checkPayload('"x"').kind).toBe('wrong');
    const own = checkPayload('{"documentDetails": []}');
    expect(own.kind).toBe('wrong');
    expect(own.message).toContain('documentDetails');
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

  test('appear only when there are several states', () => {
    expect(ids({ known: 4 }, 4, 'all')).toEqual([]);
    expect(ids({ known: 4, unknown: 1 }, 5, 'all')).toEqual(['all', 'unknown', 'known']);
  });

  test('keep the selected one, even when its state is empty', () => {
    expect(ids({ known: 4 }, 4, 'unknown')).toEqual(['all', 'unknown', 'known']);
    expect(ids({}, 0, 'draft')).toEqual(['all', 'draft']);
  });

  test('the rail counts outcomes to settle and IDs to enter', () => {
    expect(needsClerk({ unknown: [], counts: { known: 4 } })).toBe(0);
    expect(needsClerk({ unknown: [], counts: { 'id-needed': 2, draft: 1 } })).toBe(2);
  });
});
