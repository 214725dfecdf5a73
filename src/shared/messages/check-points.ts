/** @file The points of the integrity checklist in words. */
import type { CheckPoint } from '../model/statements/open-statement.ts';
import { balanceInterpretation } from './balance-interpretation.ts';
import { columnName } from './column-name.ts';
import { formatAmountText } from './format-amounts.ts';
import { formatPeriod } from './format-period.ts';
import { formatPlainList, t } from './index.ts';

/** Returns whether nothing in the file says whose it is, so that it could be the statement of another wallet. */
export function isUnproven({ id, result }: CheckPoint): boolean {
  return id === 'belongs' && result === 'cannot';
}

/** Returns whether a point passed or cannot be checked. */
export function isFine({ result }: Pick<CheckPoint, 'result'>): boolean {
  return result === 'passed' || result === 'cannot';
}

function balanceFacts({ facts, result }: CheckPoint): string {
  const { opening, net = '', closing, currency = '', scale, unread, breaks } = facts;
  if (breaks !== undefined) {
    if (result !== 'failed') return t('integrity.balance.doubt', { count: Number(breaks) });
    const expected = Number(facts['expected'] ?? 0);
    const stated = Number(facts['stated'] ?? 0);
    const asText = (value: number) => `${formatAmountText(String(value), Number(scale))} ${currency}`.trim();
    return [
      t('integrity.balance.breaks', { count: Number(breaks) }),
      t('integrity.balance.firstBreak', {
        expected: asText(expected),
        stated: asText(stated),
        difference: asText(stated - expected),
      }),
    ].join(' ');
  }
  if (unread !== undefined) return t('integrity.balance.unread', { count: Number(unread) });
  const reading = result === 'passed' ? balanceInterpretation(facts) : '';
  if (opening === undefined || closing === undefined) return reading;
  const amount = (value: string | number) => formatAmountText(String(value), Number(scale));
  const change = String(net).startsWith('-') ? `− ${amount(net).slice(1)}` : `+ ${amount(net)}`;
  return `${`${amount(opening)} ${change} = ${amount(closing)} ${currency}`.trim()}. ${reading}`.trim();
}

type Doubt = (typeof doubts)[number];
/** Points whose result `look` means that nothing is certainly wrong: the clerk compares the facts. */
const doubts = ['rows', 'dates', 'belongs', 'balance'] as const;

function isDoubt(id: CheckPoint['id']): id is Doubt {
  return doubts.some((doubt) => doubt === id);
}

/** Says what a point found, such as *The balance adds up*. */
export function describeCheckTitle(point: Pick<CheckPoint, 'id' | 'result'>): string {
  if (isFine(point)) return t(`integrity.point.${point.id}`);
  const { id } = point;
  if (id === 'signature') return t('integrity.point.signature');
  if (point.result === 'look' && isDoubt(id)) return t(`integrity.doubt.${id}`);
  return t(`integrity.concern.${id}`);
}

function amountFacts({ facts, columns = [] }: CheckPoint): string {
  const [cells, undecided] = [Number(facts['cells'] ?? 0), Number(facts['undecided'] ?? 0)];
  if (cells === 0) return t('integrity.amounts.read');
  const names = formatPlainList(columns.map(({ name, index }) => columnName(name, index)));
  return [
    ...(columns.length === 0
      ? []
      : [t('integrity.amounts.unread', { count: cells - undecided, columns: names })]),
    ...(undecided === 0 ? [] : [t('integrity.amounts.undecided', { count: undecided })]),
  ].join(' ');
}

/** Returns the facts behind a point as a sentence; empty without facts. */
export function describeCheckFacts(point: CheckPoint): string {
  const { id, facts, result } = point;
  const textFact = (name: string) => String(facts[name] ?? '');
  const numberFact = (name: string) => Number(facts[name] ?? 0);
  if (facts['format'] === 'pdf') return t('integrity.pages');
  switch (id) {
    case 'unchanged':
      return `SHA-256 ${textFact('sha256').slice(0, 6)}…${textFact('sha256').slice(-6)}`;
    case 'rows': {
      const odd = numberFact('odd') === 0 ? '' : ` ${t('integrity.rows.odd', { count: numberFact('odd') })}`;
      const counts =
        facts['announced'] === undefined
          ? t('integrity.rows.notAnnounced', { read: numberFact('read') })
          : t('integrity.rows.announced', { announced: numberFact('announced'), read: numberFact('read') });
      return `${counts}${odd}`;
    }
    case 'dates':
      return result === 'cannot'
        ? t('integrity.noColumn')
        : formatPeriod(textFact('since'), textFact('till'));
    case 'amounts':
      if (result === 'cannot') return t('integrity.noColumn');
      return amountFacts(point);
    case 'balance':
      return result === 'cannot' && facts['opening'] === undefined
        ? t('integrity.noColumn')
        : balanceFacts(point);
    case 'references':
      return result === 'cannot' ? t('integrity.noColumn') : textFact('example');
    case 'belongs':
      return result === 'cannot' ? t('integrity.belongs.noColumn') : '';
    case 'encoding':
      return textFact('encoding').toUpperCase();
    case 'signature':
      return t('integrity.noSignature');
    case 'length':
    case 'seals':
      return '';
  }
}
