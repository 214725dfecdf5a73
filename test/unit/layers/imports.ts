/** @file Reads the imports and used names of a module from its syntax tree. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** Root of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Imports and used names of a module. */
export interface Module {
  /** Path below the root, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** Imported modules: paths below the root, or the names of packages. Type-only imports count too. */
  readonly imports: readonly string[];
  /**
   * Dotted names that are read, such as `Date.now` or `process.env`; `new Date()` without arguments; comparisons
   * with a string, such as `=== 'practice'`.
   */
  readonly uses: ReadonlySet<string>;
  /** Names that other modules can import; the default export is not among them. */
  readonly exports: readonly string[];
  /** Names that the module imports or exports again, as `path#name`; `path#*` stands for all names of a module. */
  readonly importedNames: ReadonlySet<string>;
}

/** A node of a syntax tree. */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** True for a node of a syntax tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Returns every node below a value, including the value itself. */
export function nodesOf(value: unknown): Node[] {
  const nodes: Node[] = [];
  function visit(child: unknown): void {
    if (Array.isArray(child)) child.forEach(visit);
    else if (typeof child === 'object' && child !== null) {
      if (isNode(child)) nodes.push(child);
      Object.values(child).forEach(visit);
    }
  }
  visit(value);
  return nodes;
}

let latest: { readonly text: string; readonly nodes: Node[] } | null = null;

/** Returns the nodes of a module, whose extension determines the language. Parsing the latest text again costs nothing. */
export function nodesIn(path: string, text: string): readonly Node[] {
  if (latest?.text !== text)
    latest = { text, nodes: nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })) };
  return latest.nodes;
}

/** Returns the dotted name of an identifier or member expression; `null` for other nodes. */
export function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier' && typeof value['name'] === 'string') return value['name'];
  if (value.type !== 'MemberExpression') return null;
  const object = nameOf(value['object']);
  const property = nameOf(value['property']);
  return object === null || property === null ? null : `${object}.${property}`;
}

function sourceOf(node: Node): string | null {
  const source = node['source'];
  if (!isNode(source) || typeof source['value'] !== 'string') return null;
  return source['value'];
}

function nameIn(node: Node, key: string): string[] {
  const child = node[key];
  return isNode(child) && typeof child['name'] === 'string' ? [child['name']] : [];
}

function childrenOf(node: Node, key: string): readonly Node[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** The names that a statement exports. */
function exportedNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = node;
  const specifiers = childrenOf(node, 'specifiers').flatMap((specifier) => nameIn(specifier, 'exported'));
  if (!isNode(declaration)) return specifiers;
  const variables = childrenOf(declaration, 'declarations').flatMap((variable) => nameIn(variable, 'id'));
  return [...nameIn(declaration, 'id'), ...variables, ...specifiers];
}

/** The names that a node takes from another module: those of its specifiers, else all. */
function namesFromSource(node: Node): string[] {
  const specifiers = childrenOf(node, 'specifiers');
  const names = specifiers.flatMap((specifier) =>
    nameIn(specifier, node.type === 'ImportDeclaration' ? 'imported' : 'local'),
  );
  return specifiers.length > 0 && names.length === specifiers.length ? names : ['*'];
}

/** Special uses that a rule may forbid: `new Date()` without arguments, and comparisons with a string. */
function specialUses(node: Node): string[] {
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date') {
    const args = node['arguments'];
    return Array.isArray(args) && args.length === 0 ? ['new Date()'] : [];
  }
  const right = node['right'];
  return node.type === 'BinaryExpression' && isNode(right) && typeof right['value'] === 'string'
    ? [`${String(node['operator'])} '${right['value']}'`]
    : [];
}

/** Reads one module from its text. `path` is relative to the root. */
export function readModule(path: string, text: string): Module {
  const imports: string[] = [];
  const uses = new Set<string>();
  const exports: string[] = [];
  const importedNames = new Set<string>();
  for (const node of nodesIn(path, text)) {
    const source = sourceOf(node);
    if (source !== null) {
      const imported = source.startsWith('.') ? belowRoot(path, source) : source;
      imports.push(imported);
      for (const importedName of namesFromSource(node)) importedNames.add(`${imported}#${importedName}`);
    }
    exports.push(...exportedNames(node));
    for (const name of [nameOf(node) ?? [], specialUses(node)].flat()) uses.add(name);
  }
  const lines = text.split('\n').length - 1;
  return { path, lines, imports, uses, exports, importedNames };
}

function belowRoot(path: string, source: string): string {
  return relative(root, resolve(join(root, dirname(path)), source))
    .split(sep)
    .join('/');
}

/** Sources in AssemblyScript, which is not quite TypeScript. */
const kernelFolder = 'src/main/statement-engine/kernel/assembly/';

/** Yields the path below the root and the text of every TypeScript module in some folders. */
export async function* readSources(
  ...folders: readonly string[]
): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')) continue;
      const file = join(entry.parentPath, entry.name);
      const path = relative(root, file).split(sep).join('/');
      if (path.startsWith(kernelFolder)) continue;
      yield { path, text: await readFile(file, 'utf8') };
    }
  }
}

/** Reads every TypeScript module in some folders. */
export async function readModules(...folders: readonly string[]): Promise<Module[]> {
  const modules: Module[] = [];
  for await (const { path, text } of readSources(...folders)) modules.push(readModule(path, text));
  return modules;
}
