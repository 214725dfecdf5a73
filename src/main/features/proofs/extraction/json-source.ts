/**
 * @file Accesses JSON values by their source text, because parsing loses information: `1.00` becomes `1`, a number of
 * twenty digits keeps seventeen, and of duplicate members only the last remains. Callers ensure that the text is valid
 * JSON. The depth of values is not bounded.
 */

/** A member of an object, or an element of an array with its index as name. */
export interface JsonMember {
  readonly name: string;
  readonly source: string;
}

function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** Returns the index of the comma, colon or bracket after the value or name that starts at `start`. */
function findValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; ) {
    const character = text[index];
    if (character === '"') {
      index = findStringEnd(text, index);
      continue;
    }
    if (depth === 0 && (character === ',' || character === ':' || character === '}' || character === ']'))
      return index;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    index += 1;
  }
  return text.length;
}

/** Lists the members of an object or array, verbatim and in source order; empty for any other value. */
export function listJsonMembers(text: string): JsonMember[] {
  const source = text.trim();
  const members: JsonMember[] = [];
  if (!isJsonContainer(source)) return members;
  let name: string | null = null;
  for (let index = 1; index < source.length; ) {
    const end = findValueEnd(source, index);
    const part = source.slice(index, end).trim();
    if (source[end] === ':') name = parseJsonString(part);
    else if (part !== '') {
      members.push({ name: name ?? String(members.length), source: part });
      name = null;
    }
    index = end + 1;
  }
  return members;
}

export function isJsonContainer(source: string): boolean {
  return source.startsWith('{') || source.startsWith('[');
}

/** Decodes a JSON string; `null` for any other value. */
export function parseJsonString(source: string): string | null {
  if (!source.startsWith('"')) return null;
  const value: unknown = JSON.parse(source);
  return typeof value === 'string' ? value : null;
}
