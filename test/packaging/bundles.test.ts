import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reloadPath, serverVariable, socketPath } from '../../scripts/dev/names.ts';
import { isPseudoLocale } from '../../scripts/pack/stage.ts';
import { messages as english } from '../../src/shared/messages/compiled/en.ts';
import { messages as startTexts } from '../../src/shared/messages/compiled/en-start.ts';
import { findStaticImports } from '../bench/loaded-bytes.ts';
import { readModule, root } from '../unit/layers/imports.ts';
import { laterKeys } from '../unit/layers/later-messages.ts';
import { parseCatalogs } from '../unit/messages/parse-catalogs.ts';

async function findFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const readText = (path: string) => readFile(join(root, path), 'utf8');
const builtFiles = await findFiles('out');

/** The largest entry of main in bytes. It opens the window, and loads everything else beside the page. */
const maxMainEntryBytes = 30_000;

/** The scripts that the page loads before its first line runs: the entry and its static imports. */
async function startScripts(): Promise<string[]> {
  const html = await readText('out/renderer/index.html');
  const [, entry = ''] = /<script[^>]*src="\.\/([^"]+)"/.exec(html) ?? [];
  const paths = await findStaticImports(join(root, 'out/renderer', entry));
  return [...paths].map((path) => relative(root, path).split(sep).join('/'));
}

describe('the build', () => {
  test('contains main, every thread and process of main, the preload and the page', async () => {
    const entryModules = await readdir(join(root, 'src/main/entries'));
    const entries = entryModules.map((fileName) => basename(fileName, '.ts'));
    expect(entries).toContain('store');
    for (const name of ['index', 'practice', ...entries]) {
      expect(builtFiles).toContain(`out/main/${name}.js`);
    }
    expect(builtFiles).toContain('out/preload/index.cjs');
    expect(builtFiles).toContain('out/renderer/index.html');
  });

  test('has an entry of main that loads only what the window needs', async () => {
    const paths = [...(await findStaticImports(join(root, 'out/main/index.js')))];
    const scripts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    expect(scripts.reduce((sum, script) => sum + script.length, 0)).toBeLessThan(maxMainEntryBytes);
  });

  test('contains no source maps and no sources', () => {
    expect(builtFiles.filter((path) => /\.(map|ts|tsx)$/.test(path))).toEqual([]);
  });

  test('contains nothing of the development server', async () => {
    for (const path of builtFiles.filter((name) => /\.(c?js|html)$/.test(name))) {
      for (const name of [serverVariable, reloadPath, socketPath, '@vite/client']) {
        expect((await readText(path)).includes(name), `${path}: ${name}`).toBe(false);
      }
    }
  });

  test('contains no path of the machine that built it', async () => {
    for (const path of builtFiles.filter((name) => /\.(c?js|html|css)$/.test(name))) {
      expect((await readText(path)).includes(root.replace(/[\\/]$/, '')), path).toBe(false);
    }
  });
});

describe('the preload', () => {
  test('is one file that requires only electron', async () => {
    expect(builtFiles.filter((path) => path.startsWith('out/preload/'))).toEqual(['out/preload/index.cjs']);
    const required = [
      ...(await readText('out/preload/index.cjs')).matchAll(/require\(["'`]([^"'`]+)["'`]\)/g),
    ];
    expect(new Set(required.map((match) => match[1]))).toEqual(new Set(['electron']));
  });

  test('exposes one object to the page', async () => {
    expect((await readText('out/preload/index.cjs')).match(/exposeInMainWorld/g)).toHaveLength(1);
  });
});

describe('the page', () => {
  test('loads its screens, its guide, pdf.js and most messages after its start', async () => {
    const names = (await startScripts()).map((path) => basename(path).split('-')[0]);
    expect(names).toContain('index');
    for (const name of ['DocumentsScreen', 'SignedInFrame', 'HelpPanel', 'PdfView', 'pdf', 'en']) {
      expect(names).not.toContain(name);
    }
  });

  test('loads the frame and the first screen after a sign-in as few scripts, because each is a request', async () => {
    const scriptNamed = (name: string) =>
      builtFiles.find((path) => basename(path).startsWith(`${name}-`) && path.endsWith('.js')) ?? '';
    const scripts = new Set<string>();
    for (const name of ['SignedInFrame', 'DocumentsScreen'])
      for (const path of await findStaticImports(join(root, scriptNamed(name)))) scripts.add(path);
    expect([...scripts].map((path) => basename(path).replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'DocumentsScreen',
      'SignedInFrame',
      'contract',
      'index',
      'overlays',
      'sign-in-card',
      'sign-in-errors',
    ]);
  });

  test('configures zod in its first script, before any schema is created', async () => {
    const scripts = builtFiles.filter((path) => /^out\/renderer\/assets\/.*\.js$/.test(path));
    const texts = new Map<string, string>();
    for (const path of scripts) texts.set(path, await readText(path));
    const configuring = scripts.filter((path) => /jitless:(!0|true)/.test(texts.get(path) ?? ''));
    expect(configuring).toEqual(await startScripts());
    const schema =
      /(?<![\w$.])(?:object|strictObject|_enum|discriminatedUnion|literal|array|string|number)(?:\$\d)?\((?=[{[`"'\d])/;
    for (const path of configuring) {
      // Without imports it runs before every script that imports it.
      expect(readModule(path, texts.get(path) ?? '').imports).toEqual([]);
      const [before = '', after = ''] = (texts.get(path) ?? '').split('jitless:');
      expect([before, after].map((text) => schema.test(text))).toEqual([false, true]);
    }
    expect(configuring).toHaveLength(1);
  });

  test('has no inline script or style, and a placeholder for the nonce', async () => {
    const html = await readText('out/renderer/index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\son\w+=|javascript:/i);
    expect(html).toContain('__CSP_NONCE__');
  });

  test('has the styles of all screens in one sheet, with the cascade layers in their order', async () => {
    const sheets = builtFiles.filter((path) => /^out\/renderer\/assets\/.*\.css$/.test(path));
    expect(sheets).toHaveLength(1);
    const layers = [...(await readText(sheets[0] ?? '')).matchAll(/@layer ([\w, ]+)[{;]/g)];
    const names = layers.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
    expect([...new Set(names)]).toEqual(['base', 'components', 'features', 'modes']);
  });

  test('loads nothing from other hosts', async () => {
    for (const path of builtFiles.filter((name) => /^out\/renderer\/.*\.(css|html)$/.test(name))) {
      expect((await readText(path)).match(/(?:url\(|src=|href=)["']?https?:/), path).toBeNull();
    }
  });
});

describe('the messages', () => {
  const scripts = builtFiles.filter((name) => /\.c?js$/.test(name));

  test('are precompiled: no bundle contains the parser of FormatJS', async () => {
    for (const path of scripts) {
      const parser = /EXPECT_ARGUMENT_CLOSING_BRACE|INVALID_PLURAL_ARGUMENT/.exec(await readText(path));
      expect([path, parser?.[0]]).toEqual([path, undefined]);
    }
  });

  test('in English are part of the page scripts; messages in the pseudo-locale are separate chunks', async () => {
    const pageScripts = scripts.filter((name) => name.startsWith('out/renderer/') && !isPseudoLocale(name));
    const texts = await Promise.all(pageScripts.map(readText));
    for (const message of [
      'Check for updates',
      'Work is paused and resumes when you sign in to this profile.',
    ]) {
      expect([message, texts.filter((text) => text.includes(message)).length]).toEqual([message, 1]);
    }
    for (const path of scripts) {
      expect([path, (await readText(path)).includes('Çĥéçķ ƒöŕ ûþðåţéš')]).toEqual([
        path,
        isPseudoLocale(path),
      ]);
    }
  });

  test('of a script that the page loads at its start are loaded with it', async () => {
    const keyOf = /(?<!["'`\w])["'`]([a-z][A-Za-z]*\.[^"'`\s]*)["'`](?!\s*:)/g;
    const messages = parseCatalogs(english);
    const startKeys = new Set(Object.keys(parseCatalogs(startTexts)));
    const isLoaded = (key: string) =>
      key.includes('${')
        ? [...startKeys].some((known) => known.startsWith(key.slice(0, key.indexOf('${'))))
        : startKeys.has(key);
    const isMessage = (key: string) =>
      Object.hasOwn(messages, key) ||
      (key.includes('${') &&
        Object.keys(messages).some((known) => known.startsWith(key.split('${')[0] ?? key)));
    const usedKeys = new Set<string>();
    for (const path of await startScripts()) {
      for (const [, key = ''] of (await readText(path)).matchAll(keyOf))
        if (isMessage(key)) usedKeys.add(key);
    }
    expect(usedKeys.size).toBeGreaterThan(60);
    const laterBeginnings = Object.values(laterKeys).flat();
    const isLater = (key: string) => laterBeginnings.some((beginning) => key.startsWith(beginning));
    expect([...usedKeys].filter((key) => !isLoaded(key) && !isLater(key))).toEqual([]);
  });
});

describe('the scripts of main', () => {
  test('can be compiled by Node', () => {
    for (const path of builtFiles.filter((name) => /^out\/main\/.*\.js$/.test(name))) {
      const { stderr } = spawnSync(process.execPath, ['--check', join(root, path)], { encoding: 'utf8' });
      expect([path, /SyntaxError.*/.exec(stderr)?.[0]]).toEqual([path, undefined]);
    }
  });

  test('import only Node, Electron and the native modules at run time', async () => {
    const { builtinModules } = await import('node:module');
    const allowed = new Set([
      'electron',
      'kerberos',
      'keytar',
      ...builtinModules,
      ...builtinModules.map((name) => `node:${name}`),
    ]);
    for (const path of builtFiles.filter((name) => /^out\/main\/.*\.js$/.test(name))) {
      const disallowedImports = readModule(path, await readText(path)).imports.filter(
        (name) => !name.startsWith('out/') && !allowed.has(name),
      );
      expect(disallowedImports, path).toEqual([]);
    }
  });
});
