import { expect, test } from 'vitest';
import { inspectSvg } from '../../../src/main/features/documents/intake/svg.ts';

const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';

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
  [
    'a style with a plain picture and a font inside',
    drawing(
      '<style>@namespace svg url(http://www.w3.org/2000/svg); @font-face { font-family: "A"; src: url("data:font/woff2;base64,AA==") } rect { fill: url(#g); mask: url( "#m" ) }</style>',
    ),
  ],
  ['a reference to a gradient', drawing('<rect fill="url(#g)" style="filter:url(\'#f\')"/>')],
  [
    'a link to a page that somebody may follow',
    drawing('<a href="https://example.com/"><text>us</text></a>'),
  ],
  [
    'metadata of a drawing program',
    drawing(
      '<metadata xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:RDF><dc:source>archive</dc:source><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></rdf:RDF></metadata>',
    ),
  ],
  [
    'words about style sheets in a style',
    drawing(
      '<style>/* @import "a.css" */ text::after { content: "@import url(http://example.com)" }</style>',
    ),
  ],
  ['the short document type', `<!DOCTYPE svg>${drawing('')}`],
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
  [
    'default attributes in the document type',
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${drawing('')}`,
    'attlist',
  ],
  [
    'a document type from elsewhere',
    `<!DOCTYPE svg SYSTEM "https://example.com/svg.dtd">${drawing('')}`,
    'doctype',
  ],
  [
    'a document type from elsewhere, with a public name',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://example.com/svg.dtd">${drawing('')}`,
    'doctype',
  ],
  [
    'a refresh',
    drawing(`<h:meta ${xhtml} http-equiv="refresh" content="0;url=https://example.com"/>`),
    'html:meta',
  ],
  ['a form', drawing(`<h:form ${xhtml} action="https://example.com"/>`), 'html:form'],
  ['a frame of a page', drawing(`<h:iframe ${xhtml} srcdoc="x"/>`), 'iframe'],
  ['an object of a page', drawing(`<h:object ${xhtml} data="x.swf"/>`), 'object'],
  ['an embedded file of a page', drawing(`<h:embed ${xhtml} src="x.swf"/>`), 'embed'],
  [
    'a style sheet of a page',
    drawing(`<h:link ${xhtml} rel="stylesheet" href="https://example.com/a.css"/>`),
    'html:link',
  ],
  [
    'a picture of a page, deep inside',
    drawing(`<g><g><h:img ${xhtml} src="https://example.com/a.png"/></g></g>`),
    'html:img',
  ],
  [
    'a paragraph of a page as the default namespace',
    drawing('<g><p xmlns="http://www.w3.org/1999/xhtml"/></g>'),
    'html:p',
  ],
  [
    'a refresh without a namespace',
    '<svg><meta http-equiv="refresh" content="0;url=https://example.com"/></svg>',
    'meta',
  ],
  ['a form in the namespace of drawings', drawing('<form action="https://example.com"/>'), 'form'],
  ['a video', drawing('<video href="#a"/>'), 'video'],
  [
    'an included file',
    drawing('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
    'xinclude:include',
  ],
  ['a binding', drawing('<b:bindings xmlns:b="http://www.mozilla.org/xbl"/>'), 'xbl:bindings'],
  ['a handler of another namespace', drawing('<rect h:onclick="x()" xmlns:h="urn:other"/>'), 'onclick'],
  [
    'another base of all references',
    drawing('<g xml:base="https://example.com/"><use href="#a"/></g>'),
    'xml:base',
  ],
  ['a picture from elsewhere', drawing('<image href="https://example.com/a.png"/>'), 'image href'],
  [
    'a picture from elsewhere, the old way',
    drawing('<image xlink:href="//example.com/a.png"/>'),
    'image href',
  ],
  ['a picture beside the file', drawing('<image href="logo.png"/>'), 'image href'],
  [
    'a picture of another prefix',
    drawing('<image y:href="https://example.com/a.png" xmlns:y="http://www.w3.org/1999/xlink"/>'),
    'image href',
  ],
  ['a part of another drawing', drawing('<use href="https://example.com/a.svg#b"/>'), 'use href'],
  ['a part of a drawing beside the file', drawing('<use xlink:href="a.svg#b"/>'), 'use href'],
  [
    'a picture of a filter from elsewhere',
    drawing('<filter><feImage href="https://example.com/a.png"/></filter>'),
    'feimage href',
  ],
  ['a gradient of another drawing', drawing('<linearGradient xlink:href="a.svg#b"/>'), 'lineargradient href'],
  ['a link to a file of this computer', drawing('<a href="file://server/share/a"/>'), 'href'],
  [
    'an animated link by another prefix',
    drawing('<a xmlns:y="http://www.w3.org/1999/xlink"><animate attributeName="y:href" to="#"/></a>'),
    'y:href',
  ],
  ['an imported style sheet', drawing('<style>@import url(https://example.com/a.css);</style>'), '@import'],
  ['an imported style sheet as text', drawing('<style>@IMPORT "a.css";</style>'), '@import'],
  ['an imported style sheet in disguise', drawing('<style>@\\69 mport "a.css";</style>'), '@import'],
  [
    'an imported style sheet behind a string',
    drawing('<style>a::after { content: "/*" } @import "a.css"; /* */</style>'),
    '@import',
  ],
  ['an imported style sheet in CDATA', drawing('<style><![CDATA[@import "a.css";]]></style>'), '@import'],
  ['an imported style sheet in two pieces', drawing('<style>@imp<!-- -->ort "a.css";</style>'), '@import'],
  ['a picture of a style', drawing('<style>rect { fill: url(https://example.com/a.svg#b) }</style>'), 'url'],
  [
    'a picture of a style in quotes',
    drawing('<style>rect { mask: url( "https://example.com/a.svg#b" ) }</style>'),
    'url',
  ],
  [
    'a picture of a style in disguise',
    drawing('<style>rect { mask: u\\72l(https://example.com/a.svg#b) }</style>'),
    'url',
  ],
  ['a set of pictures', drawing('<style>rect { mask: image-set("a.png" 1x) }</style>'), 'image-set'],
  [
    'a font from elsewhere',
    drawing('<style>@font-face { src: url(https://example.com/a.woff2) }</style>'),
    'url',
  ],
  ['a style of one element', drawing('<rect style="fill:url(https://example.com/a.svg#b)"/>'), 'url'],
  ['an attribute of a drawing', drawing('<rect filter="url(a.svg#b)"/>'), 'url'],
  [
    'an animation to a picture from elsewhere',
    drawing('<rect><animate attributeName="fill" to="url(https://example.com/a#b)"/></rect>'),
    'url',
  ],
  ['a binding of a style', drawing('<rect style="-moz-binding:url(#a)"/>'), '-moz-binding'],
  ['an expression of a style', drawing('<style>rect { width: expression(alert(1)) }</style>'), 'expression'],
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
  ['a drawing in a drawing, 1,001 times', '<svg>'.repeat(1_001) + '</svg>'.repeat(1_001)],
  ['nothing but a comment', '<!-- svg -->'],
])('%s is no drawing', (_, text) => {
  expect(inspectSvg(text)?.code).toBe('svg-not-drawing');
});
