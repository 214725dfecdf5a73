/** @file Compiles the message catalogs: one module for each first part of keys and each locale, with the types of keys and arguments. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLiteralElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { z } from 'zod';
import { argumentTypes } from './message-arguments.ts';
import { pseudoMessage } from './pseudo-locale.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const catalogFolder = join(root, 'src', 'shared', 'messages', 'en');

/** A message of a catalog. */
interface Message {
  readonly key: string;
  readonly text: string;
  readonly parsed: readonly MessageFormatElement[];
  /** Type of each argument by name. */
  readonly types: ReadonlyMap<string, string>;
}

/** The messages whose keys have the same first part, sorted by key. */
interface Catalog {
  /** The first part of the keys, in kebab-case. */
  readonly name: string;
  readonly messages: readonly Message[];
}

/** The form of FormatJS; a description tells translators what the text does not. */
const fileSchema = z.record(
  z.string(),
  z.strictObject({ defaultMessage: z.string().min(1), description: z.string().min(1).optional() }),
);
const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function readMessage(key: string, text: string): Message {
  if (!/^[a-z][A-Za-z]*(\.[A-Za-z0-9-]+)+$/.test(key)) {
    throw new Error(`${key} is no key of a message: keys are like documents.dialog.title`);
  }
  try {
    const parsed = parse(text, { requiresOtherClause: true, shouldParseSkeletons: true });
    return { key, text, parsed, types: argumentTypes(parsed) };
  } catch (error) {
    throw new Error(`${key}: ${String(error)}`, { cause: error });
  }
}

/** Throws for duplicate keys, which JSON allows and which the merge of two branches can cause. */
function refuseDuplicateKeys(texts: readonly string[]): void {
  const keys = texts.flatMap((text) => [...text.matchAll(/^ *"([^"]+)": \{/gm)].map(([, key]) => key));
  const duplicateKey = keys.find((key, index) => keys.indexOf(key) !== index);
  if (duplicateKey !== undefined) throw new Error(`${duplicateKey} is in the catalogs twice`);
}

/** Reads the texts of catalog files; returns their messages by the first part of their keys, sorted. */
export function parseCatalogs(...texts: readonly string[]): Catalog[] {
  refuseDuplicateKeys(texts);
  const messages = texts
    .flatMap((text) => Object.entries(fileSchema.parse(JSON.parse(text))))
    .map(([key, { defaultMessage }]) => readMessage(key, defaultMessage))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const groups = Map.groupBy(messages, ({ key }) => kebabCase(key.slice(0, key.indexOf('.'))));
  return [...groups].map(([name, group]) => ({ name, messages: group }));
}

/** Reads every catalog. */
export async function readCatalogs(): Promise<Catalog[]> {
  const names = (await readdir(catalogFolder)).filter((name) => name.endsWith('.json'));
  return parseCatalogs(
    ...(await Promise.all(names.map((name) => readFile(join(catalogFolder, name), 'utf8')))),
  );
}

/** Returns a message as JSON: as a text when there is nothing to format, otherwise as its elements. */
function stringifyMessage(message: readonly MessageFormatElement[]): string {
  const [firstElement] = message;
  if (message.length === 1 && firstElement !== undefined && isLiteralElement(firstElement)) {
    return JSON.stringify(firstElement.value);
  }
  return JSON.stringify(message, (name, value: unknown) => (name === 'location' ? undefined : value));
}

function mergeLiterals(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  const merged: MessageFormatElement[] = [];
  for (const element of message) {
    const last = merged.at(-1);
    if (last !== undefined && isLiteralElement(last) && isLiteralElement(element)) {
      merged[merged.length - 1] = { ...last, value: last.value + element.value };
    } else merged.push(element);
  }
  return merged;
}

function typeName(name: string): string {
  const type = camelCase(name);
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1)}Arguments`;
}

function typeOf({ types }: Message): string {
  if (types.size === 0) return 'NoArguments';
  return `{ ${[...types].map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }`;
}

/** Returns messages as the text of a template literal with their JSON, one line for each. */
function catalogLiteral(
  messages: readonly Message[],
  elementsOf: (message: Message) => readonly MessageFormatElement[],
): string {
  const lines = messages.map(
    (message) => `  ${JSON.stringify(message.key)}: ${stringifyMessage(elementsOf(message))}`,
  );
  const json = `{\n${lines.join(',\n')}\n}`;
  return `\`${json.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``;
}

function englishModule({ name, messages }: Catalog): string {
  const usesTag = messages.some(({ types }) => [...types.values()].includes('Tag'));
  const usesNone = messages.some(({ types }) => types.size === 0);
  const imported = [...(usesNone ? ['NoArguments'] : []), ...(usesTag ? ['Tag'] : [])];
  return [
    ...(imported.length === 0 ? [] : [`import type { ${imported.join(', ')} } from '../../catalog.ts';`, '']),
    `export const ${camelCase(name)} = ${catalogLiteral(messages, ({ parsed }) => parsed)};`,
    '',
    `export interface ${typeName(name)} {`,
    ...messages.map((message) => `  readonly '${message.key}': ${typeOf(message)};`),
    '}',
    '',
  ].join('\n');
}

function pseudoModule({ name, messages }: Catalog): string {
  const literal = catalogLiteral(messages, ({ parsed }) => mergeLiterals(pseudoMessage(parsed)));
  return [`export const ${camelCase(name)} = ${literal};`, ''].join('\n');
}

/** What the sign-in screen shows at first. The window loads the other ones afterwards. */
const startCatalogs: ReadonlySet<string> = new Set([
  'components',
  'formats',
  'profile-facts',
  'session',
  'shell',
]);

/** Catalogs of the dialogs and errors of the sign-in screen. A test of the bundles finds a catalog that is missing here. */
const signInCatalogs: ReadonlySet<string> = new Set([
  'beneficiaries',
  'errors',
  'library-errors',
  'network',
  'profiles',
  'start-over',
  'statement-errors',
  'toasts',
]);

/** Returns the text of a locale's module. The name of the module is also the name of its chunk in a bundle. */
function localeModule(locale: string, names: readonly string[], withTypes: boolean): string {
  const imports = names.map((name) => {
    const imported = withTypes ? `${camelCase(name)}, type ${typeName(name)}` : camelCase(name);
    return `import { ${imported} } from './${locale}/${name}.ts';`;
  });
  return [
    "import type { CatalogTexts } from '../catalog.ts';",
    ...imports,
    '',
    'export const messages: CatalogTexts = {',
    ...names.map((name) => `  ${camelCase(name)},`),
    '};',
    '',
    ...(withTypes
      ? [
          'export interface MessageArguments',
          '  extends',
          names.map((name) => `    ${typeName(name)}`).join(',\n'),
          '{}',
          '',
        ]
      : []),
  ].join('\n');
}

/** Returns the texts of the generated modules by path below `src/shared/messages/compiled`. */
export function compileCatalogs(catalogs: readonly Catalog[]): ReadonlyMap<string, string> {
  const names = catalogs.map(({ name }) => name);
  return new Map([
    ...catalogs.flatMap((catalog) => [
      [`en/${catalog.name}.ts`, englishModule(catalog)] as const,
      [`en-XA/${catalog.name}.ts`, pseudoModule(catalog)] as const,
    ]),
    ['en.ts', localeModule('en', names, true)],
    [
      'en-start.ts',
      localeModule(
        'en',
        names.filter((name) => startCatalogs.has(name)),
        false,
      ),
    ],
    [
      'en-sign-in.ts',
      localeModule(
        'en',
        names.filter((name) => signInCatalogs.has(name)),
        false,
      ),
    ],
    [
      'en-rest.ts',
      localeModule(
        'en',
        names.filter((name) => !startCatalogs.has(name) && !signInCatalogs.has(name)),
        false,
      ),
    ],
    ['en-XA.ts', localeModule('en-XA', names, false)],
  ]);
}
