import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/generate/messages/compile.ts';
import { nodesIn, readSources } from './imports.ts';
import {
  callsWhileLoading,
  literalsInElements,
  literalsInProperties,
  ownFormats,
  ownPlurals,
  sentences,
  templateTexts,
} from './shown-literals.ts';

/** Literals outside of the catalogs, by module; `*` stands for all of the module. */
const exemptions: Readonly<Record<string, readonly string[]>> = {
  // Names of products, software, companies, people, keys and processes.
  'src/renderer/features/settings/third-party-components.ts': ['*'],
  'src/main/platform/electron/window.ts': ['Paydesk'],
  'src/renderer/app/commands/CommandPalette.tsx': ['Esc'],
  'src/main/platform/keychain/keytar-vault.ts': ['Windows Credential Manager', 'Secret Service'],
  'src/main/platform/system-certificates.ts': ['*'],
  'src/main/statement-engine/process/client.ts': ['*'],
  'src/main/files/drive-processes.ts': ['*'],
  // An example of a folder and a file.
  'src/renderer/features/documents/EmptyScreen.tsx': ['Ahlström Konepaja\\scan 1.pdf'],
  // For the log.
  'src/renderer/bridge.ts': ['The topic '],
  'src/main/storage/store/columns.ts': ['is not JSON'],
  'src/main/features/statements/inbox/event.ts': ['is before dateFrom'],
  // Problems of fields, which IT reads beside the messages of the schema library.
  'src/shared/model/statements/period.ts': ['*'],
  'src/shared/model/session/environment.ts': ['*'],
  // Words of many languages in foreign files, which are read.
  'src/main/formats/names/legal-forms.ts': ['*'],
  // Paths, keys and scripts of the system, and elements of XML.
  'src/main/platform/policy/managed-settings.ts': ['*'],
  'src/main/platform/electron/data-folder.ts': ['Application Support'],
  'src/main/formats/workbook/package-parts.ts': ['*'],
  // Style sheets with names of fonts, and a reason of Chromium.
  'src/main/formats/pages/page-style.ts': ['*'],
  'src/main/platform/electron/pages.ts': ['Print job canceled'],
  // The value of a text field, which is read again.
  'src/renderer/features/statements/requests/request-form.ts': ['*'],
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

const sources = (await sourcesOf('src')).filter(({ path }) => !path.startsWith('src/shared/messages/'));
const inWindow = sources.filter(({ path }) => path.startsWith('src/renderer/'));
const messageModules = (await sourcesOf('src/shared/messages')).filter(
  ({ path }) => !path.startsWith('src/shared/messages/compiled/'),
);
/** The modules of main without the practice company, whose texts are the texts of a service. */
const inMain = sources.filter(
  ({ path }) => path.startsWith('src/main/') && !path.startsWith('src/main/practice/'),
);

const finders = [
  literalsInElements,
  literalsInProperties,
  sentences,
  ownFormats,
  ownPlurals,
  callsWhileLoading,
];
const foundTexts = new Map(
  [...sources, ...messageModules].map(({ path, text }) => {
    const exemptTexts = exemptions[path] ?? [];
    const findIn = (find: (typeof finders)[number]) =>
      exemptTexts.includes('*') ? [] : find(path, text).filter((found) => !exemptTexts.includes(found));
    return [path, new Map(finders.map((find) => [find, findIn(find)]))];
  }),
);

/** Returns the texts that `find` finds in modules and that are not exempt. */
const findTexts = (modules: readonly Source[], find: (typeof finders)[number]) =>
  modules.flatMap(({ path }) => (foundTexts.get(path)?.get(find) ?? []).map((found) => `${path}: ${found}`));

describe('a text that clerks read', () => {
  test('is not a literal in an element or an attribute of the window', () => {
    expect(findTexts(inWindow, literalsInElements)).toEqual([]);
  });

  test.each([
    ['of the window', inWindow],
    ['of main, such as a dialog, a menu, a notification or an error', inMain],
    ['that main and the window share', sources.filter(({ path }) => path.startsWith('src/shared/'))],
    ['that formats messages', messageModules],
  ])('is not a literal in a property or a sentence of a module %s', (_, modules) => {
    expect(modules.length).toBeGreaterThan(5);
    expect(findTexts(modules, literalsInProperties)).toEqual([]);
    expect(findTexts(modules, sentences)).toEqual([]);
  });

  test('is exempt only while its module contains it', () => {
    const unused = Object.entries(exemptions).filter(([path, texts]) => {
      const text = sources.find((source) => source.path === path)?.text;
      return !texts.every((one) => text?.includes(one === '*' ? '' : JSON.stringify(one).slice(1, -1)));
    });
    expect(unused).toEqual([]);
  });

  test.each([
    [literalsInElements, 'const a = <p>Request statements</p>;', 'Request statements'],
    [literalsInElements, `const a = <p>{isOn ? 'On' : 'Off'}</p>;`, 'On'],
    [literalsInProperties, `ask({ title: 'Quit?', detail });`, 'Quit?'],
    [literalsInProperties, `ask({ answers: ['Quit', 'Stay'] });`, 'Stay'],
    [sentences, `show('Request statements');`, 'Request statements'],
    [ownFormats, `const a = new Intl.NumberFormat('en').format(1);`, 'Intl.NumberFormat'],
    [ownFormats, `const a = names.join(', ');`, `names.join(', ')`],
    [
      ownPlurals,
      `const a = count === 1 ? t('a.one') : t('a.many', { count });`,
      `count === 1 ? t('a.one') : t('a.many', { count })`,
    ],
    [ownPlurals, `const a = word + (count > 1 ? 's' : '');`, `count > 1 ? 's' : ''`],
    [callsWhileLoading, `const labels = { a: t('a.title') };`, `t('a.title')`],
  ])('is found by %o in %s', (find, text, found) => {
    expect(find('src/renderer/a.tsx', text)).toContain(found);
  });

  test.each([
    [literalsInElements, `const a = <Button label={t('a.title')} className="Big red" />;`],
    [literalsInProperties, `ask({ title: t('a.title'), label: 'file-name', role: 'Menu' });`],
    [sentences, `throw new PaydeskError('timed-out', 'The host did not answer');`],
    [sentences, 'run("SELECT profileId AS id");'],
    [ownFormats, `const a = [formatPlainList(names), parts.join('/'), new Intl.Collator('en')];`],
    [ownPlurals, `const a = count === 1 ? first : t('a.many', { count });`],
    [callsWhileLoading, `const label = () => t('a.title');`],
  ])('is not found by %o in %s', (find, text) => {
    expect(find('src/renderer/a.tsx', text)).toEqual([]);
  });
});

test('a number, a date, a list or a plural is formatted by the module of formats and the catalogs only', () => {
  expect(findTexts(inWindow, ownFormats)).toEqual([]);
  expect(findTexts([...inWindow, ...inMain], ownPlurals)).toEqual([]);
  expect(findTexts(inMain, ownFormats).filter((found) => !found.includes('join('))).toEqual([]);
});

test('a message is never formatted while a module is loaded', () => {
  expect(findTexts(sources, callsWhileLoading)).toEqual([]);
});

test('a message of a catalog is used by a module', async () => {
  const isUsed = findUsedKeys([...sources, ...messageModules, ...(await sourcesOf('scripts'))]);
  const keys = (await readCatalogs()).flatMap(({ messages }) => messages.map(({ key }) => key));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  expect(isUsed('updates.problem.more.unused')).toBe(false);
});

/** Returns a function that is true for a key that the sources contain as a literal or by a template. */
function findUsedKeys(searchedSources: readonly Source[]): (key: string) => boolean {
  const literals = new Set<string>();
  const templates = new Set<string>();
  for (const { path, text } of searchedSources) {
    for (const node of nodesIn(path, text)) {
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
