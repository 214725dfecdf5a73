import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fontModule } from '../../../../scripts/generate/fonts.ts';
import { root } from '../../layers/imports.ts';

/** Returns the fonts of a module. Their compressed form differs between platforms. */
function listFonts(module: string): string[] {
  return module
    .split('export const')
    .slice(1)
    .map((declaration) => {
      const base64 = [...declaration.matchAll(/^ {2}'([^']+)'/gm)].map(([, line = '']) => line).join('');
      return inflateRawSync(Buffer.from(base64, 'base64')).toString('hex');
    });
}

test('font-bytes.ts is what the fonts of inter-ui are reduced to', async () => {
  const written = listFonts(await readFile(join(root, 'src/main/formats/pdf/pages/font-bytes.ts'), 'utf8'));
  expect(written).toHaveLength(2);
  expect(written).toEqual(listFonts(await fontModule()));
});
