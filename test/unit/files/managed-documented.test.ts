import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostNames } from '../../../src/shared/model/environment.ts';
import {
  managedFileSchema,
  managedProxySchema,
  managedUpdatesSchema,
} from '../../../src/shared/model/managed.ts';
import { profileFieldsSchema, profileOptionsSchema } from '../../../src/shared/model/profile.ts';
import { root } from '../layers/imports.ts';

const operations = await readFile(join(root, 'docs/operations.md'), 'utf8');
const chapter = /## Administrator settings\n([\s\S]*?)\n## /.exec(operations)?.[1] ?? '';
const rows = chapter.split('\n').filter((line) => line.startsWith('| `'));
const described = rows.map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? '');

/** Every field of the file, as the table writes them. */
const fields = Object.keys(managedFileSchema.shape).flatMap((name) => {
  if (name === 'profiles') {
    const ofProfile = ['id', ...Object.keys(profileFieldsSchema.shape)].filter(
      (field) => field !== 'options',
    );
    const options = Object.keys(profileOptionsSchema.shape).map((option) => `options.${option}`);
    return [...ofProfile.map((field) => `profiles[].${field}`), ...options];
  }
  return name === 'inbox' ? ['inbox.folder', 'inbox.usedFiles'] : [name];
});

test.each(fields)('the field %s is described, and no other', (field) => {
  expect(described).toContain(field);
});

test('no field is described that does not exist', () => {
  expect(described.filter((field) => !fields.includes(field))).toEqual([]);
});

test.each([
  ['proxy', managedProxySchema.options],
  ['updates', managedUpdatesSchema.options],
] as const)('each way of %s is described with what it needs', (field, ways) => {
  const row = rows.find((line) => line.startsWith(`| \`${field}\``)) ?? '';
  for (const { shape } of ways) {
    expect(row).toContain(`"mode": "${shape.mode.value}"`);
    for (const part of Object.keys(shape)) expect(row).toContain(`"${part}"`);
  }
});

test('the example is a file that Paydesk takes as it is', () => {
  const example: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '');
  expect(managedFileSchema.safeParse(example)).toMatchObject({ success: true });
  for (const host of hostNames) expect(JSON.stringify(example)).toContain(`"${host}"`);
});
