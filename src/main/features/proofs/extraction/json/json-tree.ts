/**
 * @file JSON as a tree with normalized names: `instructed_amount`, `InstructedAmount` and `instructedAmount` are equal.
 * Numbers keep their digits.
 */
import { isJsonContainer, listJsonMembers, parseJsonString } from './json-source.ts';

export interface JsonNode {
  /** Lower-case letters and digits only; elements of an array have the array's name. */
  readonly name: string;
  /** The name as written. */
  readonly key: string;
  /** A string, the digits of a number, `true` or `false`; `null` for everything else. */
  readonly text: string | null;
  readonly isNumber: boolean;
  readonly isArray: boolean;
  readonly children: readonly JsonNode[];
}

/** Maximum depth of values; deeper values are not read. */
const maxDepth = 16;
const maxNodes = 200_000;

/** Normalizes a name: lower-case letters and digits only. */
export function normalizeName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Parses a text that is known to be valid JSON. */
export function readJsonTree(text: string): JsonNode {
  let nodes = 0;
  const readNode = (key: string, rawSource: string, depth: number): JsonNode => {
    const source = rawSource.trim();
    nodes += 1;
    const isArray = source.startsWith('[');
    const canDescend = depth < maxDepth && nodes < maxNodes && isJsonContainer(source);
    const isNumber = /^[-\d]/.test(source);
    return {
      name: normalizeName(key),
      key,
      text: parseJsonString(source) ?? (isNumber || source === 'true' || source === 'false' ? source : null),
      isNumber,
      isArray,
      children: canDescend
        ? listJsonMembers(source).map((member) =>
            readNode(isArray ? key : member.name, member.source, depth + 1),
          )
        : [],
    };
  };
  return readNode('', text, 0);
}

export function isObject(node: JsonNode): boolean {
  return !node.isArray && node.text === null && node.children.length > 0;
}

/** Up to this number of members an index costs more than it saves. */
const maxUnindexedMembers = 16;
const indexes = new WeakMap<JsonNode, ReadonlyMap<string, readonly JsonNode[]>>();

/** Finds members by name; large objects get an index. */
function findMembers(node: JsonNode, name: string): readonly JsonNode[] {
  if (node.children.length <= maxUnindexedMembers)
    return node.children.filter((child) => child.name === name);
  let index = indexes.get(node);
  if (index === undefined) {
    index = Map.groupBy(node.children, (child) => child.name);
    indexes.set(node, index);
  }
  return index.get(name) ?? [];
}

/**
 * Returns the member with the first name that has a value; of duplicates the last, as `JSON.parse` does. A name in
 * several spellings with different values is ambiguous and is skipped.
 */
export function findMember(node: JsonNode, ...names: readonly string[]): JsonNode | null {
  for (const name of names) {
    const found = findMembers(node, name).filter((child) => !isNull(child));
    const last = found.at(-1);
    const isUnambiguous = found.every(({ key, text }) => key === last?.key || text === last?.text);
    if (last !== undefined && isUnambiguous) return last;
  }
  return null;
}

const isNull = (node: JsonNode) => node.text === null && !node.isArray && node.children.length === 0;

/** Returns the trimmed text of the member with the first name that has text. */
export function findText(node: JsonNode, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = findMember(node, name)?.text?.trim() ?? '';
    if (text !== '') return text;
  }
  return null;
}
