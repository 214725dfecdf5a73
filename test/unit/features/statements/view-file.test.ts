/** @file The file of exported views. */
import { describe, expect, test } from 'vitest';
import { formatViewFile, parseViewFile } from '../../../../src/main/features/statements/views/saved-views.ts';
import { managedFileSchema } from '../../../../src/shared/model/session/managed.ts';
import { type NamedView, namedViewSchema } from '../../../../src/shared/model/statements/saved-view.ts';

const views: readonly NamedView[] = [
  namedViewSchema.parse({
    name: 'Month end',
    walletId: 1001,
    isDefault: true,
    view: { filters: [{ column: { name: 'Payee' }, kind: 'text', text: 'Kärcher' }] },
  }),
  namedViewSchema.parse({ name: 'Fees', view: { mode: 'groups', columns: [{ name: 'Fee', role: 'fee' }] } }),
];

const parse = (text: string) => parseViewFile(new TextEncoder().encode(text));
const codeOf = (text: string) => {
  try {
    parse(text);
    return null;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
  }
};

describe('a file of views', () => {
  test('has the views that were exported', () => {
    expect(parse(formatViewFile(views))).toEqual(views);
    expect(parse(`\ufeff${formatViewFile(views)}`)).toEqual(views);
  });

  test('has the views for the policy of the administrator', () => {
    const { views: statementViews } = JSON.parse(formatViewFile(views));
    expect(managedFileSchema.parse({ version: 1, statementViews }).statementViews).toEqual(views);
  });

  test('of a later version is refused as such', () => {
    expect(codeOf('{"format":"paydesk-views","version":2,"somethingNew":[]}')).toBe('view-file-newer');
  });

  test.each([
    ['no JSON', 'name;filter'],
    ['another kind of file', '{"version":1,"views":[]}'],
    ['no views', '{"format":"paydesk-views","version":1,"views":[]}'],
    ['an unknown field', formatViewFile(views).replace('"isDefault"', '"isDefaultView"')],
    ['an unknown role', formatViewFile(views).replace('"fee"', '"charge"')],
    ['a name without letters', formatViewFile(views).replace('Month end', ' ')],
    ['more bytes than any file of views', formatViewFile(views).padEnd(4 * 1024 * 1024 + 1)],
  ])('with %s is refused', (_, text) => {
    expect(codeOf(text)).toBe('view-file-invalid');
  });
});
