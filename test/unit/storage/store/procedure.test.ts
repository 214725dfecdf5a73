import { expect, test } from 'vitest';
import { z } from 'zod';
import { featureDatabases } from '../../../../src/main/app/feature-databases.ts';
import { defineFeatureDatabase, procedure } from '../../../../src/main/storage/store/procedure.ts';
import { openForTest } from './database-files.ts';

const add = procedure(
  'numbers.add',
  { args: z.object({ a: z.number(), b: z.number().default(1) }), result: z.number() },
  (database, { a, b }) => database.get('SELECT $a + $b AS sum', { a, b })?.['sum'],
);

test('a procedure has its name and schemas, and runs with its parsed arguments', () => {
  const database = openForTest(':memory:');
  expect([add.name, add.args.safeParse({}).success, add.result.parse(3)]).toEqual(['numbers.add', false, 3]);
  expect(add.execute(database, { a: 2 })).toBe(3);
  expect(() => add.execute(database, { a: '2' })).toThrow('expected number');
});

test('a table set has the procedures that its modules export', () => {
  const { procedures } = defineFeatureDatabase('numbers', '', { add, limit: 1, rowOf: () => null }, {});
  expect(procedures).toEqual([add]);
});

test('every procedure has a name of its own', () => {
  const names = featureDatabases.flatMap(({ procedures }) => procedures.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
