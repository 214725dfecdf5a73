/**
 * @file The messages that clerks read, in ICU MessageFormat. `scripts/generate.ts` compiles the catalogs of `en/`, with
 * the types of their keys and arguments.
 */
import { createFormatters, createIntlCache, type IntlConfig } from '@formatjs/intl';
import {
  type CatalogTexts,
  type CompiledMessage,
  type ParsedMessage,
  parseCatalog,
  type Tag,
} from './catalog.ts';
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

let catalogTexts: CatalogTexts = english;
/** Messages of the catalogs that were needed. */
const messages = new Map<string, CompiledMessage>();
const config: Config = { locale, defaultLocale: locale, messages: {}, onError: throwError };
let isReplaced = false;

/** Parses the catalog of a key. */
function loadCatalogOf(key: string): void {
  const catalogText = catalogTexts[key.slice(0, key.indexOf('.'))];
  if (catalogText === undefined) return;
  for (const [parsedKey, message] of Object.entries(parseCatalog(catalogText))) {
    messages.set(parsedKey, message);
    if (typeof message !== 'string') config.messages[parsedKey] = message;
  }
}

function messageOf(key: string): CompiledMessage {
  if (!messages.has(key)) loadCatalogOf(key);
  const message = messages.get(key);
  if (message === undefined) throw new Error(`There is no message ${key}`);
  return message;
}

/**
 * Creates formats of dates, numbers and lists, each once. Numbers and dates stay English in every locale of the messages. An
 * `intl` of FormatJS would look up its locale first, which takes 20 ms of the window's start.
 */
export const formatters = createFormatters(createIntlCache());

/**
 * Returns the configuration from which the window creates its `intl` for rich text, which contains the message of `key`. It
 * is one object for all messages, so that an `intl` that was created before has them, too.
 */
export function intlConfigWith(key: string): Config {
  messageOf(key);
  return config;
}

/** Adds English messages. Without effect after {@link replaceMessages}. */
export function addMessages(addedTexts: CatalogTexts): void {
  if (!isReplaced) catalogTexts = { ...catalogTexts, ...addedTexts };
}

/** Replaces the messages by those of another locale. Must be called before the first message is formatted. */
export function replaceMessages(newTexts: CatalogTexts): void {
  isReplaced = true;
  catalogTexts = newTexts;
  messages.clear();
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
  const message = messageOf(key);
  if (typeof message === 'string') return message;
  const text = formatOf(key, message).format(values);
  return typeof text === 'string' ? text : String(text);
}
