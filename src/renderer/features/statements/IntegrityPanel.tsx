import type { PaydeskError } from '../../../shared/errors.ts';
import type { CheckPoint, CheckResult, DuplicateReferences } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { LinkButton } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { formatPeriod } from '../../components/format-period.ts';
import { Icon } from '../../components/Icon.tsx';
import type { IconName } from '../../components/icons.ts';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Badge } from '../../components/State.tsx';
import { formatAmountText } from './amounts.ts';
import { shownOf, withDuplicateReferences } from './duplicate-references.ts';

const words = statementScreenWords.integrity;
const icons: Readonly<Record<CheckResult, IconName>> = {
  passed: 'check-circle',
  look: 'alert',
  failed: 'problem',
  cannot: 'help',
};

function balanceFacts({ facts, result }: CheckPoint): string {
  const { opening, net = '', closing, currency = '', scale, unread, breaks } = facts;
  if (breaks !== undefined) return words.balanceBreaks(Number(breaks), result === 'failed');
  if (unread !== undefined) return words.aroundUnread(Number(unread));
  const reading = result === 'passed' ? words.balanceReading(facts) : '';
  if (opening === undefined || closing === undefined) return reading;
  const amount = (value: string | number) => formatAmountText(String(value), Number(scale));
  const change = String(net).startsWith('-') ? `− ${amount(net).slice(1)}` : `+ ${amount(net)}`;
  return `${`${amount(opening)} ${change} = ${amount(closing)} ${currency}`.trim()}. ${reading}`.trim();
}

function titleOf(point: CheckPoint): string {
  if (holds(point)) return words.points[point.id];
  return (point.result === 'look' ? words.doubts[point.id] : undefined) ?? words.concerns[point.id];
}

function factsOf(point: CheckPoint): string {
  const { id, facts, result } = point;
  const text = (name: string) => String(facts[name] ?? '');
  const number = (name: string) => Number(facts[name] ?? 0);
  if (facts['format'] === 'pdf') return words.pages;
  switch (id) {
    case 'unchanged':
      return `SHA-256 ${text('sha256').slice(0, 6)}…${text('sha256').slice(-6)}`;
    case 'rows': {
      const odd = number('odd') === 0 ? '' : ` ${words.odd(number('odd'))}`;
      const told =
        facts['announced'] === undefined
          ? words.notAnnounced(number('read'))
          : words.announced(number('announced'), number('read'));
      return `${told}${odd}`;
    }
    case 'dates':
      return result === 'cannot' ? words.noColumn : formatPeriod(text('since'), text('till'));
    case 'amounts':
      if (result === 'cannot') return words.noColumn;
      return number('cells') === 0 ? words.allRead : words.unread(number('cells'), text('columns'));
    case 'balance':
      return result === 'cannot' && facts['opening'] === undefined ? words.noColumn : balanceFacts(point);
    case 'references':
      return result === 'cannot' ? words.noColumn : text('example');
    case 'belongs':
      return result === 'cannot' ? words.noColumn : '';
    case 'encoding':
      return text('encoding').toUpperCase();
    case 'signature':
      return words.noSignature;
    case 'length':
    case 'seals':
      return '';
  }
}

interface IntegrityPanelProps {
  /** `null` while the file is checked, and when it could not be. */
  readonly points: readonly CheckPoint[] | null;
  /** Why it could not be checked. */
  readonly error: PaydeskError | null;
  /** What the other statements of the wallet have in common with this one; `null` while they are compared. */
  readonly duplicateReferences: DuplicateReferences | null;
  readonly onShowRows: (rows: readonly number[]) => void;
  readonly onOpenOther: (found: DuplicateReferences['found'][number]) => void;
}

/** True for a point that is as it should be, or of which nothing can be told. */
function holds({ result }: CheckPoint): boolean {
  return result === 'passed' || result === 'cannot';
}

/** Other statements that are named; the number of all is told by the point itself. */
const maxNamed = 4;

/** What is known of a point's references in other statements. */
function InOthers({
  duplicateReferences,
  onShowRows,
  onOpenOther,
}: Omit<IntegrityPanelProps, 'points' | 'error'>) {
  if (duplicateReferences === null) return <p>{words.comparing}</p>;
  return (
    <>
      {duplicateReferences.found.length === 0 && <p>{words.compared(duplicateReferences.compared)}</p>}
      {duplicateReferences.found.slice(0, maxNamed).map((found) => (
        <p key={found.statementId}>
          {words.alsoIn(found.inQuestion, formatPeriod(found.since, found.till))}
          <span className="check-links">
            <LinkButton small onPress={() => onShowRows(found.rows)}>
              {words.showRows(...shownOf(found))}
            </LinkButton>
            <LinkButton small onPress={() => onOpenOther(found)}>
              {words.openOther}
            </LinkButton>
          </span>
        </p>
      ))}
      {duplicateReferences.left > 0 && <p>{words.left(duplicateReferences.left)}</p>}
    </>
  );
}

/** What all points come to. */
function Verdict({ points }: { readonly points: readonly CheckPoint[] }) {
  const count = points.filter(({ result }) => result === 'look' || result === 'failed').length;
  const failed = points.some(({ result }) => result === 'failed');
  return (
    <Badge
      icon={count === 0 ? 'check-circle' : 'alert'}
      tone={failed ? 'danger' : count > 0 ? 'warning' : 'ok'}
    >
      {count === 0 ? words.good : words.toLookAt(count)}
    </Badge>
  );
}

/** The checklist: what passed, what to look at, and as plainly what cannot be checked. */
export function IntegrityPanel({ points: own, error, duplicateReferences, ...actions }: IntegrityPanelProps) {
  const points = own === null ? null : withDuplicateReferences(own, duplicateReferences);
  return (
    <Panel label={words.title} reachable>
      <PanelSection
        title={
          <span className="integrity-title">
            {words.title}
            <span className="grow" />
            {points !== null && <Verdict points={points} />}
          </span>
        }
      >
        <p className="sm dim">{words.lead}</p>
      </PanelSection>
      <PanelSection grow>
        {error !== null && <ErrorNotice error={error} />}
        {points === null && error === null && <Skeleton rows={8} pieces={2} roomy />}
        <ul className="checks">
          {points?.map((point) => (
            <li key={point.id} className={classNames('check-point', point.result)}>
              <Icon name={icons[point.result]} />
              <b>{titleOf(point)}</b>
              <span className="check-result">{words.results[point.result]}</span>
              <p>
                {factsOf(point)}{' '}
                {point.rows.length > 0 && (
                  <LinkButton small onPress={() => actions.onShowRows(point.rows)}>
                    {words.showRows(...shownOf(point))}
                  </LinkButton>
                )}
              </p>
              {point.id === 'references' && point.result !== 'cannot' && (
                <InOthers duplicateReferences={duplicateReferences} {...actions} />
              )}
            </li>
          ))}
        </ul>
      </PanelSection>
    </Panel>
  );
}
