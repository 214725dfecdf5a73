/**
 * @file JSON by its source: which part of the text each value is. A value that is read and written again can change: of
 * `1.00` remains `1`, of a number with twenty digits the first seventeen, of two members of one name the second. Whoever
 * asks has seen that the text is JSON; depth is not bounded.
 */

/** A member of an object, or an element of an array, which is named by its place. */
export interface JsonMember {
  readonly name: string;
  readonly source: string;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The place of the comma, colon or bracket after the value or name that begins at a place. */
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

/** What is in an object or array, as it is written and in its order; nothing for any other value. */
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

/** The source of the member with the first of the names that is there; of several, the one that counts for JSON. */
export function jsonMember(members: readonly JsonMember[], ...names: readonly string[]): string | null {
  for (const name of names) {
    const found = members.findLast((member) => member.name === name);
    if (found !== undefined) return found.source;
  }
  return null;
}

/** Whether a source is an object or an array. */
export function isJsonHolder(source: string): boolean {
  return source.startsWith('{') || source.startsWith('[');
}

/** The string that a source stands for; `null` when it is another value. */
export function jsonString(source: string): string | null {
  if (!source.startsWith('"')) return null;
  const value: unknown = JSON.parse(source);
  return typeof value === 'string' ? value : null;
}
