import { expect, test } from 'vitest';
import { z } from 'zod';
import { procedure } from '../../../src/main/store/procedure.ts';
import { newPath, openForTest } from './database-files.ts';

const add = procedure(
  'numbers.add',
  { args: z.object({ a: z.number(), b: z.number().default(1) }), result: z.number() },
  (database, { a, b }) => database.get('SELECT $a + $b AS sum', { a, b })?.['sum'],
);

test('a procedure runs with its parsed arguments', () => {
  const database = openForTest(newPath());
  expect(add.execute(database, { a: 2 })).toBe(3);
  expect(() => add.execute(database, { a: '2' })).toThrow('expected number');
});

test('a procedure has its name and its schemas', () => {
  expect(add.name).toBe('numbers.add');
  expect(add.args.safeParse({}).success).toBe(false);
  expect(add.result.parse(3)).toBe(3);
});
