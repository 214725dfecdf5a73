import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/messages/compile.ts';
import { nodesOf, readSources, root } from './imports.ts';
import {
  callsWhileLoading,
  literalsInElements,
  literalsInProperties,
  sentences,
  templateTexts,
} from './shown-literals.ts';

/** Modules with texts that are not in a catalog yet. The list only shrinks. */
const notConverted: readonly string[] = [
  'column-names.ts',
  'components.ts',
  'count.ts',
  'documents-mapping.ts',
  'drag-out.ts',
  'error-details.ts',
  'errors.ts',
  'leaving.ts',
  'library-errors.ts',
  'lists.ts',
  'needs-you.ts',
  'practice.ts',
  'samples.ts',
  'shell.ts',
  'start.ts',
  'statement-errors.ts',
  'toasts.ts',
];

/** Texts outside of the catalogs that are not translated, and why. */
const untranslated: Readonly<Record<string, readonly string[]>> = {
  // Names of software, companies and people.
  'src/renderer/features/settings/parts.ts': ['*'],
  'src/main/electron/window.ts': ['Paydesk'],
  // An example of a folder and a file.
  'src/renderer/features/documents/EmptyScreen.tsx': ['Ahlström Konepaja\\scan 1.pdf'],
  // Names of keys.
  'src/renderer/app/CommandPalette.tsx': ['Esc'],
  // For the log.
  'src/renderer/bridge.ts': ['The result of ', 'The topic ', 'The answer of '],
  'src/main/features/statements/library-statement-store.ts': ['The file is not the one that was stored'],
  'src/main/store/columns.ts': ['is not JSON'],
  'src/main/features/statements/inbox/event.ts': ['is before dateFrom'],
  // Not converted yet.
  'src/main/review/source.ts': ['It has ', ' GB, and at most 1.5 GB can be reviewed'],
};

interface Source {
  readonly path: string;
  readonly text: string;
}

async function sourcesOf(folder: string): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const source of readSources(folder)) sources.push(source);
  return sources;
}

const sources = (await sourcesOf('src')).filter(
  ({ path }) => !path.startsWith('src/shared/messages/') && !path.startsWith('src/shared/words/'),
);
const inWindow = sources.filter(({ path }) => path.startsWith('src/renderer/'));
/** The practice company speaks as a service, whose words are no messages of Paydesk. */
const inMain = sources.filter(
  ({ path }) => path.startsWith('src/main/') && !path.startsWith('src/main/simulator/'),
);

/** What `find` finds in the sources and is not exempt. */
function foundIn(where: readonly Source[], find: (path: string, text: string) => string[]): string[] {
  return where.flatMap(({ path, text }) => {
    const exempt = untranslated[path] ?? [];
    return find(path, text)
      .filter((found) => !exempt.includes('*') && !exempt.includes(found))
      .map((found) => `${path}: ${found}`);
  });
}

describe('a text that clerks read is in a catalog and not', () => {
  test('in an element or an attribute of the window', () => {
    expect(foundIn(inWindow, literalsInElements)).toEqual([]);
  });

  test('anywhere else in the window', () => {
    expect(foundIn(inWindow, sentences)).toEqual([]);
    expect(foundIn(inWindow, literalsInProperties)).toEqual([]);
  });

  test('in a dialog, a menu or a notification of main', () => {
    expect(foundIn(inMain, literalsInProperties)).toEqual([]);
  });

  test('in a module of texts, except those that are not converted yet', async () => {
    const folder = join(root, 'src', 'shared', 'words');
    const modules = await readdir(folder).catch(() => []);
    expect(modules.filter((name) => !notConverted.includes(name))).toEqual([]);
  });

  test.each([
    [literalsInElements, 'const a = <p>Request statements</p>;', 'Request statements'],
    [literalsInElements, `const a = <p>{isOn ? 'On' : 'Off'}</p>;`, 'On'],
    [literalsInElements, `const a = <Button label="Request" />;`, 'Request'],
    [literalsInElements, 'const a = <Button label={`Request`} />;', 'Request'],
    [literalsInProperties, `ask({ title: 'Quit?', detail });`, 'Quit?'],
    [literalsInProperties, `ask({ answers: ['Quit', 'Stay'] });`, 'Stay'],
    [literalsInProperties, `const detail = 'Work continues.';`, 'Work continues.'],
    [sentences, `show('Request statements');`, 'Request statements'],
  ])('%o finds it in %s', (find, text, found) => {
    expect(find('src/renderer/a.tsx', text)).toContain(found);
  });

  test.each([
    [literalsInElements, `const a = <Button label={t('a.title')} className="Big red" />;`],
    [literalsInElements, `const a = <p>{kind === 'Day' ? first : second}, {count}</p>;`],
    [literalsInProperties, `ask({ title: t('a.title'), label: 'file-name', role: 'Menu' });`],
    [sentences, `throw new PaydeskError('timed-out', 'The host did not answer');`],
  ])('%o finds nothing in %s', (find, text) => {
    expect(find('src/renderer/a.tsx', text)).toEqual([]);
  });
});

describe('a message', () => {
  test('is read where it is shown, never while a module is loaded', () => {
    expect(foundIn(sources, callsWhileLoading)).toEqual([]);
    expect(callsWhileLoading('a.ts', `const labels = { a: t('a.title') };`)).toEqual([`t('a.title')`]);
    expect(callsWhileLoading('a.ts', `const label = () => t('a.title');`)).toEqual([]);
  });

  test('of every catalog is used', async () => {
    const used = usedKeys([...sources, ...(await sourcesOf('src/shared')), ...(await sourcesOf('scripts'))]);
    const keys = (await readCatalogs()).flatMap(({ messages }) => messages.map(({ key }) => key));
    expect(keys.filter((key) => !used(key))).toEqual([]);
    expect(used('updates.problem.more.unused')).toBe(false);
  });
});

/** Says whether a key is written in the sources, whole or as a template of it. */
function usedKeys(where: readonly Source[]): (key: string) => boolean {
  const literals = new Set<string>();
  const templates = new Set<string>();
  for (const { path, text } of where) {
    if (path.startsWith('src/shared/messages/compiled/')) continue;
    for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
      if (node.type === 'Literal' && typeof node['value'] === 'string') literals.add(node['value']);
      if (node.type !== 'TemplateLiteral') continue;
      const parts = [...templateTexts(node)];
      if (/^[a-z][A-Za-z]*\.[\w.-]*$/.test(parts[0] ?? '')) {
        templates.add(`^${parts.map((part) => part.replace(/[.]/g, '\\.')).join('[^.]+')}$`);
      }
    }
  }
  const patterns = [...templates].map((pattern) => new RegExp(pattern));
  return (key) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
}
