/** @file Small valid documents of every allowed type, each with different bytes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pageObjects, streamOf, writePdf } from './active-pdf.ts';

/** A valid one-page PDF that shows a text, padded to at least `bytes` bytes. */
export function pdf(text: string, bytes = 0): Buffer {
  const content = `BT /F1 18 Tf 72 720 Td (${text.replace(/[\\()]/g, '')}) Tj ET`;
  return writePdf(pageObjects(streamOf(content)), { version: '1.4', minBytes: bytes });
}

const tinyPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A PNG image; the appended text makes its bytes unique. */
export function png(text: string): Buffer {
  return Buffer.concat([Buffer.from(tinyPng, 'base64'), Buffer.from(text)]);
}

const tinyJpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

/** A JPEG image; the appended text makes its bytes unique. */
export function jpeg(text: string): Buffer {
  return Buffer.concat([Buffer.from(tinyJpeg, 'base64'), Buffer.from([0xff, 0xd9]), Buffer.from(text)]);
}

/** An SVG image that shows a text. */
export function svg(text: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="4" y="24">${text}</text></svg>\n`,
  );
}

/** Writes files below a folder and returns their paths in order. */
export async function writeFiles(folder: string, files: Readonly<Record<string, Buffer>>): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}
