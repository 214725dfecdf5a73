import { describe, expect, test } from 'vitest';
import { parseCatalogs } from '../../../scripts/generate/messages/compile.ts';
import { parseCatalog } from '../../../src/shared/messages/catalog.ts';
import { type MessageKey, t } from '../../../src/shared/messages/index.ts';

test('a message contains its arguments, and has the plural form and the digit groups of a count', () => {
  expect(t('updates.ready', { version: '1.4.0' })).toBe('Paydesk 1.4.0 is ready to install');
  const texts = [0, 1, 1284].map((count) => t('cancellation.action.documents', { count }));
  expect(texts).toEqual(['Cancel 0 documents', 'Cancel 1 document', 'Cancel 1,284 documents']);
});

test('a call with a missing, unknown or wrong argument or an unknown key does not compile', () => {
  const invalidCalls = [
    // @ts-expect-error the version is missing
    () => t('updates.ready'),
    // @ts-expect-error the message has no argument of this name
    () => t('updates.ready', { version: '1.4.0', count: 2 }),
    // @ts-expect-error the message takes no arguments
    () => t('updates.install', { version: '1.4.0' }),
    // @ts-expect-error a count is a number
    () => t('cancellation.action.documents', { count: 'many' }),
    // @ts-expect-error there is no such message
    () => t('updates.unknown'),
    // @ts-expect-error one of the messages needs a version
    (code: 'install' | 'ready') => t(`updates.${code}`),
    // @ts-expect-error not every message takes the same arguments
    (key: MessageKey) => t(key),
  ];
  expect(invalidCalls).toHaveLength(7);
});

describe('a catalog', () => {
  const argumentTypesOf = (text: string) =>
    Object.fromEntries(
      parseCatalogs(JSON.stringify({ 'a.b': { defaultMessage: text } }))[0]?.messages[0]?.types ?? [],
    );

  test.each([
    ['{name} was added', { name: 'string | number' }],
    ['{count, plural, one {# file} other {# files}} of {name}', { count: 'number', name: 'string | number' }],
    ['{at, date, medium}', { at: 'Date | number' }],
    ['{kind, select, day {a day} month {a month} other {}}', { kind: "'day' | 'month'" }],
    ['{kind, select, day {a day} other {a while}}', { kind: 'string' }],
    ['{isLast, select, true {the last} other {one}}', { isLast: 'boolean' }],
    ['Remove <b>{name}</b>?', { b: 'Tag', name: 'string | number' }],
  ])('derives the argument types of “%s”', (text, types) => {
    expect(argumentTypesOf(text)).toEqual(types);
  });

  test.each([
    ['a key without a first part', '{"title": {"defaultMessage": "Title"}}'],
    [
      'a key twice',
      `{\n  "a.title": {"defaultMessage": "Title"},\n  "a.title": {"defaultMessage": "Other"}\n}`,
    ],
    [
      'a plural without its form for others',
      '{"a.title": {"defaultMessage": "{count, plural, one {# file}}"}}',
    ],
    ['a message that is not closed', '{"a.title": {"defaultMessage": "{count"}}'],
    [
      'an argument that is a text and a boolean',
      '{"a.title": {"defaultMessage": "{a} {a, select, true {x} other {y}}"}}',
    ],
    ['an unknown property', '{"a.title": {"defaultMessage": "Title", "comment": "A heading"}}'],
  ])('with %s is refused', (_, json) => {
    expect(() => parseCatalogs(json)).toThrow();
  });
});

test.each(['null', '[1]', '{"a.title": 1}'])('the text %s is refused as a compiled catalog', (json) => {
  expect(() => parseCatalog(json)).toThrow();
});
