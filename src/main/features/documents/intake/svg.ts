/**
 * @file Looks into SVG files: it must be a drawing, and nothing in it may act. A drawing with a script would run in
 * the browser of whoever opens it at the other end.
 */
import { SaxesParser } from 'saxes';
import type { DocumentReason } from '../../../../shared/model/document.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const activeElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'handler',
  'listener',
]);
const linkAttributes = new Set(['href', 'src', 'action', 'formaction']);
/** Links that run, or that carry anything but a plain picture. */
const activeLink = /^(javascript:|vbscript:|data:(?!image\/(png|jpe?g|gif|webp|bmp|avif)[;,]))/;
/** Attributes whose animation could set a link or a handler after the check. */
const animations = new Set(['set', 'animate']);

/** Why a text is no harmless drawing, or `null` when it is one. */
export function inspectSvg(text: string): DocumentReason | null {
  const finding: { reason: DocumentReason | null } = { reason: null };
  let depth = 0;
  const parser = new SaxesParser({ xmlns: true });

  function found(code: DocumentReason['code'], what: string): void {
    finding.reason ??= { code, facts: { what } };
  }

  parser.on('error', () => found('svg-not-drawing', 'xml'));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('<!ENTITY')) found('svg-active', 'entity');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') found('svg-active', 'xml-stylesheet');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    const local = tag.local.toLowerCase();
    if (depth === 1 && (local !== 'svg' || (tag.uri !== svgNamespace && tag.uri !== ''))) {
      found('svg-not-drawing', local);
    }
    if (activeElements.has(local)) found('svg-active', local);
    for (const attribute of Object.values(tag.attributes)) {
      const name = attribute.local.toLowerCase();
      const value = attribute.value.replace(/[\s\p{Cc}]+/gu, '').toLowerCase();
      if (name.startsWith('on')) found('svg-active', name);
      if (linkAttributes.has(name) && activeLink.test(value)) found('svg-active', name);
      if (animations.has(local) && name === 'attributename' && /^(on|(xlink:)?href$)/.test(value)) {
        found('svg-active', value);
      }
    }
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  try {
    parser.write(text).close();
  } catch {
    found('svg-not-drawing', 'xml');
  }
  return finding.reason;
}
