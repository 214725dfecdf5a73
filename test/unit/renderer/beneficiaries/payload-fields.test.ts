import { describe, expect, test } from 'vitest';
import {
  createPayloadDraft,
  describeMissingInput,
} from '../../../../src/renderer/features/beneficiaries/draft-input.ts';
import {
  listPayloadFields,
  type PayloadFormField,
  replaceFieldValue,
} from '../../../../src/renderer/features/beneficiaries/payload-fields.ts';

const template = `{
  "name": "{{Company name}}",
  "address": { "city": "{{}}", "country": "DE" },
  "limit": 1250.50,
  "isCompany": true,
  "contacts": [{ "email": "a@b.example" }, null],
  "tags": []
}`;

function fieldsOf(text: string): readonly PayloadFormField[] {
  const form = listPayloadFields(text, template);
  if (form === null) throw new Error('The object has no form');
  return form.fields;
}

function fieldOf(text: string, label: string): PayloadFormField {
  const field = fieldsOf(text).find((other) => other.label === label);
  if (field === undefined) throw new Error(`No field ${label}`);
  return field;
}

function fill(text: string, label: string, typed: string): string {
  return replaceFieldValue(text, fieldOf(text, label), typed);
}

describe('the form of a template', () => {
  test('has a field for each value, named by its placeholder or by its path', () => {
    expect(fieldsOf(template).map(({ label, kind, value }) => [label, kind, value])).toEqual([
      ['Company name', 'text', ''],
      ['address › city', 'text', ''],
      ['address › country', 'text', 'DE'],
      ['limit', 'number', '1250.50'],
      ['isCompany', 'flag', 'true'],
      ['contacts › 1 › email', 'text', 'a@b.example'],
    ]);
    expect(listPayloadFields(template, template)?.fixed).toEqual(['contacts › 2', 'tags']);
  });

  test('keeps the name and the requirement of a placeholder that is filled in', () => {
    const filled = fill(template, 'Company name', 'Kärcher "KG" \\ Co');
    expect(fieldOf(filled, 'Company name')).toMatchObject({
      value: 'Kärcher "KG" \\ Co',
      placeholder: 'Company name',
    });
    expect(fill(filled, 'Company name', '')).toBe(template);
  });

  test('changes no other character of the text', () => {
    expect(fill(template, 'address › country', 'FR')).toBe(template.replace('"DE"', '"FR"'));
    expect(fill(template, 'limit', '99999999999999.10')).toBe(
      template.replace('1250.50', '99999999999999.10'),
    );
    expect(fill(template, 'isCompany', 'false')).toBe(template.replace('true', 'false'));
  });

  test('is absent for more than 100 values', () => {
    const listOf = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => 'x') });
    expect(listPayloadFields(listOf(100), null)?.fields).toHaveLength(100);
    expect(listPayloadFields(listOf(101), null)).toBeNull();
  });
});

describe('the data is incomplete', () => {
  const complete = fill(fill(template, 'Company name', 'A'), 'address › city', 'B');

  test('while a placeholder is not filled in', () => {
    expect(describeMissingInput('A', createPayloadDraft(template), template)).toBe(
      'Fill in these fields first: Company name, address › city',
    );
    expect(describeMissingInput('A', createPayloadDraft(complete), template)).toBeNull();
  });

  test('while a typed number is none', () => {
    const draft = { text: complete, invalidNumbers: { limit: '12,50' } };
    expect(describeMissingInput('A', draft, template)).toBe('Correct the numbers first');
  });
});
