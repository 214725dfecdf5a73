import { useState } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { describeCheckFacts, describeCheckTitle, isFine } from '../../../shared/messages/check-points.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { formatPeriod } from '../../../shared/messages/format-period.ts';
import { t } from '../../../shared/messages/index.ts';
import { hasNothingToCompare, withDuplicateReferences } from '../../../shared/model/duplicate-references.ts';
import type { CheckPoint, CheckResult, DuplicateReferences } from '../../../shared/model/review.ts';
import type { IntegrityView } from '../../../shared/model/settings.ts';
import { useSettings } from '../../app/use-settings.ts';
import { LinkButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { IconName } from '../../components/icons.ts';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Badge } from '../../components/State.tsx';
import { showRowsLabel } from './duplicate-references.ts';
import styles from './Review.module.css';

const icons: Readonly<Record<CheckResult, IconName>> = {
  passed: 'check-circle',
  look: 'alert',
  failed: 'problem',
  cannot: 'help',
};

interface IntegrityPanelProps {
  /** `null` while the file is being checked, and if it could not be checked. */
  readonly points: readonly CheckPoint[] | null;
  /** Error that prevented the check. */
  readonly error: PaydeskError | null;
  /** Duplicate references in other statements of the wallet; `null` while they are being compared. */
  readonly duplicateReferences: DuplicateReferences | null;
  readonly onShowRows: (rows: readonly number[]) => void;
  readonly onOpenOther: (found: DuplicateReferences['found'][number]) => void;
}

/** Maximum number of other statements that are listed; the title of the point contains the total. */
const maxListedStatements = 4;

function noDuplicatesMessage(compared: number): string {
  return compared === 0
    ? t('integrity.references.alone')
    : t('integrity.references.unique', { count: compared });
}

/** Lists the other statements of the wallet that contain references of the statement. */
function ReferencesInOtherStatements({
  duplicateReferences,
  onShowRows,
  onOpenOther,
}: Omit<IntegrityPanelProps, 'points' | 'error'>) {
  if (duplicateReferences === null) return <p>{t('integrity.references.comparing')}</p>;
  return (
    <>
      {duplicateReferences.found.length === 0 &&
        (duplicateReferences.compared > 0 || duplicateReferences.left === 0) && (
          <p>{noDuplicatesMessage(duplicateReferences.compared)}</p>
        )}
      {duplicateReferences.found.slice(0, maxListedStatements).map((found) => (
        <p key={found.statementId}>
          {t('integrity.references.alsoIn', {
            count: found.inQuestion,
            period: formatPeriod(found.since, found.till),
          })}
          <span className={styles.checkLinks}>
            <LinkButton small onPress={() => onShowRows(found.rows)}>
              {showRowsLabel(found)}
            </LinkButton>
            <LinkButton small onPress={() => onOpenOther(found)}>
              {t('integrity.references.open')}
            </LinkButton>
          </span>
        </p>
      ))}
      {duplicateReferences.left > 0 && (
        <p>{t('integrity.references.notCompared', { count: duplicateReferences.left })}</p>
      )}
    </>
  );
}

/** Overall result of all points. */
function OverallResult({ points }: { readonly points: readonly CheckPoint[] }) {
  const count = points.filter(({ result }) => result === 'look' || result === 'failed').length;
  const hasFailed = points.some(({ result }) => result === 'failed');
  return (
    <Badge
      icon={count === 0 ? 'check-circle' : 'alert'}
      tone={hasFailed ? 'danger' : count > 0 ? 'warning' : 'ok'}
    >
      {count === 0 ? t('integrity.passed') : t('integrity.toCheck', { count })}
    </Badge>
  );
}

/** Returns whether the checks are listed: as the clerk chose, otherwise when one failed or is to be looked at. */
function isListed(
  view: IntegrityView,
  points: readonly CheckPoint[] | null,
  error: PaydeskError | null,
): boolean {
  if (view !== 'automatic') return view === 'listed';
  return error !== null || (points !== null && !points.every(isFine));
}

/**
 * Folds the checks of a statement to one line above its rows, so that the rows have the whole width. The choice of the
 * clerk applies to every statement.
 */
export function useIntegrity(props: IntegrityPanelProps) {
  const { settings, change } = useSettings();
  const [isMoved, setIsMoved] = useState(false);
  const { points: statementPoints, error, duplicateReferences } = props;
  const points =
    statementPoints === null ? null : withDuplicateReferences(statementPoints, duplicateReferences);
  const show = (integrityView: IntegrityView) => {
    setIsMoved(true);
    change({ integrityView });
  };
  if (isListed(settings.integrityView, points, error)) {
    return {
      line: null,
      panel: <IntegrityPanel {...props} onFold={() => show('folded')} focusesFold={isMoved} />,
    };
  }
  return {
    line: (
      <aside className={styles.integrityLine} aria-label={t('integrity.title')} data-part="integrity-line">
        <b>{t('integrity.title')}</b>
        {points === null && error === null && <Skeleton rows={1} pieces={1} />}
        {points !== null && <OverallResult points={points} />}
        {error !== null && (
          <Badge icon="alert" tone="danger">
            {describeError(error).title}
          </Badge>
        )}
        <span className="grow" />
        <LinkButton small startsFocused={isMoved} onPress={() => show('listed')}>
          {t('integrity.show')}
        </LinkButton>
      </aside>
    ),
    panel: null,
  };
}

/** Checklist of the integrity checks, including the checks that cannot be made. */
export function IntegrityPanel({
  points: statementPoints,
  error,
  duplicateReferences,
  onFold,
  focusesFold = false,
  ...actions
}: IntegrityPanelProps & {
  /** Folds the checks to one line; absent where they stay listed. */
  readonly onFold?: () => void;
  readonly focusesFold?: boolean;
}) {
  const points =
    statementPoints === null ? null : withDuplicateReferences(statementPoints, duplicateReferences);
  const shownResult = (point: CheckPoint): CheckResult =>
    hasNothingToCompare(point, duplicateReferences) ? 'cannot' : point.result;
  return (
    <Panel label={t('integrity.title')} isFocusable>
      <PanelSection
        title={
          <span className={styles.integrityTitle}>
            {t('integrity.title')}
            <span className="grow" />
            {points !== null && <OverallResult points={points} />}
          </span>
        }
      >
        <p className="sm dim">{t('integrity.lead')}</p>
        {onFold !== undefined && (
          <LinkButton small startsFocused={focusesFold} onPress={onFold}>
            {t('integrity.fold')}
          </LinkButton>
        )}
      </PanelSection>
      <PanelSection grow>
        {error !== null && <ErrorNotice error={error} />}
        {points === null && error === null && <Skeleton rows={8} pieces={2} roomy />}
        <ul className={styles.checks}>
          {points?.map((point) => (
            <li key={point.id} className={styles.checkPoint} data-result={shownResult(point)}>
              <Icon name={icons[shownResult(point)]} />
              <b>{describeCheckTitle(point)}</b>
              <span className={styles.checkResult}>
                {hasNothingToCompare(point, duplicateReferences)
                  ? t('integrity.references.nothingToCompare')
                  : t(`integrity.result.${point.result}`)}
              </span>
              <p>
                {describeCheckFacts(point)}{' '}
                {point.rows.length > 0 && (
                  <LinkButton small onPress={() => actions.onShowRows(point.rows)}>
                    {showRowsLabel(point)}
                  </LinkButton>
                )}
              </p>
              {point.id === 'references' && point.result !== 'cannot' && (
                <ReferencesInOtherStatements duplicateReferences={duplicateReferences} {...actions} />
              )}
            </li>
          ))}
        </ul>
      </PanelSection>
    </Panel>
  );
}
