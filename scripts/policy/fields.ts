/** @file The fields of the policy as its schema has them, with their meanings. */
import { z } from 'zod';
import { managedFileSchema } from '../../src/shared/model/managed.ts';
import { meanings } from './meanings.ts';

/** A schema as JSON Schema writes it, as far as it is looked at. */
export const nodeSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().optional(),
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
});

export type SchemaNode = z.infer<typeof nodeSchema>;

/** A field at the top of the policy: what the registry and a configuration profile have as one value. */
export interface PolicyField {
  readonly name: string;
  readonly node: SchemaNode;
  /** Markdown; of a field with parts, one line for each. */
  readonly meaning: string;
}

/** Fields whose parts are described one by one, with what comes before the name of a part. */
const parted: Readonly<Record<string, string>> = {
  profiles: 'profiles[].',
  'profiles[].options': 'options.',
  inbox: 'inbox.',
};

/** Every described path below a field, `path` included. */
function pathsOf(path: string, node: SchemaNode): string[] {
  const before = parted[path];
  if (before === undefined) return [path];
  const { properties = {} } = node.items ?? node;
  return Object.entries(properties).flatMap(([name, part]) =>
    pathsOf(`${path === 'profiles' || path === 'inbox' ? before : `${path}.`}${name}`, part).map((found) =>
      found.replace(/^profiles\[\]\.options\./, 'options.'),
    ),
  );
}

const { properties: top = {}, ...root } = nodeSchema.parse(
  z.toJSONSchema(managedFileSchema, { io: 'input' }),
);

/** The fields at the top, in order. Throws when a field is not described, or a description has no field. */
export function policyFields(): PolicyField[] {
  const described = new Set(Object.keys(meanings));
  const fields = Object.entries(top).map(([name, node]) => {
    const paths = pathsOf(name, node);
    const lines = paths.map((path) => {
      const meaning = meanings[path];
      if (meaning === undefined) throw new Error(`The field ${path} is not described`);
      described.delete(path);
      return paths.length === 1 ? meaning : `\`${path}\`: ${meaning}`;
    });
    return { name, node, meaning: lines.join('\n') };
  });
  if (described.size > 0) throw new Error(`There is no field ${[...described].join(', ')}`);
  return fields;
}

/** The policy as JSON Schema, with its meanings. */
export function jsonSchema(): string {
  const properties = Object.fromEntries(
    policyFields().map(({ name, node, meaning }) => [name, { ...node, description: plain(meaning) }]),
  );
  const named = { $id: 'https://paydesk.example/policy.schema.json', title: "Paydesk's policy" };
  return `${JSON.stringify({ ...root, ...named, properties }, null, 2)}\n`;
}

/** The table of operations.md. */
export function markdownTable(): string {
  policyFields();
  const rows = Object.entries(meanings).map(([path, meaning]) => `| \`${path}\` | ${meaning} |`);
  return ['| field | meaning |', '|---|---|', ...rows].join('\n');
}

/** Markdown without its marks. */
export function plain(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '');
}
