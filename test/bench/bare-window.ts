/** @file Builds the bare window, with which the start of Paydesk is compared. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Bare window</title></head>
  <body><div id="root"></div><script type="module" src="./page.js"></script></body>
</html>
`;

/** Builds main and page of the bare window into `folder`. Returns the path of its main. */
export async function buildBareWindow(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const shared: InlineConfig = { configFile: false, root, logLevel: 'warn' };
  const output = { format: 'es', entryFileNames: '[name].js' } as const;
  await build({
    ...shared,
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: { page: join(root, 'bare-window-page.ts') }, output },
    },
  });
  await build({
    ...shared,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { main: join(root, '..', 'host', 'bare-window-main.ts') },
        external: ['electron'],
        output,
      },
    },
  });
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare-window', type: 'module' }));
  return join(folder, 'main.js');
}
