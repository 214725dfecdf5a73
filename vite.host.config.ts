import { defineConfig } from 'vite';

/** Bundles the host, which starts faster so. Node loads its modules `electron` and `parent-port` by address. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: '.paydesk/host',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: 'test/host/main.ts',
        electron: 'test/host/electron/index.ts',
        'parent-port': 'test/host/parent-port.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: ['zod'] },
});
