import { expect, test } from 'vitest';
import { inspectSvg } from '../../../src/main/features/documents/intake/inspect.ts';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';

const drawing = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';
const page = (content: string) => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`;
const switchWith = (content: string, fallback = '<text>Total</text>') =>
  drawing(`<switch><foreignObject width="9" height="9">${content}</foreignObject>${fallback}</switch>`);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>';

test.each([
  ['a plain drawing', drawing('<path d="M0 0h9v9z"/><text>Invoice</text>')],
  ['an XML declaration', `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${drawing('<g/>')}`],
  [
    'the document type that drawing programs write',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing('')}`,
  ],
  ['a prefix for the namespace', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:svg>'],
  ['no namespace', '<svg width="9"><rect/></svg>'],
  ['a link inside the drawing', drawing('<g id="a"/><use xlink:href="#a"/><use href="#a"/>')],
  ['a picture inside the drawing', drawing('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['a style', drawing('<style>text { fill: red }</style>')],
  ['text about scripts', drawing('<!-- <script/> --><text><![CDATA[<script>]]> onload</text>')],
  [
    'a style with an embedded image and font',
    drawing(
      '<style>@namespace svg url(http://www.w3.org/2000/svg); @font-face { font-family: "A"; src: url("data:font/woff2;base64,AA==") } rect { fill: url(#g); mask: url( "#m" ) }</style>',
    ),
  ],
  ['a reference to a gradient', drawing('<rect fill="url(#g)" style="filter:url(\'#f\')"/>')],
  ['a link to a web page', drawing('<a href="https://example.com/"><text>us</text></a>')],
  [
    'metadata of a drawing program',
    drawing(
      '<metadata xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:RDF><dc:source>archive</dc:source><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></rdf:RDF></metadata>',
    ),
  ],
  [
    'text about style sheets in a style',
    drawing(
      '<style>/* @import "a.css" */ text::after { content: "@import url(http://example.com)" }</style>',
    ),
  ],
  ['the short document type', `<!DOCTYPE svg>${drawing('')}`],
  ['an animation that only moves', drawing('<rect><animate attributeName="x" to="9"/></rect>')],
  [
    'metadata of a drawing program with a drawing in its own format',
    drawing(
      '<g data-colors="url(https://example.com/)"/>',
      'content="fillColor=url(https://example.com/a.png)"',
    ),
  ],
  ['an entity for a text', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('&a;')}`],
  [
    'the entities of a drawing program, for namespaces and styles',
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
      <!-- written by a program's "export" -->
      <!ENTITY ns_ext "http://ns.drawing.example/Extensibility/1.0/">
      <!ENTITY st0 'fill:#FFFFFF;stroke:&#x23;000;'>
      <!ELEMENT note (#PCDATA)>
      <!ATTLIST svg xmlns:e CDATA #IMPLIED>
    ]>${drawing('<rect style="&st0;"/>', 'xmlns:e="&ns_ext;" e:version="1"')}`,
  ],
  ['a handler of another namespace', drawing('<rect h:onclick="x()" xmlns:h="urn:other"/>')],
  [
    'metadata of a drawing program that begins like a handler',
    drawing('<g i:onscreen="1" xmlns:i="http://www.inkscape.org/namespaces/inkscape"/>'),
  ],
  [
    'a drawing inside the drawing',
    drawing(`<image href="data:image/svg+xml;base64,${base64(drawing('<g/>'))}"/>`),
  ],
  [
    'a drawing inside the drawing, as text',
    drawing(`<image href="data:image/svg+xml;utf8,${encodeURIComponent(drawing('<g/>'))}"/>`),
  ],
  [
    'a drawing in a style',
    drawing(
      `<style>rect { mask-image: url("data:image/svg+xml;base64,${base64(drawing('<g/>'))}") }</style>`,
    ),
  ],
  ['an image of another type', drawing('<image href="data:image/tiff;base64,SUkqAA=="/>')],
  [
    'an image of an unnamed type',
    drawing('<image href="data:application/octet-stream;base64,iVBORw0KGgo="/>'),
  ],
  [
    'foreign content with text, and a fallback',
    switchWith(page('<p style="color:red">Total <b>12.50</b><br/></p>')),
  ],
  [
    'foreign content of an editor, and a fallback',
    drawing(
      `<switch><foreignObject requiredExtensions="urn:editor"><e:ref xmlns:e="urn:editor" xlink:href="#data"/></foreignObject><g e:extraneous="self" xmlns:e="urn:editor"><rect/></g></switch>`,
    ),
  ],
  ['an image in foreign content', switchWith(page('<img src="data:image/png;base64,iVBORw0KGgo="/>'))],
  ['a link to a web page in foreign content', switchWith(page('<a href="https://example.com/">us</a>'))],
])('an SVG file with %s is accepted', (_, text) => {
  expect(inspectSvg(text)).toBeNull();
});

test.each([
  ['a script', drawing('<script>alert(1)</script>'), 'script'],
  ['a script in capitals', drawing('<SCRIPT/>'), 'script'],
  ['a script of another namespace', drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'script'],
  ['a handler', drawing('', 'onload="alert(1)"'), 'onload'],
  ['a handler in capitals, deep inside', drawing('<g><rect onClick="x()"/></g>'), 'onclick'],
  ['foreign content', drawing('<foreignObject><p/></foreignObject>'), 'foreignobject'],
  ['foreign content alone in a switch', switchWith(page('Total'), ''), 'foreignobject'],
  [
    'foreign content deeper in a switch',
    drawing(`<switch><g><foreignObject>${page('Total')}</foreignObject></g><g/></switch>`),
    'foreignobject',
  ],
  [
    'foreign content in the switch of another language',
    drawing(`<o:switch xmlns:o="urn:other"><foreignObject/><g/></o:switch>`),
    'foreignobject',
  ],
  ['a script in foreign content', switchWith(page('<script>x()</script>')), 'script'],
  ['a handler in foreign content', switchWith(page('<p onmouseover="x()"/>')), 'onmouseover'],
  [
    'an external image in foreign content',
    switchWith(page('<img src="https://example.com/a.png"/>')),
    'img src',
  ],
  ['an image set in foreign content', switchWith(page('<img srcset="a.png 1x"/>')), 'srcset'],
  [
    'a background in foreign content',
    switchWith(page('<table background="https://example.com/a.png"/>')),
    'background',
  ],
  ['a style in foreign content', switchWith(page('<p style="background:url(//example.com/a)"/>')), 'url'],
  ['a form in foreign content', switchWith(page('<form action="https://example.com/"/>')), 'html:form'],
  ['an input field in foreign content', switchWith(page('<input/>')), 'html:input'],
  ['a video in foreign content', switchWith(page('<video/>')), 'html:video'],
  ['a style sheet in foreign content', switchWith(page('<style>p { color: red }</style>')), 'html:style'],
  ['a script link in foreign content', switchWith(page('<a href="javascript:x()">us</a>')), 'href'],
  [
    'raw text in foreign content',
    switchWith(page('<![CDATA[><img src="x" onerror="x()">]]>')),
    'foreignobject',
  ],
  ['a comment that HTML would end at once', drawing('<!--><img src="x" onerror="x()"> -->'), 'comment'],
  [
    'a handler in the namespace of drawings',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" onload="x()"/>',
    'onload',
  ],
  ['an entity with elements', `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${drawing('&a;')}`, 'entity'],
  [
    'an escaped entity with elements',
    `<!DOCTYPE svg [<!ENTITY a "&#60;script/>">]>${drawing('&a;')}`,
    'entity',
  ],
  [
    'exponential entities',
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${drawing('&b;')}`,
    'entity',
  ],
  [
    'a recursive entity',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(10_000)}">]>${drawing('&a;'.repeat(10_000))}`,
    'entity',
  ],
  [
    'an entity of 10,001 characters',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(10_001)}">]>${drawing('')}`,
    'entity',
  ],
  [
    'an external entity',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${drawing('&a;')}`,
    'entity',
  ],
  ['an entity of the document type', `<!DOCTYPE svg [<!ENTITY % a "b"> %a;]>${drawing('')}`, 'entity'],
  ['a redefined predefined entity', `<!DOCTYPE svg [<!ENTITY lt "x">]>${drawing('')}`, 'entity'],
  [
    'an entity with a script link',
    `<!DOCTYPE svg [<!ENTITY a "javascript:x()">]>${drawing('<a href="&a;"/>')}`,
    'href',
  ],
  [
    'an entity with a style',
    `<!DOCTYPE svg [<!ENTITY a "@import 'a.css'">]>${drawing('<style>&a;</style>')}`,
    '@import',
  ],
  [
    'an entity for the namespace of scripts',
    `<!DOCTYPE svg [<!ENTITY a "http://www.w3.org/1999/xhtml">]>${drawing('<h:p xmlns:h="&a;"/>')}`,
    'html:p',
  ],
  ['an instruction in the document type', `<!DOCTYPE svg [<?a ?b > ?>]>${drawing('')}`, 'doctype'],
  [
    'a script in a drawing inside the drawing',
    drawing(`<image href="data:image/svg+xml;base64,${base64(script)}"/>`),
    'href',
  ],
  [
    'a script in a drawing of a style',
    drawing(`<style>rect { fill: url('data:image/svg+xml;base64,${base64(script)}#a') }</style>`),
    'url',
  ],
  ['a drawing used from a URL', drawing('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'), 'href'],
  ['a link to a drawing by URL', drawing('<a href="data:image/svg+xml;base64,PHN2Zy8+"/>'), 'href'],
  ['a link to a file', drawing('<a href="data:application/octet-stream;base64,AAAA"/>'), 'href'],
  ['a frame', drawing('<iframe src="https://example.com"/>'), 'iframe'],
  ['a script link', drawing('<a href="javascript:alert(1)"/>'), 'href'],
  ['a script link with xlink', drawing('<a xlink:href="JavaScript:alert(1)"/>'), 'href'],
  ['an escaped script link', drawing('<a href=" java&#x0A;script&#58;alert(1)"/>'), 'href'],
  ['a link to a data URL page', drawing('<a href="data:text/html,hello"/>'), 'href'],
  ['a link to a page in XML', drawing('<a href="data:application/xhtml+xml,hello"/>'), 'href'],
  ['an animated link', drawing('<a><animate attributeName="href" to="#"/></a>'), 'href'],
  ['an animated link target', drawing('<a><set attributeName=" xlink:href" to="#"/></a>'), 'xlink:href'],
  ['an animated handler', drawing('<set attributeName="onmouseover" to="x()"/>'), 'onmouseover'],
  ['a doctype in lower case', `<!DOCTYPE svg [<!entity a "b">]>${drawing('&a;')}`, null],
  [
    'default attributes in the document type',
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${drawing('')}`,
    'attlist',
  ],
  [
    'an external document type',
    `<!DOCTYPE svg SYSTEM "https://example.com/svg.dtd">${drawing('')}`,
    'doctype',
  ],
  [
    'an external document type with a public name',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://example.com/svg.dtd">${drawing('')}`,
    'doctype',
  ],
  [
    'a refresh',
    drawing(`<h:meta ${xhtml} http-equiv="refresh" content="0;url=https://example.com"/>`),
    'html:meta',
  ],
  ['a form', drawing(`<h:form ${xhtml} action="https://example.com"/>`), 'html:form'],
  ['an HTML frame', drawing(`<h:iframe ${xhtml} srcdoc="x"/>`), 'iframe'],
  ['an HTML object', drawing(`<h:object ${xhtml} data="x.swf"/>`), 'object'],
  ['an HTML embed', drawing(`<h:embed ${xhtml} src="x.swf"/>`), 'embed'],
  [
    'an HTML style sheet',
    drawing(`<h:link ${xhtml} rel="stylesheet" href="https://example.com/a.css"/>`),
    'html:link',
  ],
  [
    'a nested HTML image',
    drawing(`<g><g><h:img ${xhtml} src="https://example.com/a.png"/></g></g>`),
    'html:img',
  ],
  [
    'an HTML paragraph as the default namespace',
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
  ['another base URL', drawing('<g xml:base="https://example.com/"><use href="#a"/></g>'), 'xml:base'],
  ['an external image', drawing('<image href="https://example.com/a.png"/>'), 'image href'],
  ['an external image with xlink', drawing('<image xlink:href="//example.com/a.png"/>'), 'image href'],
  ['an image beside the file', drawing('<image href="logo.png"/>'), 'image href'],
  [
    'an image of another prefix',
    drawing('<image y:href="https://example.com/a.png" xmlns:y="http://www.w3.org/1999/xlink"/>'),
    'image href',
  ],
  ['a part of another drawing', drawing('<use href="https://example.com/a.svg#b"/>'), 'use href'],
  ['a part of a drawing beside the file', drawing('<use xlink:href="a.svg#b"/>'), 'use href'],
  [
    'an external filter image',
    drawing('<filter><feImage href="https://example.com/a.png"/></filter>'),
    'feimage href',
  ],
  ['a gradient of another drawing', drawing('<linearGradient xlink:href="a.svg#b"/>'), 'lineargradient href'],
  ['a link to a file of this computer', drawing('<a href="file://server/share/a"/>'), 'href'],
  [
    'an animated link with another prefix',
    drawing('<a xmlns:y="http://www.w3.org/1999/xlink"><animate attributeName="y:href" to="#"/></a>'),
    'y:href',
  ],
  ['an imported style sheet', drawing('<style>@import url(https://example.com/a.css);</style>'), '@import'],
  ['an imported style sheet as text', drawing('<style>@IMPORT "a.css";</style>'), '@import'],
  ['an escaped imported style sheet', drawing('<style>@\\69 mport "a.css";</style>'), '@import'],
  [
    'an imported style sheet after a string',
    drawing('<style>a::after { content: "/*" } @import "a.css"; /* */</style>'),
    '@import',
  ],
  ['an imported style sheet in CDATA', drawing('<style><![CDATA[@import "a.css";]]></style>'), '@import'],
  ['an imported style sheet in two pieces', drawing('<style>@imp<!-- -->ort "a.css";</style>'), '@import'],
  ['an image in a style', drawing('<style>rect { fill: url(https://example.com/a.svg#b) }</style>'), 'url'],
  [
    'a quoted image in a style',
    drawing('<style>rect { mask: url( "https://example.com/a.svg#b" ) }</style>'),
    'url',
  ],
  [
    'an escaped image in a style',
    drawing('<style>rect { mask: u\\72l(https://example.com/a.svg#b) }</style>'),
    'url',
  ],
  ['an image set', drawing('<style>rect { mask: image-set("a.png" 1x) }</style>'), 'image-set'],
  ['an external font', drawing('<style>@font-face { src: url(https://example.com/a.woff2) }</style>'), 'url'],
  ['a style of one element', drawing('<rect style="fill:url(https://example.com/a.svg#b)"/>'), 'url'],
  ['an attribute of a drawing', drawing('<rect filter="url(a.svg#b)"/>'), 'url'],
  [
    'an animation to an external image',
    drawing('<rect><animate attributeName="fill" to="url(https://example.com/a#b)"/></rect>'),
    'url',
  ],
  ['a binding of a style', drawing('<rect style="-moz-binding:url(#a)"/>'), '-moz-binding'],
  ['an expression of a style', drawing('<style>rect { width: expression(alert(1)) }</style>'), 'expression'],
  ['an external style sheet', `<?xml-stylesheet href="a.xsl"?>${drawing('')}`, 'xml-stylesheet'],
])('an SVG file with %s is rejected', (_, text, what) => {
  const reason = inspectSvg(text);
  if (what === null) expect(reason?.code).toBe('svg-not-drawing');
  else expect(reason).toEqual({ code: 'svg-active', facts: { what } });
});

test('drawings inside drawings are accepted to a depth of three', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? drawing('')
      : drawing(`<image href="data:image/svg+xml;base64,${base64(nested(depth - 1))}"/>`);
  expect(inspectSvg(nested(3))).toBeNull();
  expect(inspectSvg(nested(4))).toEqual({ code: 'svg-active', facts: { what: 'href' } });
});

test('the message of a rejected drawing suggests saving the drawing as PDF or PNG', () => {
  for (const text of [script, '<svg>']) {
    const reason = inspectSvg(text);
    expect(reason === null ? '' : reasonMessage(reason).full).toContain('Save the drawing as PDF or PNG');
  }
});

test.each([
  ['a web page', '<html><body/></html>'],
  ['a drawing that is cut off', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
  ['text after the drawing', `${drawing('')}more`],
  ['two drawings', `${drawing('')}${drawing('')}`],
  ['the name of a drawing in another language', '<svg xmlns="urn:other"/>'],
  ['an attribute without quotes', '<svg xmlns=http://www.w3.org/2000/svg></svg>'],
  ['a drawing in a drawing, 1,001 times', '<svg>'.repeat(1_001) + '</svg>'.repeat(1_001)],
  ['nothing but a comment', '<!-- svg -->'],
])('%s is not a drawing', (_, text) => {
  expect(inspectSvg(text)?.code).toBe('svg-not-drawing');
});
