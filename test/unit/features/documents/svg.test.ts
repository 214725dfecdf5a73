import { describe, expect, test } from 'vitest';
import { inspectSvg } from '../../../../src/main/features/documents/intake/inspect.ts';
import { reasonMessage } from '../../../../src/shared/document-reason-message.ts';

const drawing = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

const xlink = 'xmlns:y="http://www.w3.org/1999/xlink"';
const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';
const page = (content: string) => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`;
const switchWith = (content: string, fallback = '<text>Total</text>') =>
  drawing(`<switch><foreignObject width="9" height="9">${content}</foreignObject>${fallback}</switch>`);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const withStyle = (text: string) => drawing(`<style>${text}</style>`);
const withImage = (image: string) => drawing(`<image href="data:image/svg+xml;base64,${base64(image)}"/>`);
const withDoctype = (declarations: string, content = '') =>
  `<!DOCTYPE svg [${declarations}]>${drawing(content)}`;
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>';

test.each(
  Object.entries({
    'a plain drawing': drawing('<path d="M0 0h9v9z"/><text>Invoice</text>'),
    'an XML declaration': `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${drawing('<g/>')}`,
    'the document type that drawing programs write': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing('')}`,
    'no namespace': '<svg width="9"><rect/></svg>',
    'groups in groups, a hundred times': drawing('<g>'.repeat(100) + '</g>'.repeat(100)),
    'a link inside the drawing': drawing('<g id="a"/><use xlink:href="#a"/><use href="#a"/>'),
    'a picture inside the drawing': drawing('<image href="data:image/png;base64,iVBORw0KGgo="/>'),
    'a style': withStyle('text { fill: red }'),
    'text about scripts': drawing('<!-- <script/> --><text><![CDATA[<script>]]> onload</text>'),
    'a style with an embedded image and font': withStyle(
      '@namespace svg url(http://www.w3.org/2000/svg); @font-face { font-family: "A"; src: url("data:font/woff2;base64,AA==") } rect { fill: url(#g); mask: url( "#m" ) }',
    ),
    'a reference to a gradient': drawing('<rect fill="url(#g)" style="filter:url(\'#f\')"/>'),
    'a link to a web page': drawing('<a href="https://example.com/"><text>us</text></a>'),
    'metadata of a drawing program': drawing(
      '<metadata xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:RDF><dc:source>archive</dc:source><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></rdf:RDF></metadata>',
    ),
    'a description in HTML': drawing(`<desc><h:p ${xhtml}>A <h:b>bold</h:b> mark</h:p></desc>`),
    'HTML in metadata of another namespace': drawing(
      `<metadata><r:note xmlns:r="urn:r">${page('by hand')}</r:note></metadata>`,
    ),
    'text about sheets in a style': withStyle(
      '/* @import "a.css" */ text::after { content: "@import url(http://example.com)" }',
    ),
    'an animation that only moves': drawing('<rect><animate attributeName="x" to="9"/></rect>'),
    'metadata of a drawing program with a drawing in its own format': drawing(
      '<g data-colors="url(https://example.com/)"/>',
      'content="fillColor=url(https://example.com/a.png)"',
    ),
    'an entity for a text': withDoctype('<!ENTITY a "b">', '&a;'),
    'the entities of a drawing program, for namespaces and styles': `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
      <!-- written by a program's "export" -->
      <!ENTITY ns_ext "http://ns.drawing.example/Extensibility/1.0/">
      <!ENTITY st0 'fill:#FFFFFF;stroke:&#x23;000;'>
      <!ELEMENT note (#PCDATA)>
      <!ATTLIST svg xmlns:e CDATA #IMPLIED>
    ]>${drawing('<rect style="&st0;"/>', 'xmlns:e="&ns_ext;" e:version="1"')}`,
    'a handler of another namespace': drawing('<rect h:onclick="x()" xmlns:h="urn:other"/>'),
    'metadata of a drawing program that begins like a handler': drawing(
      '<g i:onscreen="1" xmlns:i="http://www.inkscape.org/namespaces/inkscape"/>',
    ),
    'a drawing inside the drawing': withImage(drawing('<g/>')),
    'a drawing inside the drawing, as text': drawing(
      `<image href="data:image/svg+xml;utf8,${encodeURIComponent(drawing('<g/>'))}"/>`,
    ),
    'a drawn mask': withStyle(
      `rect { mask-image: url("data:image/svg+xml;base64,${base64(drawing('<g/>'))}") }`,
    ),
    'an image of another type': drawing('<image href="data:image/tiff;base64,SUkqAA=="/>'),
    'foreign content and a fallback': switchWith(page('<p style="color:red">Total <b>12.50</b><br/></p>')),
    'foreign content of an editor, and a fallback': drawing(
      `<switch><foreignObject requiredExtensions="urn:editor"><e:ref xmlns:e="urn:editor" xlink:href="#data"/></foreignObject><g e:extraneous="self" xmlns:e="urn:editor"><rect/></g></switch>`,
    ),
    'an image in foreign content': switchWith(page('<img src="data:image/png;base64,iVBORw0KGgo="/>')),
  }),
)('an SVG file with %s is accepted', (_, text) => {
  expect(inspectSvg(text)).toBeNull();
});

/** Drawings with active content, by what the reason names. */
const activeDrawings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  script: {
    'a script': drawing('<script>alert(1)</script>'),
    'a script in capitals': drawing('<SCRIPT/>'),
    'a script of another namespace': drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'),
    'a script in foreign content': switchWith(page('<script>x()</script>')),
  },
  onload: {
    'a handler': drawing('', 'onload="alert(1)"'),
    'a handler in the namespace of drawings': '<s:svg xmlns:s="http://www.w3.org/2000/svg" onload="x()"/>',
  },
  onclick: { 'a handler in capitals, deep inside': drawing('<g><rect onClick="x()"/></g>') },
  foreignobject: {
    'foreign content': drawing('<foreignObject><p/></foreignObject>'),
    'a section in HTML of a description': drawing(`<desc>${page('<![CDATA[><script>]]>')}</desc>`),
    'foreign content alone in a switch': switchWith(page('Total'), ''),
    'foreign content deeper': drawing(`<switch><g><foreignObject>${page('')}</foreignObject></g></switch>`),
    'foreign content in another switch': drawing('<o:switch xmlns:o="urn:o"><foreignObject/><g/></o:switch>'),
    'raw text in foreign content': switchWith(page('<![CDATA[><img src="x" onerror="x()">]]>')),
  },
  onmouseover: {
    'a handler in foreign content': switchWith(page('<p onmouseover="x()"/>')),
    'an animated handler': drawing('<set attributeName="onmouseover" to="x()"/>'),
  },
  'img src': { 'an image in a page': switchWith(page('<img src="https://example.com/a.png"/>')) },
  ping: {
    'a link that reports its use': drawing('<a href="https://a.example/" ping="https://b.example/"/>'),
  },
  srcset: { 'an image set in foreign content': switchWith(page('<img srcset="a.png 1x"/>')) },
  background: { 'a background in a page': switchWith(page('<table background="//a.example/a.png"/>')) },
  url: {
    'a style in foreign content': switchWith(page('<p style="background:url(//example.com/a)"/>')),
    'a script in a style': withStyle(`rect { fill: url('data:image/svg+xml;base64,${base64(script)}#a') }`),
    'an image in a style': withStyle('rect { fill: url(https://example.com/a.svg#b) }'),
    'a quoted image in a style': withStyle('rect { mask: url( "https://example.com/a.svg#b" ) }'),
    'an escaped image in a style': withStyle('rect { mask: u\\72l(https://example.com/a.svg#b) }'),
    'an external font': withStyle('@font-face { src: url(https://example.com/a.woff2) }'),
    'a style of one element': drawing('<rect style="fill:url(https://example.com/a.svg#b)"/>'),
    'an attribute of a drawing': drawing('<rect filter="url(a.svg#b)"/>'),
    'an animated fill': drawing('<rect><animate attributeName="fill" to="url(//a.example/a#b)"/></rect>'),
  },
  'html:form': {
    'a form in foreign content': switchWith(page('<form action="https://example.com/"/>')),
    'a form': drawing(`<h:form ${xhtml} action="https://example.com"/>`),
  },
  'html:style': { 'a style sheet in foreign content': switchWith(page('<style>p { color: red }</style>')) },
  href: {
    'a script link in foreign content': switchWith(page('<a href="javascript:x()">us</a>')),
    'an entity with a script link': withDoctype('<!ENTITY a "javascript:x()">', '<a href="&a;"/>'),
    'a script in a drawing inside the drawing': withImage(script),
    'a drawing used from a URL': drawing('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'),
    'a link to a drawing by URL': drawing('<a href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    'a link to a file': drawing('<a href="data:application/octet-stream;base64,AAAA"/>'),
    'a script link': drawing('<a href="javascript:alert(1)"/>'),
    'a script link with xlink': drawing('<a xlink:href="JavaScript:alert(1)"/>'),
    'an escaped script link': drawing('<a href=" java&#x0A;script&#58;alert(1)"/>'),
    'a link to a data URL page': drawing('<a href="data:text/html,hello"/>'),
    'a link to a page in XML': drawing('<a href="data:application/xhtml+xml,hello"/>'),
    'an animated link': drawing('<a><animate attributeName="href" to="#"/></a>'),
    'a link to a file of this computer': drawing('<a href="file://server/share/a"/>'),
  },
  comment: { 'a comment that HTML would end at once': drawing('<!--><img src="x" onerror="x()"> -->') },
  entity: {
    'an entity with elements': withDoctype('<!ENTITY a "<script/>">', '&a;'),
    'an escaped entity with elements': withDoctype('<!ENTITY a "&#60;script/>">', '&a;'),
    'exponential entities': withDoctype('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">', '&b;'),
    'a recursive entity': withDoctype(`<!ENTITY a "${'a'.repeat(10_000)}">`, '&a;'.repeat(10_000)),
    'an entity of 10,001 characters': withDoctype(`<!ENTITY a "${'a'.repeat(10_001)}">`),
    'an external entity': withDoctype('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'),
    'an entity of the document type': withDoctype('<!ENTITY % a "b"> %a;'),
    'a redefined predefined entity': withDoctype('<!ENTITY lt "x">'),
  },
  '@import': {
    'an entity with a style': withDoctype('<!ENTITY a "@import \'a.css\'">', '<style>&a;</style>'),
    'an imported style sheet': withStyle('@import url(https://example.com/a.css);'),
    'an imported style sheet as text': withStyle('@IMPORT "a.css";'),
    'an escaped imported style sheet': withStyle('@\\69 mport "a.css";'),
    'an imported style sheet after a string': withStyle('a::after { content: "/*" } @import "a.css"; /* */'),
    'an imported style sheet in CDATA': withStyle('<![CDATA[@import "a.css";]]>'),
    'an imported style sheet in two pieces': withStyle('@imp<!-- -->ort "a.css";'),
  },
  'html:p': {
    'an entity for the namespace of scripts': withDoctype(
      '<!ENTITY a "http://www.w3.org/1999/xhtml">',
      '<h:p xmlns:h="&a;"/>',
    ),
    'an HTML paragraph as the default namespace': drawing('<g><p xmlns="http://www.w3.org/1999/xhtml"/></g>'),
  },
  doctype: {
    'an instruction in the document type': withDoctype('<?a ?b > ?>'),
    'an external document type': `<!DOCTYPE svg SYSTEM "https://example.com/svg.dtd">${drawing('')}`,
    'an external document type with a public name': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://example.com/svg.dtd">${drawing('')}`,
  },
  iframe: {
    'a frame': drawing('<iframe src="https://example.com"/>'),
    'an HTML frame': drawing(`<h:iframe ${xhtml} srcdoc="x"/>`),
  },
  'xlink:href': { 'an animated link target': drawing('<a><set attributeName=" xlink:href" to="#"/></a>') },
  attlist: { 'a default attribute': withDoctype('<!ATTLIST svg onload CDATA "alert(1)">') },
  'html:meta': {
    'a refresh in a description': drawing(`<desc><h:meta ${xhtml} http-equiv="refresh"/></desc>`),
    'a refresh': drawing(`<h:meta ${xhtml} http-equiv="refresh" content="0;url=//a.io"/>`),
  },
  object: { 'an HTML object': drawing(`<h:object ${xhtml} data="x.swf"/>`) },
  embed: { 'an HTML embed': drawing(`<h:embed ${xhtml} src="x.swf"/>`) },
  meta: {
    'a refresh without a namespace':
      '<svg><meta http-equiv="refresh" content="0;url=https://example.com"/></svg>',
  },
  form: { 'a form in the namespace of drawings': drawing('<form action="https://example.com"/>') },
  video: { 'a video': drawing('<video href="#a"/>') },
  'xinclude:include': {
    'an include': drawing('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
  },
  'xbl:bindings': { 'a binding': drawing('<b:bindings xmlns:b="http://www.mozilla.org/xbl"/>') },
  'xml:base': { 'another base URL': drawing('<g xml:base="https://example.com/"><use href="#a"/></g>') },
  'image href': {
    'an external image': drawing('<image href="https://example.com/a.png"/>'),
    'an external image with xlink': drawing('<image xlink:href="//example.com/a.png"/>'),
    'an image beside the file': drawing('<image href="logo.png"/>'),
    'an image of a prefix': drawing(`<image y:href="//a.example/a.png" ${xlink}/>`),
  },
  'use href': {
    'a part of another drawing': drawing('<use href="https://example.com/a.svg#b"/>'),
    'a part of a drawing beside the file': drawing('<use xlink:href="a.svg#b"/>'),
  },
  'feimage href': { 'a filter image': drawing('<filter><feImage href="//a.example/a.png"/></filter>') },
  'y:href': {
    'an animated link, xlink': drawing(`<a ${xlink}><animate attributeName="y:href" to="#"/></a>`),
  },
  'image-set': { 'an image set': withStyle('rect { mask: image-set("a.png" 1x) }') },
  '-moz-binding': { 'a binding of a style': drawing('<rect style="-moz-binding:url(#a)"/>') },
  expression: { 'an expression of a style': withStyle('rect { width: expression(alert(1)) }') },
  'xml-stylesheet': { 'an external style sheet': `<?xml-stylesheet href="a.xsl"?>${drawing('')}` },
};

describe.each(Object.entries(activeDrawings))('because of %s', (what, drawings) => {
  test.each(Object.entries(drawings))('an SVG file with %s is rejected', (_, text) => {
    expect(inspectSvg(text)).toEqual({ code: 'svg-active', facts: { what } });
  });
});

test('drawings inside drawings are accepted to a depth of three', () => {
  const nested = (depth: number): string => (depth === 0 ? drawing('') : withImage(nested(depth - 1)));
  expect(inspectSvg(nested(3))).toBeNull();
  expect(inspectSvg(nested(4))).toEqual({ code: 'svg-active', facts: { what: 'href' } });
});

test('the message of a rejected drawing suggests saving the drawing as PDF or PNG', () => {
  for (const text of [script, '<svg>']) {
    const reason = inspectSvg(text);
    expect(reason === null ? '' : reasonMessage(reason).full).toContain('Save the drawing as PDF or PNG');
  }
});

test.each(
  Object.entries({
    'a doctype in lower case': withDoctype('<!entity a "b">', '&a;'),
    'a web page': '<html><body/></html>',
    'a drawing that is cut off': '<svg xmlns="http://www.w3.org/2000/svg"><g>',
    'two drawings': `${drawing('')}${drawing('')}`,
    'the name of a drawing in another language': '<svg xmlns="urn:other"/>',
    'an attribute without quotes': '<svg xmlns=http://www.w3.org/2000/svg></svg>',
    'a drawing in a drawing, 1,001 times': '<svg>'.repeat(1_001) + '</svg>'.repeat(1_001),
    'groups in groups, 32,000 times': drawing('<g>'.repeat(32_000) + '</g>'.repeat(32_000)),
    'nothing but a comment': '<!-- svg -->',
  }),
)('%s is not a drawing', (_, text) => {
  expect(inspectSvg(text)?.code).toBe('svg-not-drawing');
});
