/**
 * @file Reduces the typeface Inter to the glyphs of plain text and writes the fonts for PDF pages as a module.
 *
 * Usage: node scripts/generate/fonts.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { reduceFont } from './fonts/reduce-font.ts';
import { readWoff2 } from './fonts/woff2.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'src/main/formats/pdf/pages/font-bytes.ts');

async function formatFont(name: string, file: string): Promise<string> {
  const font = reduceFont(readWoff2(await readFile(join(root, 'node_modules/inter-ui/web', file))));
  const text = deflateRawSync(font, { level: constants.Z_BEST_COMPRESSION }).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `export const ${name} =\n  '${lines.join("' +\n  '")}';\n`;
}

/** Returns the module with the fonts: TrueType, deflated, in base64. */
export async function fontModule(): Promise<string> {
  const header =
    '/** @file Written by scripts/generate/fonts.ts from the package inter-ui: TrueType, deflated, in base64. */';
  const regular = await formatFont('regularFontBytes', 'Inter-Regular.woff2');
  const bold = await formatFont('boldFontBytes', 'Inter-SemiBold.woff2');
  return [header, regular, bold].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await fontModule());
