/** @file Detects scripts and attached files in a PDF, without running anything. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import { hasActiveObject } from './pdf-objects.ts';
import { decryptPages } from './pdf-pages.ts';

const maxNames = 50;
/** Maximum length of the name of an attached file, in characters. */
const maxNameLength = 200;

export interface PdfContents {
  /** `unknown` means that no active content was found, but that parts of the PDF could not be inspected. */
  readonly scripts: 'none' | 'found' | 'unknown';
  /** Names of attached files. */
  readonly attachments: readonly string[];
}

const fileSchema = z.object({ filename: z.string() });
const annotationSchema = z.object({ actions: z.unknown().optional(), file: fileSchema.optional() });
const infoSchema = z.object({ EncryptFilterName: z.string().nullable().optional() });

/** Finds scripts and attached files of the pages with pdf.js, one page after the other. */
async function inspectPages(document: PDFDocumentProxy): Promise<{ hasScripts: boolean; files: string[] }> {
  let hasScripts = false;
  const files: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    if ((await page.getJSActions()) !== null) hasScripts = true;
    for (const annotation of z.array(annotationSchema).parse(await page.getAnnotations())) {
      if (annotation.actions instanceof Map && annotation.actions.size > 0) hasScripts = true;
      if (annotation.file !== undefined) files.push(annotation.file.filename);
    }
    page.cleanup();
  }
  return { hasScripts, files };
}

async function isEncrypted(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata();
  return typeof infoSchema.parse(info).EncryptFilterName === 'string';
}

/** Inspects the PDF objects for active content. */
async function inspectObjects(
  document: PDFDocumentProxy,
  bytes: Uint8Array,
): Promise<PdfContents['scripts']> {
  try {
    const readable = (await isEncrypted(document)) ? await decryptPages(document) : bytes;
    return (await hasActiveObject(readable)) ? 'found' : 'none';
  } catch {
    return 'unknown';
  }
}

/** Inspects an opened PDF; `bytes` is the complete file. Never rejects. */
export async function readPdfContents(document: PDFDocumentProxy, bytes: Uint8Array): Promise<PdfContents> {
  const files: string[] = [];
  let scripts: PdfContents['scripts'] = 'none';
  try {
    for (const file of (await document.getAttachments())?.values() ?? [])
      files.push(fileSchema.parse(file).filename);
    const pages = await inspectPages(document);
    files.push(...pages.files);
    const hasScripts = (await document.getJSActions()) !== null || pages.hasScripts;
    scripts = hasScripts || (await document.hasJSActions()) ? 'found' : 'none';
  } catch {
    scripts = 'unknown';
  }
  if (scripts === 'none') scripts = await inspectObjects(document, bytes);
  const names = [...new Set(files)].slice(0, maxNames).map((name) => name.slice(0, maxNameLength));
  return { scripts, attachments: names };
}
