/** @file Reduces the typeface Inter to the glyphs of plain text, for PDF pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { reduceFont } from './fonts/reduce-font.ts';
import { readWoff2 } from './fonts/woff2.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function formatFont(name: string, file: string): Promise<string> {
  const font = reduceFont(readWoff2(await readFile(join(root, 'node_modules/inter-ui/web', file))));
  const bytes = deflateRawSync(font, { level: constants.Z_BEST_COMPRESSION }).toString('base64');
  return `export const ${name} = '${bytes}';\n`;
}

/** Returns the module with the fonts: TrueType, deflated, in base64. */
export async function reduceFonts(): Promise<string> {
  const regular = await formatFont('regularFontBytes', 'Inter-Regular.woff2');
  return `${regular}${await formatFont('boldFontBytes', 'Inter-SemiBold.woff2')}`;
}
