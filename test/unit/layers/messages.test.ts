import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/messages/compile.ts';
import { nodesOf, readSources } from './imports.ts';
import {
  callsWhileLoading,
  literalsInElements,
  literalsInProperties,
  ownFormats,
  ownPlurals,
  sentences,
  templateTexts,
} from './shown-literals.ts';

/** A literal outside of the catalogs. */
interface Exemption {
  readonly path: string;
  readonly reason: string;
  /** `*` for all of the module. */
  readonly texts: readonly string[];
}

const exemptions: readonly Exemption[] = [
  {
    path: 'src/renderer/features/settings/third-party-components.ts',
    reason: 'names of software, companies and people',
    texts: ['*'],
  },
  { path: 'src/main/electron/window.ts', reason: 'the name of the product', texts: ['Paydesk'] },
  {
    path: 'src/renderer/features/documents/EmptyScreen.tsx',
    reason: 'an example of a folder and a file',
    texts: ['Ahlström Konepaja\\scan 1.pdf'],
  },
  { path: 'src/renderer/app/CommandPalette.tsx', reason: 'the name of a key', texts: ['Esc'] },
  {
    path: 'src/main/keychain/keytar-vault.ts',
    reason: 'names of programs of the system',
    texts: ['Windows Credential Manager', 'Secret Service'],
  },
  ...['system-certificates.ts', 'review/client.ts', 'files/drive-processes.ts'].map((module) => ({
    path: `src/main/${module}`,
    reason: 'the name of a process in the task manager of the system',
    texts: ['*'],
  })),
  {
    path: 'src/renderer/bridge.ts',
    reason: 'for the log',
    texts: ['The topic '],
  },
  { path: 'src/main/store/columns.ts', reason: 'for the log', texts: ['is not JSON'] },
  {
    path: 'src/main/features/statements/inbox/event.ts',
    reason: 'for the log',
    texts: ['is before dateFrom'],
  },
  ...['period.ts', 'environment.ts'].map((module) => ({
    path: `src/shared/model/${module}`,
    reason: 'a problem of a field, which IT reads beside the messages of the schema library',
    texts: ['*'],
  })),
  {
    path: 'src/main/features/documents/legal-forms.ts',
    reason: 'reads the names of companies in many languages',
    texts: ['*'],
  },
  {
    path: 'src/main/managed-settings.ts',
    reason: 'a key of the registry, a path, and a script of the system',
    texts: ['*'],
  },
  { path: 'src/main/policy-file.ts', reason: 'a path of the system', texts: ['*'] },
  {
    path: 'src/main/electron/data-folder.ts',
    reason: 'a path of the system',
    texts: ['Application Support'],
  },
  { path: 'src/main/workbook/package-parts.ts', reason: 'elements of XML', texts: ['*'] },
  {
    path: 'src/main/review/month-names.ts',
    reason: 'reads the dates of statements in many languages',
    texts: ['*'],
  },
  {
    path: 'src/renderer/features/statements/request-form.ts',
    reason: 'the value of a text field, which is read again',
    texts: ['*'],
  },
];

interface Source {
  readonly path: string;
  readonly text: string;
}

async function sourcesOf(folder: string): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const source of readSources(folder)) sources.push(source);
  return sources;
}

const sources = (await sourcesOf('src')).filter(({ path }) => !path.startsWith('src/shared/messages/'));
const inWindow = sources.filter(({ path }) => path.startsWith('src/renderer/'));
/** The modules of main without the practice company, whose texts are the texts of a service. */
const inMain = sources.filter(
  ({ path }) => path.startsWith('src/main/') && !path.startsWith('src/main/simulator/'),
);

/** Returns the texts that `find` finds in the sources and that are not exempt. */
function findTexts(
  searchedSources: readonly Source[],
  find: (path: string, text: string) => string[],
): string[] {
  return searchedSources.flatMap(({ path, text }) => {
    const exemptTexts = exemptions
      .filter((exemption) => exemption.path === path)
      .flatMap(({ texts }) => texts);
    return find(path, text)
      .filter((found) => !exemptTexts.includes('*') && !exemptTexts.includes(found))
      .map((found) => `${path}: ${found}`);
  });
}

describe('a text that clerks read', () => {
  test('is not a literal in an element or an attribute of the window', () => {
    expect(findTexts(inWindow, literalsInElements)).toEqual([]);
  });

  test('is not a literal in a property or a sentence of the window', () => {
    expect(findTexts(inWindow, sentences)).toEqual([]);
    expect(findTexts(inWindow, literalsInProperties)).toEqual([]);
  });

  test('is not a literal in a dialog, a menu, a notification or an error of main', () => {
    expect(findTexts(inMain, literalsInProperties)).toEqual([]);
    expect(findTexts(inMain, sentences)).toEqual([]);
  });

  test('is not a literal in a module that main and the window share', () => {
    const shared = sources.filter(({ path }) => path.startsWith('src/shared/'));
    expect(findTexts(shared, literalsInProperties)).toEqual([]);
    expect(findTexts(shared, sentences)).toEqual([]);
  });

  test('is not a literal in a module that formats messages', async () => {
    const modules = await sourcesOf('src/shared/messages');
    const written = modules.filter(({ path }) => !path.startsWith('src/shared/messages/compiled/'));
    expect(findTexts(written, literalsInProperties)).toEqual([]);
    expect(findTexts(written, sentences)).toEqual([]);
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
    [sentences, `throw damaged('The file is empty');`, 'The file is empty'],
  ])('is found by %o in %s', (find, text, found) => {
    expect(find('src/renderer/a.tsx', text)).toContain(found);
  });

  test.each([
    [literalsInElements, `const a = <Button label={t('a.title')} className="Big red" />;`],
    [literalsInElements, `const a = <p>{kind === 'Day' ? first : second}, {count}</p>;`],
    [literalsInProperties, `ask({ title: t('a.title'), label: 'file-name', role: 'Menu' });`],
    [sentences, `throw new PaydeskError('timed-out', 'The host did not answer');`],
    [sentences, `throw new Untrusted('The signature does not fit');`],
    [sentences, 'run("SELECT profileId AS id");'],
  ])('%o finds nothing in %s', (find, text) => {
    expect(find('src/renderer/a.tsx', text)).toEqual([]);
  });
});

describe('a number, a date, a list or a plural of a text', () => {
  test('is formatted by the module of formats and the catalogs only', () => {
    expect(findTexts(inWindow, ownFormats)).toEqual([]);
    expect(findTexts([...inWindow, ...inMain], ownPlurals)).toEqual([]);
    const ofMain = (path: string, text: string) =>
      ownFormats(path, text).filter((found) => !found.includes('join('));
    expect(findTexts(inMain, ofMain)).toEqual([]);
  });

  test.each([
    [ownFormats, `const a = new Intl.NumberFormat('en').format(1);`],
    [ownFormats, `const a = names.join(', ');`],
    [ownFormats, 'const a = count.toLocaleString();'],
    [ownPlurals, `const a = count === 1 ? t('a.one') : t('a.many', { count });`],
    [ownPlurals, `const a = word + (count > 1 ? 's' : '');`],
  ])('%o finds it in %s', (find, text) => {
    expect(find('src/renderer/a.tsx', text)).toHaveLength(1);
  });

  test.each([
    [ownFormats, `const a = [formatPlainList(names), parts.join('/'), new Intl.Collator('en')];`],
    [ownPlurals, `const a = count === 1 ? first : t('a.many', { count });`],
  ])('%o finds nothing in %s', (find, text) => {
    expect(find('src/renderer/a.tsx', text)).toEqual([]);
  });
});

describe('a message', () => {
  test('is never formatted while a module is loaded', () => {
    expect(findTexts(sources, callsWhileLoading)).toEqual([]);
    expect(callsWhileLoading('a.ts', `const labels = { a: t('a.title') };`)).toEqual([`t('a.title')`]);
    expect(callsWhileLoading('a.ts', `const label = () => t('a.title');`)).toEqual([]);
  });

  test('of a catalog is used by a module', async () => {
    const isUsed = findUsedKeys([
      ...sources,
      ...(await sourcesOf('src/shared')),
      ...(await sourcesOf('scripts')),
    ]);
    const keys = (await readCatalogs()).flatMap(({ messages }) => messages.map(({ key }) => key));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
    expect(isUsed('updates.problem.more.unused')).toBe(false);
  });
});

test('every exemption from the catalogs names a text that its module contains', () => {
  const unused = exemptions.filter(({ path, texts }) => {
    const text = sources.find((source) => source.path === path)?.text;
    return !texts.every((one) => one === '*' || text?.includes(JSON.stringify(one).slice(1, -1)) === true);
  });
  expect(unused).toEqual([]);
  expect(exemptions.filter(({ path }) => !sources.some((source) => source.path === path))).toEqual([]);
});

/** Returns a function that is true for a key that the sources contain as a literal or by a template. */
function findUsedKeys(searchedSources: readonly Source[]): (key: string) => boolean {
  const literals = new Set<string>();
  const templates = new Set<string>();
  for (const { path, text } of searchedSources) {
    if (path.startsWith('src/shared/messages/compiled/')) continue;
    for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
      if (node.type === 'Literal' && typeof node['value'] === 'string') literals.add(node['value']);
      if (node.type !== 'TemplateLiteral') continue;
      const texts = [...templateTexts(node)];
      if (/^[a-z][A-Za-z]*\.[\w.-]*$/.test(texts[0] ?? '')) {
        templates.add(`^${texts.map((text) => text.replace(/[.]/g, '\\.')).join('[^.]+')}$`);
      }
    }
  }
  const patterns = [...templates].map((pattern) => new RegExp(pattern));
  return (key) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
}
