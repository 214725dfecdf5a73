/** @file The fields of the policy's schema, with their descriptions. */
import { z } from 'zod';
import { managedFileSchema } from '../../src/shared/model/session/managed.ts';
import { meanings } from './meanings.ts';

/** The used keywords of JSON Schema. */
const nodeSchema = z.looseObject({
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

type SchemaNode = z.infer<typeof nodeSchema>;

/** A top-level field of the policy: one value in the registry and in a configuration profile. */
export interface PolicyField {
  readonly name: string;
  readonly node: SchemaNode;
  /** Markdown; for an object, one line per property. */
  readonly meaning: string;
}

/** Prefixes of the property names, by the path of a field whose properties are described individually. */
const propertyPrefixes: Readonly<Record<string, string>> = {
  profiles: 'profiles[].',
  'profiles[].options': 'options.',
  inbox: 'inbox.',
  retention: 'retention.',
};

/** Returns all described paths of a field, including `path`. */
function listPaths(path: string, node: SchemaNode): string[] {
  const prefix = propertyPrefixes[path];
  if (prefix === undefined) return [path];
  const { properties = {} } = node.items ?? node;
  const pathPrefix = path === 'profiles[].options' ? `${path}.` : prefix;
  return Object.entries(properties).flatMap(([name, property]) =>
    listPaths(`${pathPrefix}${name}`, property).map((propertyPath) =>
      propertyPath.replace(/^profiles\[\]\.options\./, 'options.'),
    ),
  );
}

const { properties: topLevelNodes = {}, ...root } = nodeSchema.parse(
  z.toJSONSchema(managedFileSchema, { io: 'input' }),
);

/** Returns the top-level fields in order. Throws for a field without a description and a description without a field. */
export function policyFields(): PolicyField[] {
  const unusedPaths = new Set(Object.keys(meanings));
  const fields = Object.entries(topLevelNodes).map(([name, node]) => {
    const paths = listPaths(name, node);
    const lines = paths.map((path) => {
      const meaning = meanings[path];
      if (meaning === undefined) throw new Error(`The field ${path} is not described`);
      unusedPaths.delete(path);
      return paths.length === 1 ? meaning : `\`${path}\`: ${meaning}`;
    });
    return { name, node, meaning: lines.join('\n') };
  });
  if (unusedPaths.size > 0) throw new Error(`There is no field ${[...unusedPaths].join(', ')}`);
  return fields;
}

/** Returns the policy as JSON Schema with descriptions. */
export function jsonSchema(): string {
  const properties = Object.fromEntries(
    policyFields().map(({ name, node, meaning }) => [name, { ...node, description: stripMarkdown(meaning) }]),
  );
  const schemaName = { $id: 'https://paydesk.example/policy.schema.json', title: "Paydesk's policy" };
  return `${JSON.stringify({ ...root, ...schemaName, properties }, null, 2)}\n`;
}

/** Returns the table for docs/operations.md. */
export function markdownTable(): string {
  policyFields();
  const rows = Object.entries(meanings).map(([path, meaning]) => `| \`${path}\` | ${meaning} |`);
  return ['| field | meaning |', '|---|---|', ...rows].join('\n');
}

/** Removes the marks of code and emphasis from Markdown. Asterisks in code stay. */
export function stripMarkdown(markdown: string): string {
  return markdown.replaceAll(
    /`([^`]*)`|\*([^*]+)\*/g,
    (_, code?: string, emphasis?: string) => code ?? emphasis ?? '',
  );
}
