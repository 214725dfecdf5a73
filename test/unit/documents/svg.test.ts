import { expect, test } from 'vitest';
import { inspectSvg } from '../../../src/main/features/documents/intake/svg.ts';

const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

test.each([
  ['a plain drawing', drawing('<path d="M0 0h9v9z"/><text>Invoice</text>')],
  ['a declaration in front', `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${drawing('<g/>')}`],
  [
    'the document type that drawing programs write',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing('')}`,
  ],
  ['a prefix for the namespace', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:svg>'],
  ['no namespace', '<svg width="9"><rect/></svg>'],
  ['a link inside the drawing', drawing('<g id="a"/><use xlink:href="#a"/><use href="#a"/>')],
  ['a picture inside the drawing', drawing('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['a style', drawing('<style>text { fill: red }</style>')],
  ['words about scripts', drawing('<!-- <script/> --><text><![CDATA[<script>]]> onload</text>')],
  ['an animation that only moves', drawing('<rect><animate attributeName="x" to="9"/></rect>')],
])('%s is a harmless drawing', (_, text) => {
  expect(inspectSvg(text)).toBeNull();
});

test.each([
  ['a script', drawing('<script>alert(1)</script>'), 'script'],
  ['a script in capitals', drawing('<SCRIPT/>'), 'script'],
  ['a script of another namespace', drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'script'],
  ['a handler', drawing('', 'onload="alert(1)"'), 'onload'],
  ['a handler in capitals, deep inside', drawing('<g><rect onClick="x()"/></g>'), 'onclick'],
  ['foreign content', drawing('<foreignObject><p/></foreignObject>'), 'foreignobject'],
  ['a frame', drawing('<iframe src="https://example.com"/>'), 'iframe'],
  ['a link that runs', drawing('<a href="javascript:alert(1)"/>'), 'href'],
  ['a link that runs, the old way', drawing('<a xlink:href="JavaScript:alert(1)"/>'), 'href'],
  ['a link that runs, in disguise', drawing('<a href=" java&#x0A;script&#58;alert(1)"/>'), 'href'],
  ['a link to a page of its own', drawing('<a href="data:text/html,hello"/>'), 'href'],
  ['a link to a page in XML', drawing('<a href="data:application/xhtml+xml,hello"/>'), 'href'],
  ['a drawing inside the drawing', drawing('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), 'href'],
  ['an animated link', drawing('<a><animate attributeName="href" to="#"/></a>'), 'href'],
  ['a link that is set later', drawing('<a><set attributeName=" xlink:href" to="#"/></a>'), 'xlink:href'],
  ['a handler that is set later', drawing('<set attributeName="onmouseover" to="x()"/>'), 'onmouseover'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('&a;')}`, 'entity'],
  [
    'an entity in small letters is no entity at all',
    `<!DOCTYPE svg [<!entity a "b">]>${drawing('&a;')}`,
    null,
  ],
  ['a style sheet from elsewhere', `<?xml-stylesheet href="a.xsl"?>${drawing('')}`, 'xml-stylesheet'],
])('%s is not accepted', (_, text, what) => {
  const reason = inspectSvg(text);
  if (what === null) expect(reason?.code).toBe('svg-not-drawing');
  else expect(reason).toEqual({ code: 'svg-active', facts: { what } });
});

test.each([
  ['a web page', '<html><body/></html>'],
  ['a drawing that is cut off', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
  ['text behind the drawing', `${drawing('')}more`],
  ['two drawings', `${drawing('')}${drawing('')}`],
  ['the name of a drawing in another language', '<svg xmlns="urn:other"/>'],
  ['an attribute without quotes', '<svg xmlns=http://www.w3.org/2000/svg></svg>'],
  ['nothing but a comment', '<!-- svg -->'],
])('%s is no drawing', (_, text) => {
  expect(inspectSvg(text)?.code).toBe('svg-not-drawing');
});
