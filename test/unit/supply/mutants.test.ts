/** @file The folders, tests and jobs of the mutation runs. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folders } from '../../../scripts/mutants/folders.ts';
import { root } from '../layers/imports.ts';

const filesOf = (pattern: string) => globSync(pattern, { cwd: root });

test.each(Object.entries(folders))('%s mutates code that exists, and runs tests that exist', (_, plan) => {
  for (const pattern of [...plan.mutate, ...plan.tests]) expect(filesOf(pattern), pattern).not.toEqual([]);
});

test('every file of the most important folders of main is mutated by exactly one run', () => {
  const features = '{*/transfer,session,evidence,statements/inbox}';
  const folder = `{service,storage,bridge,workers,platform/electron,formats/xlsx,features/${features}}`;
  const filesToMutate = filesOf(`src/main/${folder}/**/*.ts`);
  // Of other folders, only some files are mutated.
  const partial = ['statement-engine', 'proofs', 'decisions', 'activity', 'files'];
  const plans = Object.entries(folders).filter(([name]) => !partial.includes(name));
  const mutated = plans.flatMap(([, { mutate }]) => mutate.flatMap(filesOf));
  expect(mutated.sort()).toEqual(filesToMutate.sort());
});

test('the weekly job runs every mutation run', async () => {
  const workflow = await readFile(join(root, '.github/workflows/weekly.yml'), 'utf8');
  expect(workflow).toContain(`folder: [${Object.keys(folders).join(', ')}]`);
});
