/**
 * @file Opens Paydesk on the practice company for development: edits of the renderer are applied in place, and the
 * program restarts after edits of main, preload and shared code.
 *
 * Usage: node scripts/dev.ts [switches of the program]
 */
import { mkdirSync, realpathSync, watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { resolveConfig, type UserConfig } from 'electron-vite';
import { build, createServer, mergeConfig, type Plugin, type ViteDevServer } from 'vite';
import { noncePlaceholder } from '../src/main/platform/electron/content-security.ts';
import { freePort } from '../test/fakes/servers/free-port.ts';
import { reloadPath, serverVariable } from './dev/names.ts';
import { pageSocket } from './dev/page-socket.ts';
import { RunningProgram } from './dev/running-program.ts';
import { generateModules } from './generate.ts';
import { findProgram } from './program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Replaces the protocol handler by `scripts/dev/app-protocol.ts`. */
const developmentProtocol: Plugin = {
  name: 'development-protocol',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/app-protocol.ts') &&
    importer?.replaceAll('\\', '/').endsWith('/src/main/index.ts') === true
      ? join(root, 'scripts/dev/app-protocol.ts')
      : null,
};

const reloadThroughMain: Plugin = {
  name: 'reload-through-main',
  transform: (code, id) =>
    id.endsWith('/src/renderer/main.tsx')
      ? `${code}\nimport.meta.hot?.on('vite:beforeFullReload', () => fetch('${reloadPath}'));`
      : null,
};

async function readConfig(): Promise<UserConfig> {
  process.env['NODE_ENV_ELECTRON_VITE'] = 'development';
  const { config } = await resolveConfig(
    { root, mode: 'development', logLevel: 'warn' },
    'serve',
    'development',
  );
  if (config === undefined) throw new Error('electron.vite.config.ts was not found');
  return config;
}

async function startServer(renderer: UserConfig['renderer']): Promise<ViteDevServer> {
  const port = await freePort();
  const host = '127.0.0.1';
  const server = await createServer(
    mergeConfig(renderer ?? {}, {
      configFile: false,
      cacheDir: join(root, '.paydesk/vite'),
      plugins: [pageSocket, reloadThroughMain],
      html: { cspNonce: noncePlaceholder },
      server: {
        host,
        port,
        strictPort: true,
        hmr: { protocol: 'ws', host, clientPort: port },
        fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
        warmup: { clientFiles: ['./main.tsx'] },
      },
    }),
  );
  await server.listen();
  process.env[serverVariable] = `http://${host}:${port}`;
  return server;
}

/** Builds a target at once and after each change. Calls `onRebuilt` after every build except the first. */
async function buildAndWatch(config: UserConfig['main'], onRebuilt: () => void): Promise<void> {
  // The output folder is not emptied, because the running program still loads files from it.
  const output = { watch: {}, emptyOutDir: false };
  const watcher = await build(mergeConfig(config ?? {}, { build: output, plugins: [developmentProtocol] }));
  if (!('on' in watcher)) throw new Error('Vite does not watch');
  const firstBuild = Promise.withResolvers<void>();
  let isFirst = true;
  watcher.on('event', async (event) => {
    // After a failed build, the running program is kept.
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code !== 'BUNDLE_END') return;
    await event.result.close();
    if (!isFirst) onRebuilt();
    isFirst = false;
    firstBuild.resolve();
  });
  await firstBuild.promise;
}

/** Compiles the messages after each edit of a catalog; the builds then find the compiled ones changed. */
function watchCatalogs(): void {
  let generated = Promise.resolve();
  watch(join(root, 'src/shared/messages/en'), () => {
    // A catalog may be invalid in the middle of an edit.
    generated = generated.then(generateModules).catch((error: unknown) => console.error(String(error)));
  });
}

const foundProgram = findProgram(console.error);
if (foundProgram === null) {
  console.error(
    'PAYDESK_HOST_WINDOW=headless npm run dev -- --remote-debugging-port=9222 shows the page to a browser’s inspector.',
  );
  process.exit(1);
}
mkdirSync(join(root, 'out/renderer'), { recursive: true });
const config = await readConfig();
const server = await startServer(config.renderer);
const program = new RunningProgram(foundProgram, process.argv.slice(2));
const restart = () => {
  console.log('Restarting Paydesk …');
  void program.restart();
};
await Promise.all([buildAndWatch(config.main, restart), buildAndWatch(config.preload, restart)]);
watchCatalogs();
// The server of Vite would end this process on SIGTERM before the program has ended, and leave the program behind.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void program.stop().then(() => process.exit(0)));
}
await program.restart();
console.log('Paydesk runs. Edits of the renderer show at once; edits of main and preload restart it.');
const code = await program.ended;
await server.close();
process.exit(code);
