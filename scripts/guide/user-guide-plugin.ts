/** @file The module `virtual:user-guide`: the chapters of the user guide, and the built pictures that it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { listPictures, parseGuide } from './parse-guide.ts';

const moduleName = 'virtual:user-guide';
const resolvedName = `\0${moduleName}`;

/** The width and the height of a PNG file, from its first chunk. */
function pictureSize(file: string): { readonly width: number; readonly height: number } {
  const content = readFileSync(file);
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** Makes the user guide below `docs` of the project available to the window. */
export function userGuide(docs: string): Plugin {
  return {
    name: 'user-guide',
    resolveId: (id) => (id === moduleName ? resolvedName : null),
    load(id) {
      if (id !== resolvedName) return null;
      const guideFile = join(docs, 'guide', 'README.md');
      this.addWatchFile(guideFile);
      const chapters = parseGuide(readFileSync(guideFile, 'utf8'));
      const pictures = listPictures(chapters).map((name) => ({ name, file: join(docs, 'images', name) }));
      const entries = pictures.map(
        ({ name, file }, index) =>
          `${JSON.stringify(name)}: { url: picture${index}, ...${JSON.stringify(pictureSize(file))} }`,
      );
      return [
        ...pictures.map(({ file }, index) => `import picture${index} from ${JSON.stringify(file)};`),
        `export const chapters = ${JSON.stringify(chapters)};`,
        `export const pictures = { ${entries.join(', ')} };`,
      ].join('\n');
    },
  };
}
