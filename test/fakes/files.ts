/** @file Small valid documents of every allowed type, each with different bytes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A valid one-page PDF that shows a text, padded to at least `bytes` bytes. */
export function pdf(text: string, bytes = 0): Buffer {
  const stream = `BT /F1 18 Tf 72 720 Td (${text.replace(/[\\()]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  if (body.length < bytes) body += `%${'.'.repeat(bytes - body.length - 2)}\n`;
  const xref = body.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
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
