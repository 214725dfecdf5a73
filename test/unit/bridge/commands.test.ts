/** @file The arguments of commands contain no paths. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '../../../src/shared/contract/index.ts';

const schemaSchema = z.record(z.string(), z.unknown());

/** Yields the names of all fields of a JSON schema, including those of nested objects. */
function* fieldsOf(schema: unknown): Generator<string> {
  if (Array.isArray(schema)) for (const item of schema) yield* fieldsOf(item);
  const parsed = schemaSchema.safeParse(schema);
  if (!parsed.success) return;
  const properties = schemaSchema.safeParse(parsed.data['properties']);
  if (properties.success) yield* Object.keys(properties.data);
  for (const nestedSchema of Object.values(parsed.data)) yield* fieldsOf(nestedSchema);
}

test('no command takes a path, because files are named by references', () => {
  const pathFields = Object.entries(commands).flatMap(([name, { args }]) => {
    const fields = new Set(fieldsOf(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' })));
    return [...fields]
      .filter((field) => /path|(?<!pro)file|folder|director/i.test(field))
      .map((field) => `${name} ${field}`);
  });
  expect(pathFields).toEqual([
    // Names of folders in a batch, as listed by main; they are compared and never opened.
    'documents.assignFolders folders',
    'documents.assignFolders folder',
    'settings.change largeFileMegabytes',
    'settings.change usedEventFiles',
  ]);
});
