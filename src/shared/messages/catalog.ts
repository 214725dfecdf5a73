/** @file The form of compiled messages, and the types of their arguments. */
import type { IntlConfig } from '@formatjs/intl';

/** A message that FormatJS has parsed. */
export type ParsedMessage = Exclude<NonNullable<IntlConfig['messages']>[string], string>;

/** A compiled message: plain text where there is nothing to format. */
export type CompiledMessage = string | ParsedMessage;

/** Compiled messages by key. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/**
 * Catalogs as JSON, by the first part of their keys. As objects in a script, all messages would be created when it is
 * loaded; a text is parsed when its first message is needed.
 */
export type CatalogTexts = Readonly<Record<string, string>>;

function isCatalog(value: unknown): value is Catalog {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((message) => typeof message === 'string' || Array.isArray(message))
  );
}

/** Parses a catalog. Throws for a text that is none. */
export function parseCatalog(json: string): Catalog {
  const catalog: unknown = JSON.parse(json);
  if (!isCatalog(catalog)) throw new Error('A text is no catalog of messages');
  return catalog;
}

/** The arguments of a message that takes none. */
export type NoArguments = Readonly<Record<never, never>>;

declare const tag: unique symbol;

/** The argument for a tag in a message, such as `<b>name</b>`; only `<Message>` can format it. */
export interface Tag {
  readonly [tag]: true;
}
