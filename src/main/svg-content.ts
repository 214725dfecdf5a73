/**
 * @file Looks into SVG files: it must be a drawing, and nothing in it may act or load anything from elsewhere. A drawing
 * with a script would run in the browser of the person who opens it at the other end. What decides are the elements and
 * attributes of an XML parser, in their namespaces.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { findActiveCss } from './style-content.ts';
import { readDoctype } from './svg-doctype.ts';

/** What is wrong with a drawing: it is none, or `what` in it acts. */
export interface SvgFinding {
  readonly kind: 'not-drawing' | 'active';
  readonly what: string;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const pageNamespace = 'http://www.w3.org/1999/xhtml';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces whose elements act wherever they stand in a drawing, each with the name that a clerk reads. */
const activeNamespaces: ReadonlyMap<string, string> = new Map([
  [pageNamespace, 'html'],
  ['http://www.w3.org/2001/XInclude', 'xinclude'],
  ['http://www.w3.org/1999/XSL/Transform', 'xslt'],
  ['http://www.w3.org/2002/xforms', 'xforms'],
  ['http://www.mozilla.org/xbl', 'xbl'],
  ['http://www.w3.org/ns/xbl', 'xbl'],
]);
/** Elements that act whatever their namespace is said to be. */
const activeElements = new Set('script iframe object embed handler listener'.split(' '));
/** Elements of a page that only set text, which is what drawing programs put into foreign content. */
const textElements = new Set(
  'a abbr b big blockquote body br caption center cite code col colgroup dd del div dl dt em figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nobr ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
);
/** Attributes by which elements of a page load something, besides links. */
const loadingAttributes = new Set('background data lowsrc ping poster srcdoc srcset'.split(' '));
/** Attributes that are never a style: notes of drawing programs, such as the whole drawing in their own form. */
const otherAttributes = /^(content|d|points|transform|id|class|title|(data|aria)-.*)$/;
/** Elements that show a picture, in which no browser runs or loads anything. */
const pictureElements = new Set(['image', 'feimage', 'img']);
/** Elements that act where a drawing becomes part of a page, which knows no namespaces. */
const pageElements = new Set(
  'applet audio base form frame frameset img input link meta portal video'.split(' '),
);
const linkAttributes = new Set(['href', 'src', 'action', 'formaction']);
const drawingInside = /^data:image\/svg/;
const plainPicture = /^data:image\/(?!svg)[\w.+-]+[;,]/;
/** Fonts, and what some programs call the pictures and fonts that they pack into a drawing. */
const packed =
  /^data:(font\/[\w.+-]+|application\/(x-)?font-[\w.+-]+|application\/vnd\.ms-fontobject|application\/octet-stream)[;,]/;
/** Where an `a` may lead when somebody clicks: a page or a letter, said by its scheme, or a place beside the drawing. */
const followedLink = /^(https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/;
/** Attributes whose animation could set a link or a handler after the check. */
const animations = new Set(['set', 'animate']);
const animatedActing = /^(on|([^:]*:)?href$)/;
/** Open elements at a time; the drawings of drawing programs stay far below. */
const maxDepth = 1_000;
/** Drawings in a drawing, one in the other. */
const maxNesting = 3;
/** Characters that the entities of a drawing may become. */
const maxExpansion = 4 * 1024 * 1024;

/** Ends the parsing at the first finding. */
class FindingError extends Error {
  readonly finding: SvgFinding;

  constructor(finding: SvgFinding) {
    super(finding.what);
    this.finding = finding;
  }
}

function refuse(kind: SvgFinding['kind'], what: string): never {
  throw new FindingError({ kind, what });
}

/** An address as a browser reads it: blanks and control characters do not count, nor does case. */
function readAddress(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, '').toLowerCase();
}

/** True for an address that leads to nothing outside of the file, or to a picture that is no drawing. */
function staysInside(address: string): boolean {
  return address === '' || address.startsWith('#') || plainPicture.test(address);
}

/** The text of a drawing in an address; `null` when a browser could not read it either. */
function drawingOf(address: string): string | null {
  const comma = address.indexOf(',');
  if (comma === -1) return null;
  try {
    const content = decodeURIComponent(address.slice(comma + 1));
    const isBase64 = /; *base64$/i.test(address.slice(0, comma).trim());
    return isBase64 ? Buffer.from(content, 'base64').toString() : content;
  } catch {
    return null;
  }
}

/** An open element. */
interface Frame {
  readonly isSwitch: boolean;
  /** It is foreign content, or in one. */
  readonly isForeign: boolean;
  hasForeign: boolean;
  hasFallback: boolean;
}

const outside: Frame = { isSwitch: false, isForeign: false, hasForeign: false, hasFallback: false };

/** The check of one drawing, in the order of its text. */
class DrawingCheck {
  readonly #nesting: number;
  readonly #frames: Frame[] = [];
  #styleDepth = 0;
  #style = '';
  #expanded = 0;

  constructor(nesting: number) {
    this.#nesting = nesting;
  }

  /** Throws {@link FindingError}. */
  run(text: string): void {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', () => refuse('not-drawing', 'xml'));
    parser.on('doctype', (doctype) => this.#readDoctype(doctype, parser.ENTITIES));
    parser.on('processinginstruction', ({ target }) => {
      if (target.toLowerCase() === 'xml-stylesheet') refuse('active', 'xml-stylesheet');
    });
    parser.on('comment', (comment) => {
      // A page that takes the drawing in would end the comment here.
      if (/^-?>/.test(comment)) refuse('active', 'comment');
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('text', (part) => this.#addStyle(part));
    parser.on('cdata', (part) => {
      // A page that takes the drawing in would read it as elements.
      if (this.#parent.isForeign) refuse('active', 'foreignobject');
      this.#addStyle(part);
    });
    parser.on('closetag', () => this.#close());
    parser.write(text).close();
  }

  get #parent(): Frame {
    return this.#frames.at(-1) ?? outside;
  }

  #addStyle(part: string): void {
    if (this.#styleDepth > 0) this.#style += part;
  }

  #readDoctype(doctype: string, known: Record<string, string>): void {
    const reading = readDoctype(doctype);
    if (reading.result === 'refused') refuse('active', reading.what);
    if (reading.result === 'broken') refuse('not-drawing', 'doctype');
    for (const [name, text] of reading.entities) {
      const get = () => {
        this.#expanded += text.length;
        return this.#expanded > maxExpansion ? refuse('active', 'entity') : text;
      };
      Object.defineProperty(known, name, { get });
    }
  }

  #open(tag: SaxesTagNS): void {
    const local = tag.local.toLowerCase();
    const isPlain = tag.uri === svgNamespace || tag.uri === '';
    const parent = this.#parent;
    if (this.#frames.length === 0 && (local !== 'svg' || !isPlain)) refuse('not-drawing', local);
    if (this.#frames.length >= maxDepth) refuse('not-drawing', 'depth');
    if (activeElements.has(local)) refuse('active', local);
    if (isPlain && pageElements.has(local)) refuse('active', local);
    const isForeign = local === 'foreignobject';
    // Whoever cannot show foreign content shows what stands beside it in the switch.
    if (isForeign && !(isPlain && parent.isSwitch)) refuse('active', local);
    if (parent.isSwitch) {
      parent.hasForeign ||= isForeign;
      parent.hasFallback ||= !isForeign && isPlain;
    }
    this.#checkNamespace(tag.uri, local, parent.isForeign);
    for (const attribute of Object.values(tag.attributes)) this.#checkAttribute(attribute, tag, local);
    this.#frames.push({
      isSwitch: isPlain && local === 'switch',
      isForeign: isForeign || parent.isForeign,
      hasForeign: false,
      hasFallback: false,
    });
    if (this.#styleDepth > 0 || local === 'style') this.#styleDepth += 1;
  }

  #checkNamespace(uri: string, local: string, isForeign: boolean): void {
    const activeName = activeNamespaces.get(uri);
    if (activeName === undefined) return;
    const isText = uri === pageNamespace && isForeign && textElements.has(local);
    if (!isText) refuse('active', `${activeName}:${local}`);
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame?.hasForeign === true && !frame.hasFallback) refuse('active', 'foreignobject');
    if (this.#styleDepth === 0) return;
    this.#styleDepth -= 1;
    if (this.#styleDepth > 0) return;
    const css = this.#style;
    this.#style = '';
    this.#checkStyle(css);
  }

  #checkStyle(css: string): void {
    const found = findActiveCss(css, (address) => this.#isHarmlessPicture(address));
    if (found !== null) refuse('active', found);
  }

  #checkAttribute({ local, uri, value }: SaxesAttributeNS, tag: SaxesTagNS, element: string): void {
    const name = local.toLowerCase();
    const isPlain = tag.uri === svgNamespace || tag.uri === '';
    // A handler has no namespace: those of drawing programs are their own notes.
    if (uri === '' && name.startsWith('on')) refuse('active', name);
    // It moves every reference of the drawing to another place.
    if (uri === xmlNamespace && name === 'base') refuse('active', 'xml:base');
    if (tag.uri === pageNamespace && loadingAttributes.has(name)) refuse('active', name);
    if (linkAttributes.has(name)) {
      const isUsed = (isPlain || tag.uri === pageNamespace) && (uri === '' || uri === xlinkNamespace);
      this.#checkLink(name, value, element, isUsed);
    }
    if (animations.has(element) && name === 'attributename' && animatedActing.test(readAddress(value))) {
      refuse('active', readAddress(value));
    }
    const mayBeStyle = name === 'style' || (value.includes('(') && !otherAttributes.test(name));
    if (uri === '' && mayBeStyle) this.#checkStyle(value);
  }

  /** `isUsed` is false where no browser follows the link, such as in the metadata of a drawing program. */
  #checkLink(name: string, value: string, element: string, isUsed: boolean): void {
    const address = readAddress(value);
    if (/^(javascript|vbscript):/.test(address)) refuse('active', name);
    if (staysInside(address) || (pictureElements.has(element) && this.#isHarmlessPicture(value))) return;
    if (element === 'a' && followedLink.test(address)) return;
    if (address.startsWith('data:')) refuse('active', name);
    if (isUsed) refuse('active', element === 'a' ? name : `${element} ${name}`);
  }

  /** True for an address that shows a picture or a font of the file itself; a drawing has to be as harmless as this one. */
  #isHarmlessPicture(text: string): boolean {
    const address = readAddress(text);
    if (!drawingInside.test(address)) return staysInside(address) || packed.test(address);
    const drawing = drawingOf(text);
    if (drawing === null) return true;
    return this.#nesting < maxNesting && inspectDrawing(drawing, this.#nesting + 1)?.kind !== 'active';
  }
}

/** Returns what makes a text no harmless drawing, or `null` when it is one. `nesting` counts the drawings around it. */
export function inspectDrawing(text: string, nesting = 0): SvgFinding | null {
  try {
    new DrawingCheck(nesting).run(text);
    return null;
  } catch (thrown) {
    return thrown instanceof FindingError ? thrown.finding : { kind: 'not-drawing', what: 'xml' };
  }
}
