import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../../src/main/features/proofs/extraction/read-answer.ts';
import { pdfWith, streamOf } from '../../../fakes/files/active-pdf.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';

async function readPdf(bytes: Uint8Array) {
  const pop = Buffer.from(bytes).toString('base64');
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop, type: 'PDF' })));
  if (reading === null) throw new Error('The answer was not read');
  return reading;
}

const linkAnnotation = (action: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>]`;
const formField = (entries: string) => ({
  catalog: '/AcroForm << /Fields [6 0 R] >>',
  page: '/Annots [6 0 R]',
  objects: [`<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /Rect [0 0 9 9] /P 3 0 R ${entries} >>`],
});
const scriptAction = '/S /JavaScript /JS (app.alert\\(1\\))';

/** A PDF with compressed objects, whose bytes do not reveal the script. */
async function packedScript(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.addJavaScript('greet', 'app.alert(1)');
  return document.save({ useObjectStreams: true });
}

async function packedLaunch(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  const action = document.context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') });
  document.catalog.set(PDFName.of('OpenAction'), document.context.register(action));
  return document.save({ useObjectStreams: true });
}

describe('scripts of a PDF', () => {
  test.each([
    ['a script that runs on opening', pdfWith({ catalog: `/OpenAction << ${scriptAction} >>` })],
    [
      'a script name',
      pdfWith({ catalog: `/Names << /JavaScript << /Names [(a) << ${scriptAction} >>] >> >>` }),
    ],
    ['a script that runs on printing', pdfWith({ catalog: `/AA << /WP << ${scriptAction} >> >>` })],
    ['a script of a page', pdfWith({ page: `/AA << /O << ${scriptAction} >> >>` })],
    ['a script of a form field', pdfWith(formField(`/AA << /K << ${scriptAction} >> >>`))],
    [
      'a script in a stream',
      pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS 6 0 R >>', objects: [streamOf('app.alert(1)')] }),
    ],
    [
      'a script after another action',
      pdfWith({ page: linkAnnotation(`/S /GoTo /D [3 0 R /Fit] /Next << ${scriptAction} >>`) }),
    ],
    ['a link that runs a script', pdfWith({ page: linkAnnotation(scriptAction) })],
    ['a script with an escaped name', pdfWith({ page: linkAnnotation('/S /Java#53cript /JS (x\\(\\))') })],
    ['a link that starts a program', pdfWith({ page: linkAnnotation('/S /Launch /F (calc.exe)') })],
    ['a program that starts on opening', pdfWith({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' })],
    ['a field that submits', pdfWith(formField('/A << /S /SubmitForm /F (https://forms.example/) >>'))],
    ['a video player', pdfWith({ page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' })],
    [
      'a script of an XML form',
      pdfWith({
        catalog: '/AcroForm << /Fields [] /XFA [(template) 6 0 R] >>',
        objects: [streamOf('<template><event><script>xfa.host.beep()</script></event></template>')],
      }),
    ],
    [
      'a link to a program, with an owner password',
      encryptedPdf('Ansicht', '', linkAnnotation('/S /Launch')),
    ],
  ])('%s is reported', async (_, bytes) => {
    expect((await readPdf(bytes)).notes).toContain('active-content');
  });

  test('a script or a program launch among compressed objects is reported', async () => {
    expect((await readPdf(await packedScript())).notes).toContain('active-content');
    expect((await readPdf(await packedLaunch())).notes).toContain('active-content');
  });

  test.each([
    ['an initial page', pdfWith({ catalog: '/OpenAction [3 0 R /Fit]' })],
    ['an initial page as an action', pdfWith({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
    ['a link to a web page', pdfWith({ page: linkAnnotation('/S /URI /URI (https://example.com/)') })],
    ['a link to another page', pdfWith({ page: linkAnnotation('/S /GoTo /D [3 0 R /Fit]') })],
    ['a script without code', pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS () >>' })],
    ['an unreferenced script', pdfWith({ objects: [`<< ${scriptAction} >>`] })],
    ['text about scripts', pdfWith({ content: 'BT /F1 9 Tf (/JavaScript /JS /Launch /AA) Tj ET' })],
    [
      'an XML form without scripts',
      pdfWith({
        catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
        objects: [streamOf('<template><field name="description"/></template>')],
      }),
    ],
    ['only an owner password', encryptedPdf('Ansicht', '')],
  ])('%s is not reported as a script', async (_, bytes) => {
    const { notes } = await readPdf(bytes);
    expect(notes).not.toContain('active-content');
    expect(notes).not.toContain('scripts-unknown');
  });

  test('an image whose bytes happen to contain script names is not reported as a script', async () => {
    const imageBytes = `${'\x01\x7f/JS\xff/AA /Launch\x00/OpenAction '.repeat(500)}endobj`;
    const document = pdfWith({
      page: '/Rotate 0',
      objects: [streamOf(imageBytes, '/Type /XObject /Subtype /Image /Width 9 /Height 9')],
    });
    expect((await readPdf(document)).notes).not.toContain('active-content');
  });

  test.each([
    ['is damaged', streamOf('neither packed nor text', '/Filter /FlateDecode')],
    ['uses a rare filter', streamOf('3C7363726970743E>', '/Filter /ASCIIHexDecode')],
    ['has two filters', streamOf('3C7363726970743E>', '/Filter [/ASCIIHexDecode /FlateDecode]')],
    ['exceeds the inspected size', streamOf(`${' '.repeat(17 * 1024 * 1024)}<script>`)],
  ])('an XML form that %s is reported as unchecked', async (_, form) => {
    const { notes } = await readPdf(
      pdfWith({ catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>', objects: [form] }),
    );
    expect(notes).toContain('scripts-unknown');
    expect(notes).not.toContain('active-content');
  });

  test('a PDF that needs a password is reported as encrypted', async () => {
    const { notes, attachments } = await readPdf(
      encryptedPdf('secret', 'password', linkAnnotation('/S /Launch')),
    );
    expect(notes).toEqual(['pdf-encrypted', 'text-not-searchable']);
    expect(attachments).toEqual([]);
  });
});

describe('files attached to a PDF', () => {
  test('the XML of an electronic invoice is listed and not reported as a script', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    await document.attach(Buffer.from('<rsm:CrossIndustryInvoice/>'), 'factur-x.xml', {
      mimeType: 'text/xml',
    });
    const { notes, attachments } = await readPdf(await document.save());
    expect(attachments).toEqual(['factur-x.xml']);
    expect(notes).toEqual(['text-not-searchable']);
  });

  test('files attached to a page are listed too, each name once and without folders', async () => {
    const file = '<< /Type /Filespec /F (C:\\\\scans\\\\receipt.txt) /EF << /F 7 0 R >> >>';
    const pin = '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 6 0 R >>';
    const document = pdfWith({
      page: `/Annots [${pin} ${pin}]`,
      objects: [file, streamOf('paid', '/Type /EmbeddedFile')],
    });
    const { notes, attachments } = await readPdf(document);
    expect(attachments).toEqual(['receipt.txt']);
    expect(notes).not.toContain('active-content');
  });
});
