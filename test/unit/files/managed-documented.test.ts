import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retentionPeriodsSchema } from '../../../src/shared/model/retention.ts';
import { hostNames } from '../../../src/shared/model/session/environment.ts';
import {
  managedFileSchema,
  managedProxySchema,
  managedUpdatesSchema,
} from '../../../src/shared/model/session/managed.ts';
import { profileFieldsSchema, profileOptionsSchema } from '../../../src/shared/model/session/profile.ts';
import { root } from '../layers/imports.ts';

const operationsGuide = await readFile(join(root, 'docs/operations.md'), 'utf8');
const chapter = /## Administrator settings\n([\s\S]*?)\n## /.exec(operationsGuide)?.[1] ?? '';
const rows = chapter.split('\n').filter((line) => line.startsWith('| `'));
const documentedFields = rows.map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? '');

/** Every field of the administrator's file, in the notation of the documented table. */
const schemaFields = Object.keys(managedFileSchema.shape).flatMap((name) => {
  if (name === 'profiles') {
    const profileFields = ['id', ...Object.keys(profileFieldsSchema.shape)].filter(
      (field) => field !== 'options',
    );
    const options = Object.keys(profileOptionsSchema.shape).map((option) => `options.${option}`);
    return [...profileFields.map((field) => `profiles[].${field}`), ...options];
  }
  if (name === 'retention')
    return Object.keys(retentionPeriodsSchema.shape).map((kind) => `retention.${kind}`);
  return name === 'inbox' ? ['inbox.folder', 'inbox.usedFiles'] : [name];
});

test.each(schemaFields)('the field %s of the administrator’s file is documented', (field) => {
  expect(documentedFields).toContain(field);
});

test('every documented field exists in the schema', () => {
  expect(documentedFields.filter((field) => !schemaFields.includes(field))).toEqual([]);
});

test.each([
  ['proxy', managedProxySchema.options],
  ['updates', managedUpdatesSchema.options],
] as const)('each mode of %s is documented with its fields', (field, modes) => {
  const row = rows.find((line) => line.startsWith(`| \`${field}\``)) ?? '';
  for (const { shape } of modes) {
    expect(row).toContain(`"mode": "${shape.mode.value}"`);
    for (const name of Object.keys(shape)) expect(row).toContain(`"${name}"`);
  }
});

test('the documented example is a valid file', () => {
  const example: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '');
  expect(managedFileSchema.safeParse(example)).toMatchObject({ success: true });
  for (const host of hostNames) expect(JSON.stringify(example)).toContain(`"${host}"`);
});
