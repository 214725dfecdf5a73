import process from 'node:process';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { styleOptions } from './scripts/style-options.ts';
import { findChromium } from './test/host/chromium.ts';

const isLong = process.env['PAYDESK_LONG_TESTS'] === '1';

/** The folders of a suite: `npm run test:all` also runs its long tests. */
const includeOf = (suite: string, extension: string) =>
  ['test', ...(isLong ? ['test/long'] : [])].map((folder) => `${folder}/${suite}/**/*.test.${extension}`);

/**
 * The suites that run in Node, which load modules once for all files of a worker. A test often waits for its processes and the
 * disk, so more workers than processors are busy. Suites with the same number of workers run together.
 */
const suites = [
  { name: 'unit', maxWorkers: 2 },
  { name: 'integration', maxWorkers: 4 },
  { name: 'faults', maxWorkers: 4 },
  { name: 'packaging', maxWorkers: 4 },
];

export default defineConfig({
  test: {
    // A deadline is there for what hangs, not for a machine that has other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Threads that tests start from sources load TypeScript by a WebAssembly module of Node. When a thread ends while V8 still
    // optimizes that module in the background, V8 can damage its heap and abort the process; without optimizing it cannot.
    execArgv: ['--liftoff-only'],
    // A test that needs another one before it is found in the long run.
    sequence: { shuffle: isLong },
    // One project for each suite of `npm test`.
    projects: [
      ...suites.map(({ name, maxWorkers }) => ({
        test: {
          name,
          isolate: false,
          maxWorkers,
          setupFiles: ['test/host/ready.ts'],
          include: includeOf(name, '{ts,tsx}'),
          // Tests start built threads, processes and programs.
          globalSetup: ['test/build-program.ts'],
          sequence: { groupOrder: maxWorkers },
        },
      })),
      {
        plugins: [react()],
        css: styleOptions,
        // A package that Vite finds while tests run makes it load their pages anew. Without its search, a package that is
        // missing here is not bundled, which works for most.
        optimizeDeps: {
          noDiscovery: true,
          include: [
            '@formatjs/intl',
            '@tanstack/react-virtual',
            'axe-core',
            'react',
            'react-aria-components',
            'react-dom',
            'react-dom/client',
            'react-intl',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
            'zod',
            'zustand',
            'zustand/vanilla',
          ],
        },
        test: {
          name: 'components',
          include: includeOf('components', 'tsx'),
          // Before any component, as in the window: the first sheet that names the cascade layers sets their order.
          setupFiles: ['src/renderer/styles/index.css'],
          sequence: { groupOrder: 9 },
          // An assertion about the page is repeated until the time of its test is over.
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? 'chromium' },
              // Colours are read at once after a change, not in the middle of a transition.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
    // Electron's own package would look for its binary; the host's module stands in for it, without a window.
    alias: { electron: fileURLToPath(new URL('test/host/electron/index.ts', import.meta.url)) },
    env: { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent', PAYDESK_HOST_WINDOW: 'none' },
  },
});
