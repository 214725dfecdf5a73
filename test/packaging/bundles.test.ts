import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reloadPath, serverVariable, socketPath } from '../../scripts/dev/names.ts';
import { isPseudoLocale } from '../../scripts/pack/stage.ts';
import { readModule, root } from '../unit/layers/imports.ts';

async function findFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const readText = (path: string) => readFile(join(root, path), 'utf8');
const builtFiles = await findFiles('out');

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
  test('has no inline script or style, and a placeholder for the nonce', async () => {
    const html = await readText('out/renderer/index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\son\w+=|javascript:/i);
    expect(html).toContain('__CSP_NONCE__');
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

  test('in English are part of the page script; messages in the pseudo-locale are separate chunks', async () => {
    const pageScripts = scripts.filter((name) => name.startsWith('out/renderer/assets/index-'));
    expect(pageScripts).toHaveLength(1);
    expect((await readText(pageScripts[0] ?? '')).includes('Check for updates')).toBe(true);
    for (const path of scripts) {
      expect([path, (await readText(path)).includes('Çĥéçķ ƒöŕ ûþðåţéš')]).toEqual([
        path,
        isPseudoLocale(path),
      ]);
    }
  });
});

describe('the scripts of main', () => {
  test('import only Node, Electron and the native module keytar at run time', async () => {
    const { builtinModules } = await import('node:module');
    const allowed = new Set([
      'electron',
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
