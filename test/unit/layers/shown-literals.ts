/** @file Finds texts that a clerk can read in the syntax tree of a module. */
import { isNode, type Node, nodesIn, nodesOf } from './imports.ts';

/** Attributes of elements and components whose text is shown, or read by screen readers. */
const attributes =
  /^(?:alt|aria-(?:description|label|placeholder|roledescription|valuetext)|(?:cancel|confirm)Label|description|disabledReason|errorMessage|hint|label|lead|placeholder|tip|title)$/;

/** Properties of dialogs, menus and notifications whose text is shown. */
const properties =
  /^(?:answers|body|buttonLabel|buttons|checkboxLabel|detail|label|message|sublabel|title|toolTip)$/;

/** True for a name that is never shown: an ID, a role of Electron, a code. */
const isCode = (text: string) => /^[a-z][A-Za-z0-9]*([-_.:/][A-Za-z0-9]+)*$/.test(text);
const isText = (text: string) => /\p{L}/u.test(text);

function nameOf(node: Node, property: string): string | null {
  const name = node[property];
  if (!isNode(name)) return null;
  return typeof name['name'] === 'string' ? name['name'] : String(name['value']);
}

/** Yields the literals that can be the value of an expression. */
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
  // The operands of a comparison are not its value.
  else if (value.type === 'BinaryExpression' && value['operator'] !== '+') return;
  for (const property of inner ?? []) {
    const child = value[property];
    for (const operand of Array.isArray(child) ? child : [child]) yield* valuesOf(operand);
  }
}

/** Yields the literal texts of a template, in order. */
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

/** Texts in elements and in shown attributes. The extension of `path` determines the language. */
export function literalsInElements(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of nodesIn(path, text)) {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...childTexts(node));
    else if (node.type === 'JSXAttribute' && attributes.test(nameOf(node, 'name') ?? '')) {
      found.push(...[...valuesOf(node['value'])].filter((value) => !isCode(value)));
    }
  }
  return found.filter(isText);
}

/** Texts in the properties that dialogs, menus and notifications show. */
export function literalsInProperties(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of nodesIn(path, text)) {
    const name = { Property: 'key', VariableDeclarator: 'id' }[node.type];
    if (name === undefined || !properties.test(nameOf(node, name) ?? '')) continue;
    const value = node['value'] ?? node['init'];
    found.push(...[...valuesOf(value)].filter((one) => !isCode(one)));
  }
  return found.filter(isText);
}

/** Nodes inside thrown errors, whose texts are for the log. */
function thrownNodes(nodes: readonly Node[]): Set<unknown> {
  const thrown = new Set<unknown>();
  for (const node of nodes) {
    const isError = node.type === 'NewExpression' && nameOf(node, 'callee')?.endsWith('Error') === true;
    const { argument, callee } = node;
    const isThrown = node.type === 'ThrowStatement' && isNode(argument) && argument.type === 'NewExpression';
    const isSuper = node.type === 'CallExpression' && isNode(callee) && callee.type === 'Super';
    if (isError || isThrown || isSuper) for (const inner of nodesOf(node)) thrown.add(inner);
  }
  return thrown;
}

const sql = /\b(?:ALTER TABLE|CREATE|DELETE FROM|INSERT INTO|JOIN|SELECT|UPDATE|WHERE)\b/;

/**
 * Literals that begin like a sentence or a label of several words. The text of a new error is for the log, but not a
 * text that is passed to the function that creates the error: it may become a detail that clerks read.
 */
export function sentences(path: string, text: string): string[] {
  const nodes = nodesIn(path, text);
  const forTheLog = thrownNodes(nodes);
  const found: string[] = [];
  for (const node of nodes) {
    if (forTheLog.has(node)) continue;
    if (node.type === 'TemplateLiteral') found.push(...templateTexts(node));
    else if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value']);
  }
  return found.filter((one) => !sql.test(one) && /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+,? \p{L}/u.test(one));
}

/** Classes of `Intl` that format texts. The collator and the segmenter format nothing. */
const textFormats =
  /^(?:DateTimeFormat|DisplayNames|DurationFormat|ListFormat|NumberFormat|PluralRules|RelativeTimeFormat)$/;

function isOwnFormat(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return nameOf(node, 'object') === 'Intl' && textFormats.test(nameOf(node, 'property') ?? '');
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false;
  const method = nameOf(node['callee'], 'property') ?? '';
  const first: unknown = Array.isArray(node['arguments']) ? node['arguments'][0] : null;
  const isList = method === 'join' && isNode(first) && first['value'] === ', ';
  return isList || /^toLocale(?:Date|Time)?String$/.test(method);
}

/** Numbers, dates and lists that a module formats by itself. */
export function ownFormats(path: string, text: string): string[] {
  return nodesIn(path, text)
    .filter(isOwnFormat)
    .map((node) => sourceText(text, node));
}

const sourceText = (text: string, node: Node) => text.slice(Number(node['start']), Number(node['end']));

function isOne(value: unknown): boolean {
  return isNode(value) && value.type === 'Literal' && value['value'] === 1;
}

function hasMessage(value: unknown): boolean {
  return nodesOf(value).some((node) => node.type === 'CallExpression' && nameOf(node, 'callee') === 't');
}

/** Choices between two messages that depend on whether a number is 1, and plural endings such as `s`. */
export function ownPlurals(path: string, text: string): string[] {
  const found: string[] = [];
  for (const node of nodesIn(path, text)) {
    if (node.type !== 'ConditionalExpression') continue;
    const { test, consequent, alternate } = node;
    if (!isNode(test) || test.type !== 'BinaryExpression') continue;
    const comparesOne = isOne(test['left']) || isOne(test['right']);
    const branches = [consequent, alternate];
    const isEnding = branches.some((branch) => isNode(branch) && branch['value'] === 's');
    if (isEnding || (comparesOne && branches.every(hasMessage))) found.push(sourceText(text, node));
  }
  return found;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Calls of `t` that run while the module is loaded, before the locale is known. */
export function callsWhileLoading(path: string, text: string): string[] {
  const nodes = nodesIn(path, text);
  const isLate = ({ type, ...node }: Node) =>
    functions.has(type) || (type === 'PropertyDefinition' && node['static'] !== true);
  const late = new Set(nodes.filter(isLate).flatMap(nodesOf));
  return nodes
    .filter((node) => !late.has(node) && node.type === 'CallExpression' && nameOf(node, 'callee') === 't')
    .map((node) => sourceText(text, node));
}
