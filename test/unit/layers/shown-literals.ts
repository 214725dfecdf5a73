/** @file Finds texts that a clerk can read in the source of a module, from its syntax tree. */
import { parseAst } from 'rolldown/parseAst';
import { isNode, type Node, nodesOf } from './imports.ts';

/** Attributes of elements and components whose text is shown or read out. */
const attributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'cancelLabel',
  'confirmLabel',
  'description',
  'disabledReason',
  'errorMessage',
  'hint',
  'label',
  'lead',
  'placeholder',
  'tip',
  'title',
]);

/** Properties of dialogs, menus and notifications whose text is shown. */
const properties = new Set([
  'answers',
  'body',
  'buttonLabel',
  'buttons',
  'checkboxLabel',
  'detail',
  'label',
  'message',
  'sublabel',
  'title',
  'toolTip',
]);

/** A name that nobody reads: an ID, a role of Electron's, a code. */
const isCode = (text: string) => /^[a-z][A-Za-z0-9]*([-_.:/][A-Za-z0-9]+)*$/.test(text);
const isText = (text: string) => /\p{L}/u.test(text);

function nameOf(node: Node, property: string): string | null {
  const name = node[property];
  if (!isNode(name)) return null;
  return typeof name['name'] === 'string' ? name['name'] : String(name['value']);
}

/** The literals that an expression can have as its value. */
function* valuesOf(value: unknown): Generator<string> {
  if (!isNode(value)) return;
  const inner = {
    JSXExpressionContainer: ['expression'],
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['left', 'right'],
    BinaryExpression: ['left', 'right'],
    ArrayExpression: ['elements'],
  }[value.type];
  if (value.type === 'Literal' && typeof value['value'] === 'string') yield value['value'];
  else if (value.type === 'TemplateLiteral') yield* templateTexts(value);
  // The sides of a comparison are no values of it.
  else if (value.type === 'BinaryExpression' && value['operator'] !== '+') return;
  for (const property of inner ?? []) {
    const child = value[property];
    for (const one of Array.isArray(child) ? child : [child]) yield* valuesOf(one);
  }
}

/** The texts around the values of a template, in order. */
export function* templateTexts(template: Node): Generator<string> {
  const { quasis } = template;
  if (!Array.isArray(quasis)) return;
  for (const quasi of quasis) {
    const value: unknown = isNode(quasi) ? quasi['value'] : null;
    if (typeof value === 'object' && value !== null && 'cooked' in value) yield String(value.cooked);
  }
}

function* childTexts(element: Node): Generator<string> {
  const children: readonly unknown[] = Array.isArray(element['children']) ? element['children'] : [];
  for (const child of children) {
    if (!isNode(child)) continue;
    if (child.type === 'JSXText') yield String(child['value']).trim();
    else if (child.type === 'JSXExpressionContainer') yield* valuesOf(child);
  }
}

/** Texts in elements, and in attributes that are shown. `path` tells the language. */
export function literalsInElements(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...childTexts(node));
    else if (node.type === 'JSXAttribute' && attributes.has(nameOf(node, 'name') ?? '')) {
      found.push(...[...valuesOf(node['value'])].filter((value) => !isCode(value)));
    }
  }
  return found.filter(isText);
}

/** Texts in the properties that dialogs, menus and notifications show. */
export function literalsInProperties(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    const name = { Property: 'key', VariableDeclarator: 'id' }[node.type];
    if (name === undefined || !properties.has(nameOf(node, name) ?? '')) continue;
    const value = node['value'] ?? node['init'];
    found.push(...[...valuesOf(value)].filter((one) => !isCode(one)));
  }
  return found.filter(isText);
}

/** Literals that begin like a sentence or a label of several words, except the text of an error, which is for the log. */
export function sentences(path: string, text: string): string[] {
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const forTheLog = new Set<unknown>();
  for (const node of nodesOf(tree)) {
    if (node.type !== 'NewExpression' || !nameOf(node, 'callee')?.endsWith('Error')) continue;
    for (const inner of nodesOf(node['arguments'])) forTheLog.add(inner);
  }
  const found: string[] = [];
  for (const node of nodesOf(tree)) {
    if (forTheLog.has(node)) continue;
    if (node.type === 'TemplateLiteral') found.push(...templateTexts(node));
    else if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value']);
  }
  return found.filter((one) => /\p{Lu}\p{Ll}+,? \p{L}/u.test(one));
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The nodes of a module that run while it is loaded. */
function* loadedNodes(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* loadedNodes(one);
  if (!isNode(value)) return;
  const isField = value.type === 'PropertyDefinition' && value['static'] !== true;
  if (functions.has(value.type) || isField) return;
  yield value;
  for (const child of Object.values(value)) yield* loadedNodes(child);
}

/** Calls of `t` that run while the module is loaded: before the locale is chosen. */
export function callsWhileLoading(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of loadedNodes(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    const { callee } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || callee['name'] !== 't') continue;
    found.push(text.slice(Number(node['start']), Number(node['end'])));
  }
  return found;
}
