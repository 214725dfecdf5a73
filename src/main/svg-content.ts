/**
 * @file Looks into SVG files: it must be a drawing, and nothing in it may act or load anything from elsewhere. A drawing
 * with a script would run in the browser of the person who opens it at the other end. What decides are the elements and
 * attributes of an XML parser, in their namespaces.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { activeStyle } from './style-content.ts';

/** What is wrong with a drawing: it is none, or `what` in it acts. */
export interface SvgFinding {
  readonly kind: 'not-drawing' | 'active';
  readonly what: string;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces whose elements act wherever they stand in a drawing, each with the name that a clerk reads. */
const actingNamespaces: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/1999/xhtml', 'html'],
  ['http://www.w3.org/2001/XInclude', 'xinclude'],
  ['http://www.w3.org/1999/XSL/Transform', 'xslt'],
  ['http://www.w3.org/2002/xforms', 'xforms'],
  ['http://www.mozilla.org/xbl', 'xbl'],
  ['http://www.w3.org/ns/xbl', 'xbl'],
]);
/** Elements that act whatever their namespace is said to be. */
const activeElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'handler',
  'listener',
]);
/** Elements that act where a drawing becomes part of a page, which knows no namespaces. */
const pageElements = new Set(
  'applet audio base form frame frameset img input link meta portal video'.split(' '),
);
const linkAttributes = new Set(['href', 'src', 'action', 'formaction']);
const plainPicture = /^data:image\/(png|jpe?g|gif|webp|bmp|avif)[;,]/;
const plainFont =
  /^data:(font\/[\w.+-]+|application\/(x-)?font-[\w.+-]+|application\/vnd\.ms-fontobject)[;,]/;
/** Where an `a` may lead when somebody clicks: a page or a letter, said by its scheme, or a place beside the drawing. */
const followedLink = /^(https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/;
/** Attributes whose animation could set a link or a handler after the check. */
const animations = new Set(['set', 'animate']);
const animatedActing = /^(on|([^:]*:)?href$)/;
const doctypeStart = /^svg(?:\s+(?:public\s+(?:"[^"]*"|'[^']*')|system)\s+["']([^"']*)["'])?/i;
const w3Definition = /^https?:\/\/www\.w3\.org\//i;
/** Open elements at a time; the drawings of drawing programs stay far below. */
const maxDepth = 1_000;

/** Ends the parsing at the first finding. */
class Found extends Error {
  readonly finding: SvgFinding;

  constructor(finding: SvgFinding) {
    super(finding.what);
    this.finding = finding;
  }
}

function refuse(kind: SvgFinding['kind'], what: string): never {
  throw new Found({ kind, what });
}

/** An address as a browser reads it: blanks and control characters do not count, nor does case. */
function readAddress(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, '').toLowerCase();
}

/** True for an address that loads nothing from outside of the file. */
function staysInside(text: string): boolean {
  const address = readAddress(text);
  return address === '' || address.startsWith('#') || plainPicture.test(address) || plainFont.test(address);
}

function checkDoctype(doctype: string): void {
  if (doctype.includes('<!ENTITY')) refuse('active', 'entity');
  // Defaults of attributes are handlers that no element shows.
  if (doctype.includes('<!ATTLIST')) refuse('active', 'attlist');
  const start = doctypeStart.exec(doctype.trim());
  const definition = start?.[1];
  const rest = doctype.trim().slice(start?.[0].length).trimStart();
  const isKnown = definition === undefined || w3Definition.test(definition);
  if (start === null || !isKnown || (rest !== '' && !rest.startsWith('['))) refuse('active', 'doctype');
}

function checkElement(tag: SaxesTagNS, depth: number): void {
  const local = tag.local.toLowerCase();
  const isPlain = tag.uri === svgNamespace || tag.uri === '';
  if (depth === 1 && (local !== 'svg' || !isPlain)) refuse('not-drawing', local);
  if (depth > maxDepth) refuse('not-drawing', 'depth');
  const acting = actingNamespaces.get(tag.uri);
  if (activeElements.has(local)) refuse('active', local);
  if (acting !== undefined) refuse('active', `${acting}:${local}`);
  if (isPlain && pageElements.has(local)) refuse('active', local);
  for (const attribute of Object.values(tag.attributes)) checkAttribute(attribute, local, isPlain);
}

function checkAttribute({ local, uri, value }: SaxesAttributeNS, element: string, isPlain: boolean): void {
  const name = local.toLowerCase();
  if (name.startsWith('on')) refuse('active', name);
  // It moves every reference of the drawing to another place.
  if (uri === xmlNamespace && name === 'base') refuse('active', 'xml:base');
  if (linkAttributes.has(name))
    checkLink(name, value, element, isPlain && (uri === '' || uri === xlinkNamespace));
  if (animations.has(element) && name === 'attributename' && animatedActing.test(readAddress(value))) {
    refuse('active', readAddress(value));
  }
  if (uri === '' && (name === 'style' || value.includes('('))) {
    const found = activeStyle(value, staysInside);
    if (found !== null) refuse('active', found);
  }
}

/** `isUsed` is false where no browser follows the link, such as in the metadata of a drawing program. */
function checkLink(name: string, value: string, element: string, isUsed: boolean): void {
  const address = readAddress(value);
  const isScript = /^(javascript|vbscript):/.test(address);
  const isForeignData = address.startsWith('data:') && !plainPicture.test(address);
  const mayFollow = element === 'a' && followedLink.test(address);
  if (isScript || (isForeignData && !staysInside(value))) refuse('active', name);
  if (isUsed && !mayFollow && !staysInside(value))
    refuse('active', element === 'a' ? name : `${element} ${name}`);
}

/** Returns what makes a text no harmless drawing, or `null` when it is one. */
export function inspectDrawing(text: string): SvgFinding | null {
  let depth = 0;
  let styleDepth = 0;
  let style = '';
  const parser = new SaxesParser({ xmlns: true });
  const addStyle = (part: string) => {
    if (styleDepth > 0) style += part;
  };

  parser.on('error', () => refuse('not-drawing', 'xml'));
  parser.on('doctype', checkDoctype);
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') refuse('active', 'xml-stylesheet');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    checkElement(tag, depth);
    if (styleDepth > 0 || tag.local.toLowerCase() === 'style') styleDepth += 1;
  });
  parser.on('text', addStyle);
  parser.on('cdata', addStyle);
  parser.on('closetag', () => {
    depth -= 1;
    if (styleDepth === 0) return;
    styleDepth -= 1;
    if (styleDepth > 0) return;
    const found = activeStyle(style, staysInside);
    style = '';
    if (found !== null) refuse('active', found);
  });
  try {
    parser.write(text).close();
    return null;
  } catch (thrown) {
    return thrown instanceof Found ? thrown.finding : { kind: 'not-drawing', what: 'xml' };
  }
}
