import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findImportCycle } from './import-cycle.ts';
import { readModule, readModules, root } from './imports.ts';
import { rules } from './rules.ts';
import { findSmallModules } from './small-modules.ts';
import { findUnusedExports } from './unused-exports.ts';

const modules = await readModules('src', 'test', 'scripts');

describe.each(rules)('$name', ({ appliesTo, findViolations }) => {
  test('is followed by every module', () => {
    const foundInModules = modules.flatMap((module) =>
      appliesTo(module.path) ? findViolations(module).map((found) => `${module.path}: ${found}`) : [],
    );
    expect(foundInModules).toEqual([]);
  });
});

/** Code that breaks each rule, to prove that the rule can fail. */
const violations: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'electron is imported only by the entry, main/electron, the preload and the test host': [
    'src/main/features/session/sessions.ts',
    `import { app } from 'electron';`,
  ],
  'shared imports nothing outside itself and zod, but FormatJS for messages': [
    'src/shared/errors.ts',
    `import 'node:fs';`,
  ],
  'the renderer imports shared, its own files and UI libraries': [
    'src/renderer/app/frame.tsx',
    `import { x } from '../../main/app.ts';`,
  ],
  'a screen of the renderer never imports another screen': [
    'src/renderer/features/documents/page.tsx',
    `import { x } from '../settings/page.tsx';`,
  ],
  'components of the renderer import no feature and no frame': [
    'src/renderer/components/Button.tsx',
    `export * from '../app/routes.ts';`,
  ],
  'only renderer/bridge.ts uses the transport': [
    'src/renderer/features/session/page.tsx',
    `void window.paydesk.call('session.signOut', {});`,
  ],
  'the preload imports only electron and shared/contract/names': [
    'src/preload/index.ts',
    `import { z } from 'zod';`,
  ],
  'main imports nothing of the renderer or the preload': [
    'src/main/app.ts',
    `import '../renderer/main.tsx';`,
  ],
  'a feature never imports another feature': [
    'src/main/features/documents/handlers.ts',
    `import type { Session } from '../session/session.ts';`,
  ],
  'service, store, library, keychain and review import no layer above them': [
    'src/main/store/store.ts',
    `import '../features/documents/tables/index.ts';`,
  ],
  'the simulator implements the contract independently': [
    'src/main/simulator/uploads.ts',
    `import { mimeTypeOf } from '../service/uploads.ts';`,
  ],
  'features get time, randomness, environment and network through ports': [
    'src/main/features/documents/batch-publisher.ts',
    'export const now = () => Date.now() + new Date().getTime();',
  ],
  'no feature checks whether it runs in practice or in a test': [
    'src/main/features/session/sessions.ts',
    'export const f = (isPractice: boolean) => (isPractice ? 1 : 2);',
  ],
  'the browser, IPC and the crash reporter each have one home, or none': [
    'src/main/electron/menu.ts',
    `import { shell } from 'electron'; void shell.openExternal('https://example.com');`,
  ],
  'main never accesses files synchronously': [
    'src/main/log.ts',
    `import { readFileSync } from 'node:fs'; readFileSync('x');`,
  ],
};

test.each(rules)('a violation is found: $name', ({ name, appliesTo, findViolations }) => {
  const [path, text] = violations[name] ?? ['', ''];
  expect(appliesTo(path)).toBe(true);
  expect(findViolations(readModule(path, text))).not.toEqual([]);
});

test('no module imports itself through other modules, not even a type', () => {
  expect(findImportCycle(modules)).toBeNull();
});

test('a cycle of a type import and a re-export is found', () => {
  const cyclic = [
    readModule('src/main/entry.ts', `import './a.ts';`),
    readModule('src/main/a.ts', `import type { B } from './b.ts';`),
    readModule('src/main/b.ts', `export * from './a.ts';`),
  ];
  expect(findImportCycle(cyclic)).toEqual(['src/main/a.ts', 'src/main/b.ts']);
});

test('no module of fewer than 30 lines serves a single importer', () => {
  expect(findSmallModules(modules)).toEqual([]);
});

test('a small module is found until a second module imports it', () => {
  const small = readModule('src/main/small.ts', 'export const one = 1;');
  const importer = (path: string) => readModule(path, `export { one } from './small.ts';`);
  const [first, second] = [importer('src/main/first.ts'), importer('src/main/second.ts')];
  expect(findSmallModules([small, first])).toEqual([small.path]);
  expect(findSmallModules([small, first, second])).toEqual([]);
});

test('every export is imported by another module', async () => {
  const files = (await readdir(root)).filter((file) => file.endsWith('.config.ts'));
  const configurations = await Promise.all(
    files.map(async (file) => readModule(file, await readFile(join(root, file), 'utf8'))),
  );
  expect(findUnusedExports([...modules, ...configurations])).toEqual([]);
});

test('an export that only its own module uses is found', () => {
  const lonely = [
    readModule('src/main/a.ts', 'export const used = 1; export type Unused = typeof used;'),
    readModule('src/main/b.ts', `import { used } from './a.ts'; export default used;`),
    readModule('src/main/c.ts', 'export function passedOn() {}'),
    readModule('src/main/d.ts', `export { passedOn as renamed } from './c.ts';`),
    readModule('src/main/e.ts', 'export class Loaded {}'),
    readModule('src/main/f.ts', `void import('./e.ts');`),
  ];
  expect(findUnusedExports(lonely)).toEqual(['src/main/a.ts#Unused', 'src/main/d.ts#renamed']);
});
