import type { CheckPoint, CheckResult } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { LinkButton } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { formatCalendarDate } from '../../components/format.ts';
import { Icon } from '../../components/Icon.tsx';
import type { IconName } from '../../components/icons.ts';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Badge } from '../../components/State.tsx';
import { formatAmountText } from './amounts.ts';

const words = statementScreenWords.integrity;
const icons: Readonly<Record<CheckResult, IconName>> = {
  passed: 'check-circle',
  look: 'alert',
  failed: 'problem',
  cannot: 'help',
};

function factsOf({ id, facts, result }: CheckPoint): string {
  const text = (name: string) => String(facts[name] ?? '');
  const number = (name: string) => Number(facts[name] ?? 0);
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
      return result === 'cannot'
        ? words.noColumn
        : `${formatCalendarDate(text('since'))} – ${formatCalendarDate(text('till'))}`;
    case 'balance': {
      if (facts['opening'] === undefined) return result === 'cannot' ? words.noColumn : '';
      const amount = (name: string) => formatAmountText(text(name), number('scale'));
      const net = text('net').startsWith('-') ? `− ${amount('net').slice(1)}` : `+ ${amount('net')}`;
      return `${amount('opening')} ${net} = ${amount('closing')} ${text('currency')}`.trim();
    }
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
  readonly points: readonly CheckPoint[];
  readonly onShowRows: (rows: readonly number[]) => void;
}

/** The checklist: what passed, what to look at, and as plainly what cannot be checked. */
export function IntegrityPanel({ points, onShowRows }: IntegrityPanelProps) {
  const count = points.filter(({ result }) => result === 'look' || result === 'failed').length;
  const failed = points.some(({ result }) => result === 'failed');
  return (
    <Panel label={words.title}>
      <PanelSection
        title={
          <span className="integrity-title">
            {words.title}
            <span className="grow" />
            <Badge
              icon={count === 0 ? 'check-circle' : 'alert'}
              tone={failed ? 'danger' : count > 0 ? 'warning' : 'ok'}
            >
              {count === 0 ? words.good : words.toLookAt(count)}
            </Badge>
          </span>
        }
      >
        <p className="sm dim">{words.lead}</p>
      </PanelSection>
      <PanelSection grow>
        <ul className="checks">
          {points.map((point) => (
            <li key={point.id} className={classNames('check-point', point.result)}>
              <Icon name={icons[point.result]} />
              <b>{words.points[point.id]}</b>
              <span className="check-result">{words.results[point.result]}</span>
              <p>
                {factsOf(point)}{' '}
                {point.inQuestion > 0 && (
                  <LinkButton small onPress={() => onShowRows(point.rows)}>
                    {words.showRows(point.inQuestion)}
                  </LinkButton>
                )}
              </p>
            </li>
          ))}
        </ul>
      </PanelSection>
    </Panel>
  );
}
