/**
 * @file Accesses JSON values by their source text, because parsing loses information: `1.00` becomes `1`, a number of
 * twenty digits keeps seventeen, duplicate members keep the last one. Callers ensure that the text is valid JSON; depth
 * is not bounded.
 */

/** A member of an object, or an element of an array with its index as name. */
export interface JsonMember {
  readonly name: string;
  readonly source: string;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Index of the comma, colon or bracket after the value or name that starts at an index. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const sign = text[at];
    if (sign === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (depth === 0 && (sign === ',' || sign === ':' || sign === '}' || sign === ']')) return at;
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    at += 1;
  }
  return text.length;
}

/** Members of an object or array, verbatim and in source order; empty for any other value. */
export function jsonMembers(text: string): JsonMember[] {
  const source = text.trim();
  const members: JsonMember[] = [];
  if (!isJsonHolder(source)) return members;
  let name: string | null = null;
  for (let at = 1; at < source.length; ) {
    const end = valueEnd(source, at);
    const part = source.slice(at, end).trim();
    if (source[end] === ':') name = jsonString(part);
    else if (part !== '') {
      members.push({ name: name ?? String(members.length), source: part });
      name = null;
    }
    at = end + 1;
  }
  return members;
}

/** Source of the first member found under one of the names; of duplicates the last, as in JSON. */
export function jsonMember(members: readonly JsonMember[], ...names: readonly string[]): string | null {
  for (const name of names) {
    const found = members.findLast((member) => member.name === name);
    if (found !== undefined) return found.source;
  }
  return null;
}

export function isJsonHolder(source: string): boolean {
  return source.startsWith('{') || source.startsWith('[');
}

/** Decodes a JSON string; `null` for any other value. */
export function jsonString(source: string): string | null {
  if (!source.startsWith('"')) return null;
  const value: unknown = JSON.parse(source);
  return typeof value === 'string' ? value : null;
}
