/** @file Reads the document type of an SVG file: only entities for plain text are allowed. */

/** The finding in a document type, or the texts of its entities by name. */
type DoctypeReading =
  | { readonly result: 'read'; readonly entities: ReadonlyMap<string, string> }
  /** Not well-formed. */
  | { readonly result: 'broken' }
  | { readonly result: 'refused'; readonly what: 'attlist' | 'doctype' | 'entity' };

const doctypeStart = /^svg(?:\s+(?:public\s+(?:"[^"]*"|'[^']*')|system)\s+["']([^"']*)["'])?/i;
const w3Definition = /^https?:\/\/www\.w3\.org\//i;

const space = /\s+/y;
const comment = /<!--(?:[^-]|-(?!-))*-->/y;
const entity = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;
/**
 * Attribute declarations without defaults. A default would add an attribute, such as a handler, that is not visible at
 * the element.
 */
const attributes = /<!ATTLIST\s[^<>"'[\]]*>/y;
const element = /<!(?:ELEMENT)\s(?:[^<>"'[\]]|"[^"]*"|'[^']*')*>/y;
const harmlessDeclarations = [space, comment, attributes, element];

const predefinedEntities = new Set(['amp', 'lt', 'gt', 'apos', 'quot']);
/** Maximum number of entities, and maximum length of an entity; real drawings stay far below. */
const maxEntities = 1_000;
const maxEntityLength = 10_000;

/** Returns the length of the match of a sticky expression at a position; 0 without one. */
function matchLengthAt(expression: RegExp, text: string, position: number): number {
  expression.lastIndex = position;
  return expression.exec(text)?.[0].length ?? 0;
}

/** Returns the text of an entity; `null` when the text may contain markup, which the parser would read as elements. */
function readPlainText(declaredText: string): string | null {
  const text = declaredText.replace(
    /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi,
    (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10_ff_ff ? '<' : String.fromCodePoint(code);
    },
  );
  return /[<&%]/.test(text) || text.length > maxEntityLength ? null : text;
}

/** Reads the internal subset: the declarations between the brackets of a document type. */
function readSubset(subset: string): DoctypeReading {
  const entities = new Map<string, string>();
  let position = 0;
  while (position < subset.length) {
    const length = Math.max(
      ...harmlessDeclarations.map((expression) => matchLengthAt(expression, subset, position)),
    );
    position += length;
    if (length > 0) continue;
    entity.lastIndex = position;
    const entityMatch = entity.exec(subset);
    if (entityMatch === null) return classifyRefusal(subset, position);
    const [declaration, name = '', doubleQuoted, singleQuoted] = entityMatch;
    const text = readPlainText(doubleQuoted ?? singleQuoted ?? '');
    if (text === null || predefinedEntities.has(name) || entities.size >= maxEntities)
      return { result: 'refused', what: 'entity' };
    // The first declaration of a name counts.
    if (!entities.has(name)) entities.set(name, text);
    position += declaration.length;
  }
  return { result: 'read', entities };
}

function classifyRefusal(subset: string, position: number): DoctypeReading {
  if (subset.startsWith('<!ATTLIST', position)) return { result: 'refused', what: 'attlist' };
  if (subset.startsWith('<!ENTITY', position) || subset.startsWith('%', position))
    return { result: 'refused', what: 'entity' };
  if (subset.startsWith('<!NOTATION', position) || subset.startsWith('<?', position))
    return { result: 'refused', what: 'doctype' };
  return { result: 'broken' };
}

/** Reads a document type, without its `<!DOCTYPE` and its last bracket. */
export function readDoctype(doctype: string): DoctypeReading {
  const text = doctype.trim();
  const startMatch = doctypeStart.exec(text);
  const definition = startMatch?.[1];
  if (startMatch === null || (definition !== undefined && !w3Definition.test(definition)))
    return { result: 'refused', what: 'doctype' };
  const subset = text.slice(startMatch[0].length).trim();
  if (subset === '') return { result: 'read', entities: new Map() };
  if (!subset.startsWith('[') || !subset.endsWith(']')) return { result: 'refused', what: 'doctype' };
  return readSubset(subset.slice(1, -1));
}
