/**
 * @file Reduces the typeface Inter to the glyphs of plain text and writes the fonts for PDF pages as a module. Lists the files
 * of Noto Sans that have the glyphs of Chinese, Japanese and Korean characters as another module.
 *
 * Usage: node scripts/fonts.ts
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { readCharacterMap, reduceFont } from '../src/main/pdf-pages/reduce-font.ts';
import { readWoff2, requireTable, type Woff2Font } from '../src/main/pdf-pages/woff2.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const targetOf = (name: string) => join(root, 'src', 'main', 'pdf-pages', name);

const readFont = async (path: string) => readWoff2(await readFile(join(root, 'node_modules', path)));

const readInter = (file: string) => readFont(`inter-ui/web/${file}`);

function formatConstant(name: string, bytes: Buffer): string {
  const text = deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION }).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `export const ${name} =\n  '${lines.join("' +\n  '")}';\n`;
}

/** Returns the module with the fonts: TrueType, deflated, in base64. */
export async function fontModule(): Promise<string> {
  const header =
    '/** @file Written by scripts/fonts.ts from the package inter-ui: TrueType, deflated, in base64. */';
  const regular = formatConstant('regularFontBytes', reduceFont(await readInter('Inter-Regular.woff2')));
  const bold = formatConstant('boldFontBytes', reduceFont(await readInter('Inter-SemiBold.woff2')));
  return [header, regular, bold].join('\n');
}

/** Packages in the order in which a character is looked for: the forms of Han characters differ between them. */
const slicedPackages = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const;

/**
 * Scripts whose characters are set one after the other from left to right, each with one glyph. The slices also have letters of
 * other scripts.
 */
const settable =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Latin}\p{Script=Common}]$/u;
const unsettable = /^[\p{M}\p{C}\p{Zl}\p{Zp}]$/u;

const characterMapOf = (font: Woff2Font) => readCharacterMap(requireTable(font.tables, 'cmap'));

/** Paths of the slices of a package in regular weight, by their numbers. */
async function listSlices(name: string): Promise<string[]> {
  const folder = `@fontsource/${name}/files`;
  const files = await readdir(join(root, 'node_modules', folder));
  const numberOf = (file: string) => Number(/-(\d+)-400-normal\.woff2$/.exec(file)?.[1] ?? Number.NaN);
  return files
    .filter((file) => Number.isInteger(numberOf(file)))
    .toSorted((first, second) => numberOf(first) - numberOf(second))
    .map((file) => `${folder}/${file}`);
}

/** Returns the module with the slices of the characters that Inter lacks. */
export async function sliceModule(): Promise<string> {
  const inter = characterMapOf(await readInter('Inter-Regular.woff2'));
  const paths = (await Promise.all(slicedPackages.map(listSlices))).flat();
  const positions = new Map<number, number>();
  const used: string[] = [];
  for (const path of paths) {
    const found = [...characterMapOf(await readFont(path)).keys()].filter((codePoint) => {
      const character = String.fromCodePoint(codePoint);
      const isNew = !inter.has(codePoint) && !positions.has(codePoint);
      return isNew && settable.test(character) && !unsettable.test(character);
    });
    if (found.length === 0) continue;
    used.push(path);
    for (const codePoint of found) positions.set(codePoint, used.length);
  }
  const table = Buffer.alloc((Math.max(...positions.keys()) + 1) * 2);
  for (const [codePoint, position] of positions) table.writeUInt16LE(position, codePoint * 2);
  return [
    '/** @file Written by scripts/fonts.ts from the packages of Noto Sans: files with glyphs, and the file of each character. */',
    `export const sliceFiles = [\n${used.map((path) => `  '${path}',\n`).join('')}] as const;\n`,
    '/** Positions in the list plus one, two bytes for each code point: deflated, in base64. */',
    formatConstant('slicesOfCodePoints', table),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(targetOf('font-bytes.ts'), await fontModule());
  await writeFile(targetOf('cjk-slices.ts'), await sliceModule());
}
