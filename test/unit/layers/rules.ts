/** @file The import rules of docs/architecture.md: the imports and names that a module may use. */

/** One import rule. */
interface Rule {
  readonly name: string;
  /** Matches what breaks the rule, as `path > import` or `path uses name`. */
  readonly forbidden: RegExp;
  /** A path and code that break the rule, to prove that it can fail. */
  readonly violation: readonly [path: string, text: string];
}

/** All import rules. */
export const rules: readonly Rule[] = [
  {
    name: 'electron is imported only by the entry, platform/electron, the preload and the test host',
    // Tests of platform/electron, and functions that are sent to the program, use Electron's types.
    forbidden:
      /^(?!src\/main\/(?:index\.ts |platform\/electron\/)|src\/preload\/|test\/(?:host|unit\/platform\/electron|e2e\/launch)\/|test\/bench\/watch-window\.ts )(?:src|test)\/.* > electron(?:\/|$)/,
    violation: ['src/main/features/session/sessions.ts', `import { app } from 'electron';`],
  },
  {
    name: 'shared imports nothing outside itself and zod',
    forbidden: /^src\/shared\/.* > (?!src\/shared\/|zod$|@formatjs\/intl$)/,
    violation: ['src/shared/errors.ts', `import 'node:fs';`],
  },
  {
    name: 'shared imports FormatJS only for messages',
    forbidden: /^src\/shared\/(?!messages\/).* > @formatjs/,
    violation: ['src/shared/errors.ts', `import '@formatjs/intl';`],
  },
  {
    name: 'the renderer imports shared, its own files and UI libraries',
    forbidden:
      /^src\/renderer\/.* > (?!src\/(?:shared|renderer)\/|(?:react|react-dom|react-aria-components|react-intl|zustand|zod|@tanstack\/react-virtual|pdfjs-dist|uplot|virtual:user-guide)(?:\/|$)|.*\.css$)/,
    violation: ['src/renderer/app/frame.tsx', `import { x } from '../../main/app.ts';`],
  },
  {
    name: 'a screen of the renderer never imports another screen',
    // Features of the renderer without a screen: other features use them, and they use none.
    forbidden:
      /^src\/renderer\/features\/([^/]+)\/.* > src\/renderer\/features\/(?!drag-out\/|profiles\/|recovery\/|\1\/)/,
    violation: ['src/renderer/features/documents/page.tsx', `import { x } from '../settings/page.tsx';`],
  },
  {
    name: 'components of the renderer import no feature and no frame',
    forbidden: /^src\/renderer\/components\/.* > src\/renderer\/(?:features|app)\//,
    violation: ['src/renderer/components/actions/Button.tsx', `export * from '../../app/routes.ts';`],
  },
  {
    name: 'only renderer/bridge.ts uses the transport',
    forbidden: /^src\/renderer\/(?!bridge\.ts ).* uses (?:window|globalThis)\.paydesk/,
    violation: ['src/renderer/features/session/page.tsx', `void window.paydesk.call('session.signOut', {});`],
  },
  {
    name: 'the preload imports only electron and shared/contract/names',
    forbidden: /^src\/preload\/.* > (?!electron$|src\/shared\/contract\/names\.ts$)/,
    violation: ['src/preload/index.ts', `import { z } from 'zod';`],
  },
  {
    name: 'main imports nothing of the renderer or the preload',
    forbidden: /^src\/main\/.* > src\/(?:renderer|preload)\//,
    violation: ['src/main/app/app.ts', `import '../../renderer/main.tsx';`],
  },
  {
    name: 'a feature never imports another feature',
    forbidden: /^src\/main\/features\/([^/]+)\/.* > src\/main\/features\/(?!\1\/)[^/]+\//,
    violation: ['src/main/features/documents/a.ts', `import type { Session } from '../session/session.ts';`],
  },
  {
    name: 'service, storage, keychain, formats and statement engine import no layer above them',
    forbidden:
      /^src\/main\/(?:service|storage|platform\/keychain|formats|statement-engine)\/.* > src\/main\/(?:app|features|bridge|platform\/electron|practice)\//,
    violation: ['src/main/storage/store/store.ts', `import '../../features/documents/database/index.ts';`],
  },
  {
    name: 'the practice company implements the contract independently',
    forbidden: /^src\/main\/practice\/.* > src\/main\/(?:service|features|storage)\//,
    violation: [
      'src/main/practice/operations/uploads.ts',
      `import { mimeTypeOf } from '../../service/uploads.ts';`,
    ],
  },
  {
    name: 'features get time, randomness, environment and network through ports',
    forbidden:
      /^src\/main\/(?:features|service|bridge|platform\/keychain)\/.* uses (?:Date\.now|new Date\(\)|performance\.now|Math\.random|crypto\.randomUUID|process\.env|process\.argv|setTimeout|setInterval|fetch)$/,
    violation: ['src/main/features/documents/a.ts', 'export const now = () => new Date().getTime();'],
  },
  {
    name: 'no feature checks whether it runs in practice or in a test',
    forbidden:
      /^src\/(?:main|renderer)\/features\/.* uses (?:is(?:Practice|Test)|(?:practice|test)Mode|[!=]== '(?:practice|test)')$/,
    violation: ['src/main/features/session/a.ts', 'export const f = (isTest: boolean) => (isTest ? 1 : 2);'],
  },
  {
    name: 'the browser, IPC and the crash reporter each have one home, or none',
    forbidden:
      /^src\/(?:(?!main\/platform\/electron\/external-pages\.ts ).* uses shell\.openExternal|(?!main\/platform\/electron\/bridge-adapter\.ts ).* uses ipcMain\.handle|.* uses ipcMain\.on|.* uses crashReporter\.start)$/,
    violation: ['src/main/platform/electron/menu.ts', `void shell.openExternal('https://example.com');`],
  },
  {
    name: 'no test mocks a module',
    forbidden: /^test\/.* uses vi\.(?:doMock|mock)$/,
    violation: ['test/unit/a.test.ts', `vi.mock('../../src/main/app/app.ts');`],
  },
  {
    name: 'main never accesses files synchronously',
    // Exempt: the mounts are read once before there is a window, because Paydesk must not write to a share; and the last
    // writes before an exit cannot wait. The number beside the library is written in the thread of the store.
    forbidden:
      /^src\/main\/(?!index\.ts |files\/blocking-files\.ts |practice\/|platform\/electron\/network-mount\.ts |storage\/generation\/generation-file\.ts ).* uses (?:\w+\.)?[a-z]\w*Sync$/,
    violation: ['src/main/log/log.ts', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
  },
];
