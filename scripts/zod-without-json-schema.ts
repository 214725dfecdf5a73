/** @file Leaves the export of schemas to JSON Schema, which Paydesk does not use, out of the window's bundle. */
import type { Plugin } from 'vite';

const schemasFile = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/** Each schema of zod refers to the function that exports it, so that no bundler can leave those functions out. */
const exports = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^ *toJSONSchema\(params\) \{\n.*\n *\},$/gm,
  /^ *jsonSchema: \{\n.*\n.*\n *\},$/gm,
];

/** Removes the references from the schemas of zod to their export as JSON Schema. */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!schemasFile.test(id.split('?')[0] ?? '')) return null;
      const shortened = exports.reduce((text, pattern) => {
        if (text.search(pattern) < 0) this.error(`${pattern} matches nothing in zod's schemas`);
        return text.replaceAll(pattern, '');
      }, code);
      return { code: shortened, map: null };
    },
  };
}
