import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { userGuide } from './scripts/guide/user-guide-plugin.ts';
import { bundledPackages } from './scripts/pack/shipped.ts';
import { reactAriaLocales } from './scripts/react-aria-locales.ts';
import { styleOptions } from './scripts/style-options.ts';
import { zodWithoutJsonSchema } from './scripts/zod-without-json-schema.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Writes down which packages went into the bundles of a target: they are shipped, so their licences are too. */
function noteBundled(target: string): Plugin {
  return {
    name: 'note-bundled',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const output of Object.values(bundle)) {
        for (const id of output.type === 'chunk' ? output.moduleIds : output.originalFileNames) {
          const inside = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
          if (inside !== undefined) folders.add(inside.slice(inside.indexOf('node_modules/')));
        }
      }
      const file = bundledPackages(target);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...folders].sort()));
    },
  };
}
/** Fonts, character maps and decoders that pdf.js loads when a page needs them, by their addresses. */
function pdfFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of ['cmaps', 'standard_fonts', 'iccs', 'wasm']) {
    const from = path(`node_modules/pdfjs-dist/${folder}`);
    for (const name of readdirSync(from)) {
      // Without WebAssembly only the decoders in plain script are of use.
      if (folder === 'wasm' && !name.endsWith('_nowasm_fallback.js')) continue;
      files.set(`pdf/${folder}/${name}`, join(from, name));
    }
  }
  return files;
}

/** Puts {@link pdfFiles} beside the renderer's own files. */
const pdfResources: Plugin = {
  name: 'pdf-resources',
  generateBundle() {
    for (const [fileName, file] of pdfFiles()) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    }
  },
  configureServer(server) {
    const files = pdfFiles();
    server.middlewares.use((request, response, next) => {
      const file = files.get(request.url?.slice(1) ?? '');
      if (file === undefined) next();
      else response.end(readFileSync(file));
    });
  },
};

/** Messages are compiled before (`scripts/generate.ts`), so FormatJS is bundled without its parser. */
const resolve = {
  alias: [
    {
      find: /^@formatjs\/icu-messageformat-parser$/,
      replacement: path('node_modules/@formatjs/icu-messageformat-parser/no-parser.js'),
    },
  ],
};

/**
 * Only the build of fflate for browsers: the other one declares a `require`, as electron-vite does for the whole script.
 * They differ only in their threads, which Paydesk does not use.
 */
const mainResolve = {
  alias: [...resolve.alias, { find: /^fflate$/, replacement: path('node_modules/fflate/esm/browser.js') }],
};

/** The window loads most messages after the sign-in screen. */
const windowResolve = {
  alias: [
    ...resolve.alias,
    { find: /^\.\/compiled\/en\.ts$/, replacement: path('src/shared/messages/compiled/en-start.ts') },
  ],
};

export default defineConfig({
  main: {
    resolve: mainResolve,
    plugins: [noteBundled('main')],
    build: {
      // Native packages are not bundled; the optional ones have to be named.
      externalizeDeps: { include: ['kerberos'] },
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          index: path('src/main/index.ts'),
          // Threads and processes of their own; main finds them beside itself.
          store: path('src/main/entries/store.ts'),
          files: path('src/main/entries/files.ts'),
          'files-worker': path('src/main/entries/files-worker.ts'),
          'pdf-examiner': path('src/main/entries/pdf-examiner.ts'),
          keychain: path('src/main/entries/keychain.ts'),
          certificates: path('src/main/entries/certificates.ts'),
          practice: path('src/main/practice/worker.ts'),
          'proof-reader': path('src/main/entries/proof-reader.ts'),
          'json-parser': path('src/main/entries/json-parser.ts'),
          'list-reader': path('src/main/entries/list-reader.ts'),
          'statement-engine': path('src/main/entries/statement-engine.ts'),
          'statement-engine-worker': path('src/main/entries/statement-engine-worker.ts'),
          'statement-engine-pages': path('src/main/entries/statement-engine-pages.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Fewer bytes to read and compile at the start. Functions keep their names, for the stacks of errors in the log.
          minify: { compress: true, mangle: { keepNames: { function: true, class: true } } },
        },
      },
    },
  },
  preload: {
    plugins: [noteBundled('preload')],
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
    resolve: windowResolve,
    root: path('src/renderer'),
    plugins: [
      react(),
      reactAriaLocales(),
      zodWithoutJsonSchema(),
      pdfResources,
      userGuide(path('docs')),
      noteBundled('renderer'),
    ],
    css: styleOptions,
    build: {
      // One sheet, loaded with the page: a screen that is loaded later would come with its own, and flash without it.
      cssCodeSplit: false,
      outDir: path('out/renderer'),
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      // pdf.js and its thread are larger than all screens.
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: path('src/renderer/index.html'),
        // Functions keep their names: the stack of an error in the log names components, and so do the layout tests.
        output: {
          minify: { compress: true, mangle: { keepNames: { function: true, class: false } } },
          // One chunk of all modules that the entry imports statically: each chunk is a request that main must answer while
          // it starts. In one chunk they also run in the order of their imports, as the setting of zod requires.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 1 },
              // A start with profiles also needs the form, with all that it imports.
              { name: 'sign-in-card', test: /features[\\/]session[\\/]SignInCard\.tsx$/ },
              // The screens after it in few chunks, too. A chunk has what its modules import and no chunk before it has.
              { name: 'contract', test: /shared[\\/]contract[\\/]index\.ts$/ },
              { name: 'overlays', test: /app[\\/]deferred\.ts$/ },
              { name: 'sign-in-errors', test: /features[\\/]session[\\/]deferred\.ts$/ },
              { name: 'SignedInFrame', test: /app[\\/]frame[\\/]SignedInFrame\.tsx$/ },
              { name: 'DocumentsScreen', test: /features[\\/]documents[\\/]DocumentsScreen\.tsx$/ },
            ],
          },
        },
      },
    },
  },
});
