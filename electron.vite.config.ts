import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          index: path('src/main/index.ts'),
          // Threads and processes of their own; main finds them beside itself.
          store: path('src/main/entries/store.ts'),
          intake: path('src/main/entries/intake.ts'),
          keychain: path('src/main/entries/keychain.ts'),
          practice: path('src/main/simulator/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: path('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('src/renderer'),
    plugins: [react()],
    build: {
      outDir: path('out/renderer'),
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      // Everything is read from the disk beside the program: one file is as good as ten.
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: path('src/renderer/index.html') },
    },
  },
});
