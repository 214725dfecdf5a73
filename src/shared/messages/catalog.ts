/** @file The form of compiled messages, and the types of their arguments. */
import type { IntlConfig } from '@formatjs/intl';

/** A message that FormatJS has parsed. */
export type ParsedMessage = Exclude<NonNullable<IntlConfig['messages']>[string], string>;

/** A compiled message: plain text where there is nothing to format. */
type CompiledMessage = string | ParsedMessage;

/** Compiled messages by key. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/** The arguments of a message that takes none. */
export type NoArguments = Readonly<Record<never, never>>;

declare const tag: unique symbol;

/** The argument for a tag in a message, such as `<b>name</b>`; only `<Message>` can format it. */
export interface Tag {
  readonly [tag]: true;
}
