import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A deadline is there for what hangs, not for a machine that has other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Threads that tests start load TypeScript by a WebAssembly module of Node. When a thread ends while V8 still optimizes
    // that module in the background, V8 can damage its heap and abort the process; without optimizing it cannot.
    execArgv: ['--liftoff-only'],
    // One project for each suite of `npm test`. They run one after the other when they run together.
    projects: ['unit', 'integration', 'faults', 'packaging'].map((name, groupOrder) => ({
      test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], sequence: { groupOrder } },
    })),
    // Electron's own package would look for its binary; the host's module stands in for it, without a window.
    alias: { electron: fileURLToPath(new URL('test/host/electron/index.ts', import.meta.url)) },
    env: { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent', PAYDESK_HOST_WINDOW: 'none' },
  },
});
