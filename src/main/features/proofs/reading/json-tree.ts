/**
 * @file JSON as a tree with normalized names: `instructed_amount`, `InstructedAmount` and `instructedAmount` are equal.
 * Numbers keep their digits.
 */
import { isJsonHolder, jsonMembers, jsonString } from './json-source.ts';

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

/** Deeper values are not read. */
const maxDepth = 16;
const maxNodes = 200_000;

/** Normalizes a name: lower-case letters and digits only. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Parses a text that is known to be valid JSON. */
export function readJsonTree(text: string): JsonNode {
  let nodes = 0;
  const read = (key: string, written: string, depth: number): JsonNode => {
    const source = written.trim();
    nodes += 1;
    const isArray = source.startsWith('[');
    const isInside = depth < maxDepth && nodes < maxNodes && isJsonHolder(source);
    const isNumber = /^[-\d]/.test(source);
    return {
      name: plainName(key),
      key,
      text: jsonString(source) ?? (isNumber || source === 'true' || source === 'false' ? source : null),
      isNumber,
      isArray,
      children: isInside
        ? jsonMembers(source).map((member) => read(isArray ? key : member.name, member.source, depth + 1))
        : [],
    };
  };
  return read('', text, 0);
}

export function isObject(node: JsonNode): boolean {
  return !node.isArray && node.text === null && node.children.length > 0;
}

/** Below this number an index costs more than it saves. */
const fewMembers = 16;
const indexes = new WeakMap<JsonNode, ReadonlyMap<string, readonly JsonNode[]>>();

/** Finds members by name; large objects get an index. */
function namedIn(node: JsonNode, name: string): readonly JsonNode[] {
  if (node.children.length <= fewMembers) return node.children.filter((child) => child.name === name);
  let index = indexes.get(node);
  if (index === undefined) {
    index = Map.groupBy(node.children, (child) => child.name);
    indexes.set(node, index);
  }
  return index.get(name) ?? [];
}

/**
 * The first non-null member with one of the names; of duplicates the last, as in JSON. Two spellings of one name with
 * different values are ambiguous and give `null`.
 */
export function memberOf(node: JsonNode, ...names: readonly string[]): JsonNode | null {
  for (const name of names) {
    const found = namedIn(node, name).filter((child) => !isNull(child));
    const last = found.at(-1);
    const isOne = found.every(({ key, text }) => key === last?.key || text === last?.text);
    if (last !== undefined && isOne) return last;
  }
  return null;
}

const isNull = (node: JsonNode) => node.text === null && !node.isArray && node.children.length === 0;

/** Trimmed text of the first of the names that has one. */
export function textOf(node: JsonNode, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = memberOf(node, name)?.text?.trim() ?? '';
    if (text !== '') return text;
  }
  return null;
}
