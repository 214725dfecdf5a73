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

function fieldOf(text: string, label: string): PayloadFormField {
  const field = listPayloadFields(text, template)?.fields.find((other) => other.label === label);
  if (field === undefined) throw new Error(`No field ${label}`);
  return field;
}

function fill(text: string, label: string, typed: string): string {
  return replaceFieldValue(text, fieldOf(text, label), typed);
}

describe('the form of a template', () => {
  test('has a field for each value, named by its placeholder or in words by its path', () => {
    const form = listPayloadFields(template, template);
    expect(form?.fields.map(({ label, kind, value }) => [label, kind, value])).toEqual([
      ['Company name', 'text', ''],
      ['City (address)', 'text', ''],
      ['Country (address)', 'text', 'DE'],
      ['Limit', 'number', '1250.50'],
      ['Is company', 'flag', 'true'],
      ['Email (contacts 1)', 'text', 'a@b.example'],
    ]);
    expect(form?.fixed).toEqual(['Contacts 2', 'Tags']);
  });

  test.each([
    ['{"paymentLimit":1}', 'Payment limit'],
    ['{"account_currency":"EUR"}', 'Account currency'],
    ['{"recipientId":"1"}', 'Recipient ID'],
    ['{"bank":{"iban":"DE"}}', 'IBAN (bank)'],
    ['{"list":["a"]}', 'List 1'],
    ['{"ÜBERWEISUNG":"a"}', 'Überweisung'],
  ])('has plain words for the field of %s', (text, label) => {
    expect(listPayloadFields(text, null)?.fields.map((field) => field.label)).toEqual([label]);
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
    expect(fill(template, 'Country (address)', 'FR')).toBe(template.replace('"DE"', '"FR"'));
    expect(fill(template, 'Limit', '99999999999999.10')).toBe(
      template.replace('1250.50', '99999999999999.10'),
    );
    expect(fill(template, 'Is company', 'false')).toBe(template.replace('true', 'false'));
  });

  test('is absent for more than 100 values', () => {
    const listOf = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => 'x') });
    expect(listPayloadFields(listOf(100), null)?.fields).toHaveLength(100);
    expect(listPayloadFields(listOf(101), null)).toBeNull();
  });
});

describe('the data is incomplete', () => {
  const complete = fill(fill(template, 'Company name', 'A'), 'City (address)', 'B');

  test('while a placeholder is not filled in', () => {
    expect(describeMissingInput('A', createPayloadDraft(template), template)).toBe(
      'Fill in these fields first: “Company name”, “City (address)”',
    );
    expect(describeMissingInput('A', createPayloadDraft(complete), template)).toBeNull();
  });

  test('while a typed number is none', () => {
    const draft = { text: complete, invalidNumbers: { limit: '12,50' } };
    expect(describeMissingInput('A', draft, template)).toBe('Correct the numbers first');
  });
});
