/**
 * @file Inspects SVG files: the content must be a drawing and must neither run code nor load external content. A
 * drawing with a script would run in the recipient's browser. Elements and attributes are compared by namespace, as
 * an XML parser reads them.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { findActiveCss } from './style-content.ts';
import { readDoctype } from './svg-doctype.ts';

/** The finding of an inspection: the file is not a drawing, or has active content. `what` names the construct. */
interface SvgFinding {
  readonly kind: 'not-drawing' | 'active';
  readonly what: string;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const htmlNamespace = 'http://www.w3.org/1999/xhtml';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces with active elements, each with the name that is shown to the clerk. */
const activeNamespaces: ReadonlyMap<string, string> = new Map([
  [htmlNamespace, 'html'],
  ['http://www.w3.org/2001/XInclude', 'xinclude'],
  ['http://www.w3.org/1999/XSL/Transform', 'xslt'],
  ['http://www.w3.org/2002/xforms', 'xforms'],
  ['http://www.mozilla.org/xbl', 'xbl'],
  ['http://www.w3.org/ns/xbl', 'xbl'],
]);
/** Elements that are active in any namespace. */
const activeElements = new Set('script iframe object embed handler listener'.split(' '));
/** HTML elements for text, which drawing programs put into foreign content. */
const htmlTextElements = new Set(
  'a abbr b big blockquote body br caption center cite code col colgroup dd del div dl dt em figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nobr ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
);
/** Elements that describe a drawing, also by HTML elements for text. */
const descriptiveElements = new Set(['desc', 'metadata', 'title']);
/** HTML attributes that load content, besides links. */
const htmlLoadingAttributes = new Set('background data lowsrc ping poster srcdoc srcset'.split(' '));
/** Attributes that are never a style, such as data of drawing programs. */
const attributesWithoutStyle = /^(content|d|points|transform|id|class|title|(data|aria)-.*)$/;
/** Elements that show an image, in which no browser runs or loads anything. */
const imageElements = new Set(['image', 'feimage', 'img']);
/** Elements that are active when a drawing is embedded in an HTML page, which has no namespaces. */
const activeHtmlElements = new Set(
  'applet audio base form frame frameset img input link meta portal video'.split(' '),
);
const linkAttributes = new Set(['href', 'src', 'action', 'formaction']);
const embeddedDrawing = /^data:image\/svg/;
const embeddedImage = /^data:image\/(?!svg)[\w.+-]+[;,]/;
/** Media types of embedded fonts, and unofficial types of embedded images and fonts. */
const embeddedResource =
  /^data:(font\/[\w.+-]+|application\/(x-)?font-[\w.+-]+|application\/vnd\.ms-fontobject|application\/octet-stream)[;,]/;
/** Allowed targets of an `a` element: web pages, e-mail and phone links, and relative addresses. */
const allowedLinkTarget = /^(https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/;
/** Animations, which could set a link or a handler after the check. */
const animationElements = new Set(['set', 'animate']);
const activeAttributeName = /^(on|([^:]*:)?href$)/;
/** Maximum depth of elements; real drawings stay far below. */
const maxDepth = 1_000;
/** Maximum depth of drawings embedded in drawings. */
const maxNesting = 3;
/** Maximum number of characters of all expanded entities. */
const maxExpansion = 4 * 1024 * 1024;

/** Ends the parsing at the first finding. */
class FindingError extends Error {
  readonly finding: SvgFinding;

  constructor(finding: SvgFinding) {
    super(finding.what);
    this.finding = finding;
  }
}

function throwFinding(kind: SvgFinding['kind'], what: string): never {
  throw new FindingError({ kind, what });
}

/** Normalizes an address like a browser: without blanks and control characters, in lower case. */
function normalizeAddress(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, '').toLowerCase();
}

/** True for an address within the file, or of an embedded image that is not a drawing. */
function isInsideFile(address: string): boolean {
  return address === '' || address.startsWith('#') || embeddedImage.test(address);
}

/** Returns the text of a drawing in a data address; `null` when a browser could not read it either. */
function decodeDrawing(address: string): string | null {
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
  /** The element is foreign content or inside it. */
  readonly isForeign: boolean;
  /** The element describes the drawing, or is inside such an element, which no browser shows. */
  readonly isDescription: boolean;
  hasForeignContent: boolean;
  hasFallback: boolean;
}

const documentFrame: Frame = {
  isSwitch: false,
  isForeign: false,
  isDescription: false,
  hasForeignContent: false,
  hasFallback: false,
};

/** Checks one drawing in document order. */
class DrawingCheck {
  readonly #nesting: number;
  readonly #frames: Frame[] = [];
  #styleDepth = 0;
  #style = '';
  #expanded = 0;

  constructor(nestingDepth: number) {
    this.#nesting = nestingDepth;
  }

  /** Parses and checks a drawing. Throws {@link FindingError} at the first finding. */
  run(text: string): void {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', () => throwFinding('not-drawing', 'xml'));
    parser.on('doctype', (doctype) => this.#readDoctype(doctype, parser.ENTITIES));
    parser.on('processinginstruction', ({ target }) => {
      if (target.toLowerCase() === 'xml-stylesheet') throwFinding('active', 'xml-stylesheet');
    });
    parser.on('comment', (comment) => {
      // An HTML page that embeds the drawing would end the comment here.
      if (/^-?>/.test(comment)) throwFinding('active', 'comment');
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('text', (cssText) => this.#addStyle(cssText));
    parser.on('cdata', (cssText) => {
      // An HTML page that embeds the drawing would read the section as elements.
      if (this.#parent.isForeign) throwFinding('active', 'foreignobject');
      this.#addStyle(cssText);
    });
    parser.on('closetag', () => this.#close());
    parser.write(text).close();
  }

  get #parent(): Frame {
    return this.#frames.at(-1) ?? documentFrame;
  }

  #addStyle(cssText: string): void {
    if (this.#styleDepth > 0) this.#style += cssText;
  }

  #readDoctype(doctype: string, parserEntities: Record<string, string>): void {
    const reading = readDoctype(doctype);
    if (reading.result === 'refused') throwFinding('active', reading.what);
    if (reading.result === 'broken') throwFinding('not-drawing', 'doctype');
    for (const [name, text] of reading.entities) {
      const get = () => {
        this.#expanded += text.length;
        return this.#expanded > maxExpansion ? throwFinding('active', 'entity') : text;
      };
      Object.defineProperty(parserEntities, name, { get });
    }
  }

  #open(tag: SaxesTagNS): void {
    const localName = tag.local.toLowerCase();
    const isSvgElement = tag.uri === svgNamespace || tag.uri === '';
    const parent = this.#parent;
    if (this.#frames.length === 0 && (localName !== 'svg' || !isSvgElement))
      throwFinding('not-drawing', localName);
    if (this.#frames.length >= maxDepth) throwFinding('not-drawing', 'depth');
    if (activeElements.has(localName)) throwFinding('active', localName);
    if (isSvgElement && activeHtmlElements.has(localName)) throwFinding('active', localName);
    const isForeign = localName === 'foreignobject';
    // Programs without foreign content show the fallback in the switch.
    if (isForeign && !(isSvgElement && parent.isSwitch)) throwFinding('active', localName);
    if (parent.isSwitch) {
      parent.hasForeignContent ||= isForeign;
      parent.hasFallback ||= !isForeign && isSvgElement;
    }
    this.#checkNamespace(tag.uri, localName, parent.isForeign || parent.isDescription);
    for (const attribute of Object.values(tag.attributes)) this.#checkAttribute(attribute, tag, localName);
    this.#frames.push({
      isSwitch: isSvgElement && localName === 'switch',
      isForeign: isForeign || parent.isForeign || tag.uri === htmlNamespace,
      isDescription: parent.isDescription || descriptiveElements.has(localName),
      hasForeignContent: false,
      hasFallback: false,
    });
    if (this.#styleDepth > 0 || localName === 'style') this.#styleDepth += 1;
  }

  #checkNamespace(uri: string, local: string, mayContainText: boolean): void {
    const activeName = activeNamespaces.get(uri);
    if (activeName === undefined) return;
    const isHtmlText = uri === htmlNamespace && mayContainText && htmlTextElements.has(local);
    if (!isHtmlText) throwFinding('active', `${activeName}:${local}`);
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame?.hasForeignContent === true && !frame.hasFallback) throwFinding('active', 'foreignobject');
    if (this.#styleDepth === 0) return;
    this.#styleDepth -= 1;
    if (this.#styleDepth > 0) return;
    const css = this.#style;
    this.#style = '';
    this.#checkStyle(css);
  }

  #checkStyle(css: string): void {
    const activeConstruct = findActiveCss(css, (address) => this.#isHarmlessResource(address));
    if (activeConstruct !== null) throwFinding('active', activeConstruct);
  }

  #checkAttribute({ local, uri, value }: SaxesAttributeNS, tag: SaxesTagNS, element: string): void {
    const name = local.toLowerCase();
    const isSvgElement = tag.uri === svgNamespace || tag.uri === '';
    // A handler has no namespace; attributes of drawing programs have one.
    if (uri === '' && name.startsWith('on')) throwFinding('active', name);
    // The attribute would redirect every reference of the drawing.
    if (uri === xmlNamespace && name === 'base') throwFinding('active', 'xml:base');
    const isLoading = tag.uri === htmlNamespace && htmlLoadingAttributes.has(name);
    if (isLoading || (name === 'ping' && element === 'a')) throwFinding('active', name);
    if (linkAttributes.has(name)) {
      const isFollowed =
        (isSvgElement || tag.uri === htmlNamespace) && (uri === '' || uri === xlinkNamespace);
      this.#checkLink(name, value, element, isFollowed);
    }
    if (
      animationElements.has(element) &&
      name === 'attributename' &&
      activeAttributeName.test(normalizeAddress(value))
    ) {
      throwFinding('active', normalizeAddress(value));
    }
    const mayContainStyle = name === 'style' || (value.includes('(') && !attributesWithoutStyle.test(name));
    if (uri === '' && mayContainStyle) this.#checkStyle(value);
  }

  /** `isFollowed` is false where no browser follows the link, such as in the metadata of a drawing program. */
  #checkLink(name: string, value: string, element: string, isFollowed: boolean): void {
    const address = normalizeAddress(value);
    if (/^(javascript|vbscript):/.test(address)) throwFinding('active', name);
    if (isInsideFile(address) || (imageElements.has(element) && this.#isHarmlessResource(value))) return;
    if (element === 'a' && allowedLinkTarget.test(address)) return;
    if (address.startsWith('data:')) throwFinding('active', name);
    if (isFollowed) throwFinding('active', element === 'a' ? name : `${element} ${name}`);
  }

  /** True for an embedded image or font; an embedded drawing is inspected recursively. */
  #isHarmlessResource(text: string): boolean {
    const address = normalizeAddress(text);
    if (!embeddedDrawing.test(address)) return isInsideFile(address) || embeddedResource.test(address);
    const drawing = decodeDrawing(text);
    if (drawing === null) return true;
    return this.#nesting < maxNesting && inspectDrawing(drawing, this.#nesting + 1)?.kind !== 'active';
  }
}

/**
 * Returns why a text is not a harmless drawing; `null` for a harmless drawing. `nestingDepth` is the number of drawings
 * in which the text is embedded.
 */
export function inspectDrawing(text: string, nestingDepth = 0): SvgFinding | null {
  try {
    new DrawingCheck(nestingDepth).run(text);
    return null;
  } catch (thrown) {
    return thrown instanceof FindingError ? thrown.finding : { kind: 'not-drawing', what: 'xml' };
  }
}
