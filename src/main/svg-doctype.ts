/** @file Reads the document type of an SVG file: only entities for plain text are allowed. */

/** The finding in a document type, or the texts of its entities by name. */
export type DoctypeReading =
  | { readonly result: 'read'; readonly entities: ReadonlyMap<string, string> }
  /** Not well-formed. */
  | { readonly result: 'broken' }
  | { readonly result: 'refused'; readonly what: 'attlist' | 'doctype' | 'entity' };

const doctypeStart = /^svg(?:\s+(?:public\s+(?:"[^"]*"|'[^']*')|system)\s+["']([^"']*)["'])?/i;
const w3Definition = /^https?:\/\/www\.w3\.org\//i;

const space = /\s+/y;
const comment = /<!--(?:[^-]|-(?!-))*-->/y;
const entity = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;
/** Declarations without defaults: a default is an attribute, such as a handler, that no element shows. */
const attributes = /<!ATTLIST\s[^<>"'[\]]*>/y;
const element = /<!(?:ELEMENT)\s(?:[^<>"'[\]]|"[^"]*"|'[^']*')*>/y;
const harmless = [space, comment, attributes, element];

const predefined = new Set(['amp', 'lt', 'gt', 'apos', 'quot']);
/** Number of entities, and characters of one; real drawings stay far below. */
const maxEntities = 1_000;
const maxEntityLength = 10_000;

/** Returns the length of the match of a sticky expression at a position; 0 without one. */
function lengthAt(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.exec(text)?.[0].length ?? 0;
}

/** Returns the text of an entity; `null` when it may contain markup, because entities are parsed again. */
function plainText(declared: string): string | null {
  const text = declared.replace(
    /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi,
    (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10_ff_ff ? '<' : String.fromCodePoint(code);
    },
  );
  return /[<&%]/.test(text) || text.length > maxEntityLength ? null : text;
}

/** Reads the internal subset. */
function readSubset(subset: string): DoctypeReading {
  const entities = new Map<string, string>();
  let at = 0;
  while (at < subset.length) {
    const length = Math.max(...harmless.map((expression) => lengthAt(expression, subset, at)));
    at += length;
    if (length > 0) continue;
    entity.lastIndex = at;
    const found = entity.exec(subset);
    if (found === null) return refusalAt(subset, at);
    const [whole, name = '', double, single] = found;
    const text = plainText(double ?? single ?? '');
    if (text === null || predefined.has(name) || entities.size >= maxEntities)
      return { result: 'refused', what: 'entity' };
    // The first declaration of a name counts.
    if (!entities.has(name)) entities.set(name, text);
    at += whole.length;
  }
  return { result: 'read', entities };
}

function refusalAt(subset: string, at: number): DoctypeReading {
  if (subset.startsWith('<!ATTLIST', at)) return { result: 'refused', what: 'attlist' };
  if (subset.startsWith('<!ENTITY', at) || subset.startsWith('%', at))
    return { result: 'refused', what: 'entity' };
  if (subset.startsWith('<!NOTATION', at) || subset.startsWith('<?', at))
    return { result: 'refused', what: 'doctype' };
  return { result: 'broken' };
}

/** Reads a document type, without its `<!DOCTYPE` and its last bracket. */
export function readDoctype(doctype: string): DoctypeReading {
  const text = doctype.trim();
  const start = doctypeStart.exec(text);
  const definition = start?.[1];
  if (start === null || (definition !== undefined && !w3Definition.test(definition)))
    return { result: 'refused', what: 'doctype' };
  const rest = text.slice(start[0].length).trim();
  if (rest === '') return { result: 'read', entities: new Map() };
  if (!rest.startsWith('[') || !rest.endsWith(']')) return { result: 'refused', what: 'doctype' };
  return readSubset(rest.slice(1, -1));
}
