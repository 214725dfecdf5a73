/**
 * @file JSON as a tree under names that do not depend on how a system writes them: `instructed_amount`, `InstructedAmount`
 * and `instructedAmount` are one. Numbers keep the digits with which they are written.
 */
import { isJsonHolder, jsonMembers, jsonString } from './json-source.ts';

/** A value of a JSON text. */
export interface JsonNode {
  /** In small letters and digits only; of an element of an array, that of the array. */
  readonly name: string;
  /** As it is written. */
  readonly key: string;
  /** A text, or the digits of a number, or `true` and `false`; `null` for everything else. */
  readonly text: string | null;
  readonly isNumber: boolean;
  readonly isArray: boolean;
  readonly children: readonly JsonNode[];
}

/** What lies deeper is not read. */
const maxDepth = 16;
const maxNodes = 200_000;

/** The name without the signs and capitals in which systems differ. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Reads a text that is known to be JSON. */
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

/** True for an object, which has members under names. */
export function isObject(node: JsonNode): boolean {
  return !node.isArray && node.text === null && node.children.length > 0;
}

/** Where so few are looked at, an index costs more than it saves. */
const fewMembers = 16;
const indexes = new WeakMap<JsonNode, ReadonlyMap<string, readonly JsonNode[]>>();

/** Among thousands of members, those of a name are found without looking at all of them each time. */
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
 * The member with the first of the names that is there, and is not `null`; of several of one name, the one that counts for
 * JSON. Two ways of writing one name with different values tell nothing.
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

/** The text of the first of the names that has one; blanks around it are cut. */
export function textOf(node: JsonNode, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = memberOf(node, name)?.text?.trim() ?? '';
    if (text !== '') return text;
  }
  return null;
}
