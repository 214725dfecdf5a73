/**
 * @file The messages that clerks read, in ICU MessageFormat. `npm run messages` compiles the catalogs of `en/`, with the
 * types of their keys and arguments.
 */
import { createFormatters, createIntlCache, type IntlConfig } from '@formatjs/intl';
import type { Catalog, ParsedMessage, Tag } from './catalog.ts';
import { messages as english, type MessageArguments } from './compiled/en.ts';

/** The key of a message. */
export type MessageKey = keyof MessageArguments;

/** A key whose message takes no arguments. */
export type PlainMessageKey = {
  [K in MessageKey]: keyof MessageArguments[K] extends never ? K : never;
}[MessageKey];

/** A key whose message has tags for rich text, such as `<b>name</b>`; `<Message>` formats it. */
type RichMessageKey = {
  [K in MessageKey]: Tag extends MessageArguments[K][keyof MessageArguments[K]] ? K : never;
}[MessageKey];

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** The arguments that every message of `K` needs. */
export type ArgumentsOf<K extends MessageKey> = Intersection<MessageArguments[K]>;

/**
 * International English: `14 March`, `a, b and c`. Decimal points and thousands separators are as in American English.
 */
export const locale = 'en-001';

/** A message that cannot be formatted is a defect that types should have prevented; tests must see it. */
function throwError(error: Error): never {
  throw error;
}

/** The configuration from which FormatJS creates an `intl`. */
type Config = Required<Pick<IntlConfig, 'locale' | 'defaultLocale' | 'messages' | 'onError'>>;

function configOf(catalog: Catalog): Config {
  const messages: Record<string, ParsedMessage> = {};
  for (const [key, message] of Object.entries(catalog)) {
    // FormatJS would parse plain texts, but the program contains no parser; a parsed literal needs none.
    messages[key] = typeof message === 'string' ? [{ type: 0, value: message }] : message;
  }
  return { locale, defaultLocale: locale, messages, onError: throwError };
}

let catalog: Catalog = english;
let config = configOf(english);
let isReplaced = false;

/**
 * Creates formats of dates, numbers and lists, each once. Numbers and dates stay English in every locale of the messages. An
 * `intl` of FormatJS would look up its locale first, which takes 20 ms of the window's start.
 */
export const formatters = createFormatters(createIntlCache());

/** Returns the configuration from which the window creates its `intl` for rich text. */
export function intlConfig(): Config {
  return config;
}

/** Adds English messages, also to the `intl` that was created before. Without effect after {@link replaceMessages}. */
export function addMessages(addedCatalog: Catalog): void {
  if (isReplaced) return;
  catalog = { ...catalog, ...addedCatalog };
  Object.assign(config.messages, configOf(addedCatalog).messages);
}

/** Replaces the messages by those of another locale. Must be called before the first message is formatted. */
export function replaceMessages(newCatalog: Catalog): void {
  isReplaced = true;
  catalog = newCatalog;
  config = configOf(newCatalog);
  formats.clear();
}

type MessageFormat = ReturnType<typeof formatters.getMessageFormat>;

/** Message formats by key. FormatJS caches formats, too, but looks them up by the JSON of the whole message. */
const formats = new Map<string, MessageFormat>();

function formatOf(key: string, message: ParsedMessage): MessageFormat {
  const cachedFormat = formats.get(key);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = formatters.getMessageFormat(message, locale, undefined, {
    formatters: formatters,
  });
  formats.set(key, format);
  return format;
}

/** A value that is put into a message. */
type ArgumentValue = string | number | boolean | Date;

/**
 * Returns the text of a message: `t('updates.ready', { version: '1.4.0' })`. Takes arguments only for a message with
 * arguments. Must not be called while a module is loaded, because the locale is chosen later.
 */
export function t<K extends Exclude<MessageKey, RichMessageKey>>(
  key: K,
  ...args: keyof ArgumentsOf<K> extends never ? [] : [values: ArgumentsOf<K>]
): string;
export function t(key: string, values?: Readonly<Record<string, ArgumentValue>>): string {
  const message = catalog[key];
  if (message === undefined) throw new Error(`There is no message ${key}`);
  if (typeof message === 'string') return message;
  const text = formatOf(key, message).format(values);
  return typeof text === 'string' ? text : String(text);
}
