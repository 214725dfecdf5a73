/** @file SWIFT texts without headers: every field of a plain splitter is read, and entries are counted and summed. */
import { expect, test } from 'vitest';
import { readSwift } from '../../../../src/main/features/proofs/extraction/swift/swift.ts';
import { rowsOf } from '../../rows-of.ts';
import { contentOf, factsIn, readPop, swift } from './read-pop.ts';

const opening = ':20:S1|:25:ACC|:28C:1/1|:60F:C261013EUR10,00';
const entries = ':61:2610141014C2,50NTRFREF|:86:166?00CREDIT|:61:261014C1,00NMSCNONREF|:86:166?20TEXT';
const statement = `${opening}|${entries}|:62F:C261014EUR13,50`;
const report = ':20:R|:25:ACC|:28C:1/1|:34F:EUR0,|:13D:2610141200+0100|:61:261014D4,NTRFREF|:90D:1EUR4,';
const transfer = ':20:T|:23B:CRED|:32A:261014EUR12,50|:50K:/1|NORD|:59:/2|SKODA|:71A:SHA';

/** What a text is, the text with `|` for line ends, and its facts. */
const texts = `
a statement => ${statement} => transactions=2; amount=EUR 3.50; amountRole=entry-credit; messageType=MT940
a statement without field 86, which may be an MT940 or MT950 => ${opening}|:61:261014C2,50NTRFREF|:62F:C261014EUR12,50|- => transactions=1; amount=EUR 2.50; messageType=
a report of transactions of the day => ${report}|- => transactions=1; amount=EUR 4; amountRole=entry-debit; messageType=MT942
two statements, each before a line - => ${statement}|-|${statement}|- => transactions=4; amount=EUR 7.00; messageType=MT940
two statements without a line between => ${statement}|${statement} => transactions=4; amount=EUR 7.00
statements of ABN AMRO => ABNANL2A|940|ABNANL2A|${statement}|-|ABNANL2A|940|ABNANL2A|${statement}|- => transactions=4; amount=EUR 7.00; messageType=MT940
statements of Rabobank => :940:|${statement}|-|:940:|${statement}|- => transactions=4; amount=EUR 7.00; messageType=MT940
a statement with a line - before its entries => ${opening}|-|${entries}|-|:62F:C261014EUR13,50|- => transactions=2; amount=EUR 3.50; messageType=MT940
two transfers behind a line - => ${transfer}|-|${transfer}|- => transactions=2; amount=EUR 25.00; to=SKODA; messageType=MT103
blocks 4 in a row => {4:|${transfer}|-}|{4:|${transfer}|-} => transactions=2; amount=EUR 25.00; messageType=MT103
a transfer before a message with headers => ${transfer}|-|${swift('103', transfer.replaceAll('|:', ' :')).replaceAll('\r\n', '|')} => transactions=2; amount=EUR 25.00
two lists of transfers with their sums => :20:A|:21:1|:32B:EUR5,|:19:5,|-|:20:B|:21:1|:32B:EUR1,|:19:1,|- => transactions=2; amount=EUR 6
a list of transfers between banks, which repeats field 20 => :19:6,|:30:261014|:20:1|:21:X|:32B:EUR5,|:20:2|:21:Y|:32B:EUR1, => transactions=1; amount=
`;

/** Counts the lines that start with a tag of two digits. */
const countFields = (text: string) => text.match(/^:\d\d[A-Z]?:/gm)?.length ?? 0;

test.each(rowsOf(texts))('the fields and facts of %s are read', async (_, text = '', facts = '') => {
  const pop = text.replaceAll('|', '\r\n');
  const fields = readSwift(pop).flatMap((message) => message.fields);
  expect(fields).toHaveLength(countFields(pop));
  expect(fields.every(({ value }) => !value.includes('ABNANL2A') && !value.endsWith('-'))).toBe(true);
  const lines = pop.split(/\r\n|\n/);
  for (const {
    tag,
    lines: [first],
  } of fields)
    expect(lines[first - 1]).toContain(`:${tag}:`);
  expect(await readPop(pop)).toMatchObject({ kind: 'mt103', notes: [], ...factsIn(facts) });
});

test('free text behind a line - stays in its field, and free text behind other fields is left out', () => {
  const valuesOf = (text: string) => readSwift(text)[0]?.fields.map(({ tag, value }) => [tag, value]);
  expect(valuesOf(':20:A\n:79:FIRST\n-\nSECOND\n:21:B\n-\n$\n')).toEqual([
    ['20', 'A'],
    ['79', 'FIRST\n-\nSECOND'],
    ['21', 'B'],
  ]);
  expect(valuesOf(':20:A\n:32A:261014EUR1,\n-\nEND OF FILE')?.at(-1)).toEqual(['32A', '261014EUR1,']);
});

test('an entry without a type keeps its references', () => {
  const { read } = contentOf(':20:A\n:25:1\n:61:261014D12,50NONREF//B1');
  expect(read).toMatchObject({
    messages: [{ fields: [{}, {}, { meaning: { code: '', reference: 'NONREF', bankReference: 'B1' } }] }],
  });
});

const entryTable = `
a blank before the amount => 2610141014C 12,50NTRFREF => EUR 12.50
a blank before the mark => 261014 D12,50NTRFREF => EUR 12.50
a blank in the type => 261014C12,50N MSCNONREF => EUR 12.50
a blank before the type => 261014C12,50 NTRFREF => EUR 12.50
no type => 261014CR12,50 => EUR 12.50
a reference without a type => 261014D12,50NONREF//B1 => EUR 12.50
a decimal point => 261014D12.50NTRFREF => EUR 12.50
thousands separators => 261014D1.234,50NTRFREF => null
a sign => 261014D-12,50NTRFREF => null
30 February => 260230D12,50NTRFREF => EUR 12.50
`;

test.each(rowsOf(entryTable))('an entry with %s (%s) states %s', async (_, entry = '', amount = '') => {
  const text = `${opening}|:61:${entry}|:62F:C261014EUR13,50|-`.replaceAll('|', '\n');
  expect(await readPop(text)).toMatchObject({ transactions: 1, amount: amount === 'null' ? null : amount });
});
