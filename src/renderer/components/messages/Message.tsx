import type { ReactNode } from 'react';
import { createIntl, FormattedMessage, type IntlShape, RawIntlProvider } from 'react-intl';
import type { Tag } from '../../../shared/messages/catalog.ts';
import {
  type ArgumentsOf,
  intlConfigWith,
  type MessageKey,
  type PlainMessageKey,
} from '../../../shared/messages/index.ts';

/** Formats the text between the tags of a message. */
type FormatTag = (chunks: readonly ReactNode[]) => ReactNode;

/** A tag is formatted by a function, and an argument of text can be an element. */
type RichValue<Value> = Tag extends Value ? FormatTag : string extends Value ? ReactNode : Value;

type RichValues<Values> = { readonly [Name in keyof Values]: RichValue<Values[Name]> };

interface MessageProps<Key extends MessageKey> {
  readonly id: Key;
  readonly values: RichValues<ArgumentsOf<Key>>;
}

let windowIntl: IntlShape | null = null;

/** Returns the `intl` of all messages, created with the first one: the start of the window shows none. */
function getIntl(id: string): IntlShape {
  const config = intlConfigWith(id);
  windowIntl ??= createIntl(config);
  return windowIntl;
}

/** A message with elements in it, such as a bold name. Text alone comes from `t`. */
export function Message<Key extends Exclude<MessageKey, PlainMessageKey>>(
  props: MessageProps<Key>,
): ReactNode;
export function Message(props: {
  readonly id: string;
  readonly values: Readonly<Record<string, ReactNode | Date | FormatTag>>;
}) {
  return (
    <RawIntlProvider value={getIntl(props.id)}>
      <FormattedMessage id={props.id} values={props.values} />
    </RawIntlProvider>
  );
}
