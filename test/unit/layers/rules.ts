/** @file The import rules of docs/architecture.md: the imports and names that a module may use. */
import type { Module } from './imports.ts';

/** One import rule. */
interface Rule {
  readonly name: string;
  /** True for the modules that the rule applies to. */
  readonly appliesTo: (path: string) => boolean;
  /** A path and code that break the rule, to prove that it can fail. */
  readonly violation: readonly [path: string, text: string];
  /** Returns the violations in a module. */
  readonly findViolations: (module: Module) => readonly string[];
}

const inside =
  (...folders: readonly string[]) =>
  (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const imports =
  (forbidden: (source: string) => boolean) =>
  ({ imports: sources }: Module) =>
    sources.filter(forbidden);

const rendererPackages =
  /^(react|react-dom|react-dom\/client|react\/jsx-runtime|react-aria-components|react-intl|zustand|zod|@tanstack\/react-virtual|pdfjs-dist|uplot|virtual:user-guide)(\/|$)/;

const mayImportElectron = inside(
  'src/main/index.ts',
  'src/main/electron',
  'src/preload',
  'test/host',
  // Tests of main/electron use Electron's types.
  'test/unit/electron',
  'test/e2e/launch',
);

const feature = (path: string) => /^src\/main\/features\/([^/]+)\//.exec(path)?.[1];

/** Features of the renderer without a screen: other features use them, and they use none. */
const withoutScreen = inside('src/renderer/features/library', 'src/renderer/features/profiles');

const screenFeature = (path: string) =>
  withoutScreen(path) ? undefined : /^src\/renderer\/features\/([^/]+)/.exec(path)?.[1];

/** Globals for time, randomness, environment and network, which must be injected instead. */
const ambientGlobals = [
  'Date.now',
  'new Date()',
  'performance.now',
  'Math.random',
  'crypto.randomUUID',
  'process.env',
  'process.argv',
  'setTimeout',
  'setInterval',
  'fetch',
];

/** All import rules. */
export const rules: readonly Rule[] = [
  {
    name: 'electron is imported only by the entry, main/electron, the preload and the test host',
    violation: ['src/main/features/session/sessions.ts', `import { app } from 'electron';`],
    appliesTo: (path) => !mayImportElectron(path) && (path.startsWith('src/') || path.startsWith('test/')),
    findViolations: imports((source) => source === 'electron' || source.startsWith('electron/')),
  },
  {
    name: 'shared imports nothing outside itself and zod, but FormatJS for messages',
    violation: ['src/shared/errors.ts', `import 'node:fs';`],
    appliesTo: inside('src/shared'),
    findViolations: ({ path, imports: sources }) => {
      const formatsMessages = path.startsWith('src/shared/messages/');
      return sources.filter(
        (source) =>
          !source.startsWith('src/shared/') &&
          source !== 'zod' &&
          !(formatsMessages && source === '@formatjs/intl'),
      );
    },
  },
  {
    name: 'the renderer imports shared, its own files and UI libraries',
    violation: ['src/renderer/app/frame.tsx', `import { x } from '../../main/app.ts';`],
    appliesTo: inside('src/renderer'),
    findViolations: imports(
      (source) =>
        !/^src\/(shared|renderer)\//.test(source) &&
        !rendererPackages.test(source) &&
        !source.endsWith('.css'),
    ),
  },
  {
    name: 'a screen of the renderer never imports another screen',
    violation: ['src/renderer/features/documents/page.tsx', `import { x } from '../settings/page.tsx';`],
    appliesTo: inside('src/renderer/features'),
    findViolations: (module) =>
      module.imports.filter((source) => {
        const imported = screenFeature(source);
        return imported !== undefined && imported !== screenFeature(module.path);
      }),
  },
  {
    name: 'components of the renderer import no feature and no frame',
    violation: ['src/renderer/components/Button.tsx', `export * from '../app/routes.ts';`],
    appliesTo: inside('src/renderer/components'),
    findViolations: imports(inside('src/renderer/features', 'src/renderer/app')),
  },
  {
    name: 'only renderer/bridge.ts uses the transport',
    violation: ['src/renderer/features/session/page.tsx', `void window.paydesk.call('session.signOut', {});`],
    appliesTo: (path) => path.startsWith('src/renderer/') && path !== 'src/renderer/bridge.ts',
    findViolations: (module) => [...module.uses].filter((name) => /^(window|globalThis)\.paydesk/.test(name)),
  },
  {
    name: 'the preload imports only electron and shared/contract/names',
    violation: ['src/preload/index.ts', `import { z } from 'zod';`],
    appliesTo: inside('src/preload'),
    findViolations: imports((source) => source !== 'electron' && source !== 'src/shared/contract/names.ts'),
  },
  {
    name: 'main imports nothing of the renderer or the preload',
    violation: ['src/main/app.ts', `import '../renderer/main.tsx';`],
    appliesTo: inside('src/main'),
    findViolations: imports(inside('src/renderer', 'src/preload')),
  },
  {
    name: 'a feature never imports another feature',
    violation: [
      'src/main/features/documents/handlers.ts',
      `import type { Session } from '../session/session.ts';`,
    ],
    appliesTo: inside('src/main/features'),
    findViolations: (module) =>
      module.imports.filter((source) => {
        const importedFeature = feature(source);
        return importedFeature !== undefined && importedFeature !== feature(module.path);
      }),
  },
  {
    name: 'service, store, library, keychain and review import no layer above them',
    violation: ['src/main/store/store.ts', `import '../features/documents/tables/index.ts';`],
    appliesTo: inside(
      'src/main/service',
      'src/main/store',
      'src/main/library',
      'src/main/keychain',
      'src/main/review',
    ),
    findViolations: imports(
      inside('src/main/features', 'src/main/bridge', 'src/main/electron', 'src/main/simulator'),
    ),
  },
  {
    name: 'the simulator implements the contract independently',
    violation: ['src/main/simulator/uploads.ts', `import { mimeTypeOf } from '../service/uploads.ts';`],
    appliesTo: inside('src/main/simulator'),
    findViolations: imports(inside('src/main/service', 'src/main/features', 'src/main/store')),
  },
  {
    name: 'features get time, randomness, environment and network through ports',
    violation: [
      'src/main/features/documents/batch-publisher.ts',
      'export const now = () => Date.now() + new Date().getTime();',
    ],
    appliesTo: inside('src/main/features', 'src/main/service', 'src/main/bridge', 'src/main/keychain'),
    findViolations: (module) => ambientGlobals.filter((name) => module.uses.has(name)),
  },
  {
    name: 'no feature checks whether it runs in practice or in a test',
    violation: [
      'src/main/features/session/sessions.ts',
      'export const f = (isPractice: boolean) => (isPractice ? 1 : 2);',
    ],
    appliesTo: inside('src/main/features', 'src/renderer/features'),
    findViolations: (module) =>
      [...module.uses].filter((name) =>
        /^(is(Practice|Test)|(practice|test)Mode|[!=]== '(practice|test)')$/.test(name),
      ),
  },
  {
    name: 'the browser, IPC and the crash reporter each have one home, or none',
    violation: [
      'src/main/electron/menu.ts',
      `import { shell } from 'electron'; void shell.openExternal('https://example.com');`,
    ],
    appliesTo: inside('src'),
    findViolations: (module) => {
      const homes = new Map([
        ['shell.openExternal', 'src/main/electron/external-pages.ts'],
        ['ipcMain.handle', 'src/main/electron/bridge-adapter.ts'],
        ['ipcMain.on', 'nowhere'],
        ['crashReporter.start', 'nowhere'],
      ]);
      return [...homes].flatMap(([name, home]) =>
        module.uses.has(name) && module.path !== home ? [name] : [],
      );
    },
  },
  {
    name: 'main never accesses files synchronously',
    violation: ['src/main/log.ts', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
    // Exempt: the mounts are read once before there is a window, because Paydesk must not write to a share; and the last
    // writes before an exit cannot wait.
    appliesTo: (path) =>
      path.startsWith('src/main/') &&
      !inside(
        'src/main/index.ts',
        'src/main/blocking-files.ts',
        'src/main/simulator',
        'src/main/electron/network-mount.ts',
      )(path),
    findViolations: (module) => [...module.uses].filter((name) => /^(\w+\.)?[a-z]\w*Sync$/.test(name)),
  },
];
