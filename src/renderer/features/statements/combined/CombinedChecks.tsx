import type { PaydeskError } from '../../../../shared/errors.ts';
import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import type {
  CheckPoint,
  CombinedChecks as Checks,
} from '../../../../shared/model/statements/open-statement.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useFoldedChecks } from '../grid/state/use-folded-checks.tsx';
import type { OpenedStatement } from '../grid/state/viewer-context.ts';
import viewerStyles from '../grid/Viewer.module.css';
import { walletTitle } from '../statement-cells.tsx';

type Succession = Checks['succession'][number];

function isConcern({ result }: Pick<CheckPoint, 'result'>): boolean {
  return result === 'look' || result === 'failed';
}

function concernText({ balances }: Succession, before: Statement): string {
  if (balances === null) return t('statementViewer.table.checks.succession.cannot');
  const { currency, closing, opening, scale } = balances;
  const format = (units: number) => `${formatAmountText(String(units), scale)} ${currency}`.trim();
  return t('statementViewer.table.checks.succession.failed', {
    period: formatPeriod(before.since, before.till),
    closing: format(closing),
    opening: format(opening),
  });
}

interface ConcernProps {
  readonly statement: Statement;
  readonly isFailed: boolean;
  readonly texts: readonly string[];
}

/** A statement that needs attention, with what was found. */
function Concern({ statement, isFailed, texts }: ConcernProps) {
  return (
    <li className={viewerStyles.checkPoint} data-result={isFailed ? 'failed' : 'look'}>
      <Icon name={isFailed ? 'problem' : 'alert'} />
      <b>{`${walletTitle(statement.wallet)}, ${formatPeriod(statement.since, statement.till)}`}</b>
      <p>
        {texts.join('. ')}{' '}
        <LinkButton
          small
          onPress={() => navigate('statements', { tab: 'viewer', statementId: statement.id })}
        >
          {t('statementViewer.table.checks.openStatement')}
        </LinkButton>
      </p>
    </li>
  );
}

/** Finds what needs attention, by statement. */
function listConcerns(checks: Checks, statements: readonly Statement[]): ConcernProps[] {
  return statements.flatMap((statement, index) => {
    const concerns = (checks.statements[index] ?? []).filter(isConcern);
    const successions = checks.succession.filter((found) => found.after === index && isConcern(found));
    if (concerns.length === 0 && successions.length === 0) return [];
    const texts = [
      ...(concerns.length === 0
        ? []
        : [t('statementViewer.table.checks.points', { count: concerns.length })]),
      ...successions.flatMap((found) => {
        const before = statements[found.before];
        return before === undefined ? [] : [concernText(found, before)];
      }),
    ];
    const isFailed = [...concerns, ...successions].some(({ result }) => result === 'failed');
    return [{ statement, isFailed, texts }];
  });
}

interface CombinedChecksProps {
  readonly checks: Checks | null;
  readonly error: PaydeskError | null;
  readonly statements: readonly Statement[];
  readonly onFold: () => void;
  readonly focusesFold: boolean;
  readonly onClose?: () => void;
}

/** The checks of every statement of a table, and of the balances from month to month: a panel, or their result beside the title. */
export function useCombinedChecks({ handle, table }: Pick<OpenedStatement, 'handle' | 'table'>) {
  const { value: checks, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.query', { action: 'checkTable', handle }),
  });
  const statements = (table?.statements ?? []).map(({ statement }) => statement);
  const concerns = checks && listConcerns(checks, statements);
  const result = concerns && {
    count: concerns.length,
    failed: concerns.filter(({ isFailed }) => isFailed).length,
  };
  const title = t('statementViewer.table.checks.title');
  const { isListed, fold, line } = useFoldedChecks(title, true, result, error);
  return isListed
    ? {
        line: null,
        panel: <CombinedChecks checks={checks} error={error} statements={statements} {...fold} />,
      }
    : { line, panel: null };
}

function CombinedChecks({ checks, error, statements, onFold, focusesFold, ...panel }: CombinedChecksProps) {
  const concerns = checks === null ? [] : listConcerns(checks, statements);
  const countSuccession = (result: Succession['result']) =>
    (checks?.succession ?? []).filter((found) => found.result === result).length;
  const continuous = countSuccession('passed');
  const unknown = countSuccession('cannot');
  return (
    <Panel label={t('statementViewer.table.checks.title')} isFocusable {...panel}>
      <PanelSection title={t('statementViewer.table.checks.title')}>
        <p className="sm dim">{t('statementViewer.table.checks.lead')}</p>
        <LinkButton small startsFocused={focusesFold} onPress={onFold}>
          {t('integrity.fold')}
        </LinkButton>
      </PanelSection>
      <PanelSection grow>
        {error !== null && <ErrorNotice error={error} />}
        {checks === null && error === null && <Skeleton rows={6} pieces={2} roomy />}
        {checks !== null && (
          <ul className="grid gap-3">
            {concerns.map((concern) => (
              <Concern key={concern.statement.id} {...concern} />
            ))}
            <li className={viewerStyles.checkPoint} data-result="passed">
              <Icon name="check-circle" />
              <b>
                {t('statementViewer.table.checks.passed', { count: statements.length - concerns.length })}
              </b>
            </li>
            {continuous > 0 && (
              <li className={viewerStyles.checkPoint} data-result="passed">
                <Icon name="check-circle" />
                <b>{t('statementViewer.table.checks.continuous', { count: continuous })}</b>
              </li>
            )}
            {unknown > 0 && (
              <li className={viewerStyles.checkPoint} data-result="cannot">
                <Icon name="help" />
                <b>{t('statementViewer.table.checks.unknown', { count: unknown })}</b>
              </li>
            )}
          </ul>
        )}
      </PanelSection>
    </Panel>
  );
}
