/** @file The administrator templates in `docs/policy` match the schema of the policy and each other. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mobileconfig } from '../../../scripts/policy/configuration-profile.ts';
import { adml, admx } from '../../../scripts/policy/group-policy.ts';
import { policyTexts } from '../../../scripts/policy.ts';
import { managedFileSchema } from '../../../src/shared/model/session/managed.ts';
import { root } from '../layers/imports.ts';

const texts = await policyTexts();

/** Returns the elements of an XML document with attributes and the text after each start tag; throws when malformed. */
function elementsOf(xml: string) {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes: z.record(z.string(), z.string()).parse({ ...attributes }), text: '' });
  });
  parser.on('text', (text) => {
    const last = elements.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.write(xml).close();
  return elements;
}

test.each([...texts])('%s is up to date with scripts/policy.ts', async (path, text) => {
  expect(await readFile(join(root, path), 'utf8')).toBe(text);
});

test('the JSON Schema describes every field, forbids other fields, and requires the version', () => {
  const schema = z
    .object({
      additionalProperties: z.literal(false),
      required: z.array(z.string()),
      properties: z.record(z.string(), z.object({ description: z.string().min(1) })),
    })
    .parse(JSON.parse(texts.get('docs/policy/policy.schema.json') ?? ''));
  expect(Object.keys(schema.properties)).toEqual(Object.keys(managedFileSchema.shape));
  expect(schema.required).toEqual(['version']);
});

describe('the template for Windows', () => {
  const elements = elementsOf(admx());
  const resources = elementsOf(adml());
  const elementsNamed = (name: string) => elements.filter((element) => element.name === name);

  test('has a policy of machine and user for every field but the version, under the registry keys that Paydesk reads', () => {
    const policies = elementsNamed('policy');
    expect(policies.map(({ attributes }) => attributes['name'])).toEqual(
      Object.keys(managedFileSchema.shape).filter((name) => name !== 'version'),
    );
    for (const { attributes } of policies) {
      expect(attributes).toMatchObject({ class: 'Both', key: 'Software\\Policies\\Paydesk' });
    }
  });

  test('refers to all texts and presentations of its English file, and to no others', () => {
    const referencedIds = [...admx().matchAll(/\$\((string|presentation)\.(\w+)\)/g)].map(
      ([, kind, id]) => `${kind}.${id}`,
    );
    const definedIds = resources
      .filter(({ name }) => name === 'string' || name === 'presentation')
      .map(({ name, attributes }) => `${name}.${attributes['id']}`);
    expect(new Set(referencedIds)).toEqual(new Set(definedIds));
  });
});

test('the configuration profile for macOS is a property list with every field that has a default value', () => {
  const keys = elementsOf(mobileconfig()).filter(({ name }) => name === 'key');
  const names = keys.map(({ text }) => text.trim());
  for (const [name, value] of Object.entries(managedFileSchema.parse({ version: 1 }))) {
    expect(names.includes(name), name).toBe(value !== null);
  }
  expect(names).toContain('PayloadContent');
});

test('the configuration profile for macOS cannot be created with a field that the policy does not have', () => {
  expect(() => mobileconfig({ version: 1, apiKey: 'x' })).toThrow();
  expect(mobileconfig({ version: 1, helpPage: 'https://intranet.example/?a=1&b=2' })).toContain(
    '<string>https://intranet.example/?a=1&amp;b=2</string>',
  );
});
