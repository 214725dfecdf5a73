import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { messages as startTexts } from '../../../src/shared/messages/compiled/en-start.ts';
import { parseCatalogs } from '../messages/parse-catalogs.ts';
import { readSources } from './imports.ts';
import { laterKeys } from './later-messages.ts';

/** What the window loads before any other message: its entry, and the form for an existing profile. */
const entries = ['src/renderer/main.tsx', 'src/renderer/features/session/SignInCard.tsx'];

const staticImport = /^(?:import|export)(?!\s+type\b)(?:[^;'"]*?\sfrom)?\s*'(\.[^']+\.tsx?)'/gm;
const comment = /\/\*.*?\*\//gs;
const usedKey = /\bt\(\s*(?:'([^']+)'|`([^`$]+))/g;

/** Returns the modules that are loaded together with `entry`, by path. */
async function readLoaded(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { path, text } of readSources('src/renderer', 'src/shared')) texts.set(path, text);
  const loaded = new Map<string, string>();
  const pending = [...entries];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const text = texts.get(path);
    if (text === undefined || loaded.has(path)) continue;
    loaded.set(path, text);
    for (const [, source = ''] of text.matchAll(staticImport)) pending.push(join(dirname(path), source));
  }
  return loaded;
}

test('the sign-in screen shows no message that the window loads later', async () => {
  const loaded = await readLoaded();
  expect(loaded.has('src/renderer/features/session/FirstRun.tsx')).toBe(true);
  expect(loaded.has('src/renderer/features/session/SignInForm.tsx')).toBe(true);
  const messages = parseCatalogs(startTexts);
  const startKeys = Object.keys(messages);
  const missing: string[] = [];
  for (const [path, text] of loaded) {
    for (const [, key, prefix = ''] of text.replaceAll(comment, '').matchAll(usedKey)) {
      const isLater = laterKeys[path]?.some((later) => (key ?? prefix).startsWith(later)) ?? false;
      const isKnown =
        key === undefined ? startKeys.some((known) => known.startsWith(prefix)) : key in messages;
      if (!isLater && !isKnown) missing.push(`${path}: ${key ?? prefix}`);
    }
  }
  expect(missing).toEqual([]);
});
