/** @file The contract as a whole: its size, and that the arguments of commands contain no paths. */
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

test('there are at most 80 commands, because actions on the same object are one command', () => {
  expect(Object.keys(commands).length).toBeLessThanOrEqual(80);
});

test('no command takes a path from the page', () => {
  const pathFields = Object.entries(commands).flatMap(([name, definition]) => {
    const schemas = 'actions' in definition ? Object.values(definition.actions) : [definition];
    const fields = new Set(
      schemas.flatMap(({ args }) => [
        ...fieldsOf(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' })),
      ]),
    );
    return [...fields]
      .filter((field) => /path|(?<!pro)file|folder|director/i.test(field))
      .map((field) => `${name} ${field}`);
  });
  expect(pathFields).toEqual([
    // `File` objects, which the preload replaces with their paths.
    'documents.add files',
    // Names of folders in a batch, as listed by main; they are compared and never opened.
    'documents.folders folders',
    'documents.folders folder',
    'documents.openManifest files',
    'statements.addEvents files',
    'settings.change largeFileMegabytes',
  ]);
});
