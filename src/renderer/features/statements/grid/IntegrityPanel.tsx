import type { PaydeskError } from '../../../../shared/errors.ts';
import {
  describeCheckFacts,
  describeCheckTitle,
  isFine,
  isUnproven,
} from '../../../../shared/messages/check-points.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import {
  hasNothingToCompare,
  withDuplicateReferences,
} from '../../../../shared/model/statements/duplicate-references.ts';
import type {
  CheckPoint,
  CheckResult,
  DuplicateReferences,
} from '../../../../shared/model/statements/open-statement.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { showRowsLabel } from './state/duplicate-references.ts';
import { OverallBadge, useFoldedChecks } from './state/use-folded-checks.tsx';
import styles from './Viewer.module.css';

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
          <span className="flex gap-3">
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

function overallResult(points: readonly CheckPoint[]) {
  return {
    count: points.filter(({ result }) => result === 'look' || result === 'failed').length,
    failed: points.filter(({ result }) => result === 'failed').length,
    isUnproven: points.some(isUnproven),
  };
}

/** The checks of a statement: a panel when one failed or is to be looked at, otherwise their result beside the title. */
export function useIntegrity(props: IntegrityPanelProps) {
  const { points: statementPoints, error, duplicateReferences } = props;
  const points = statementPoints && withDuplicateReferences(statementPoints, duplicateReferences);
  const hasConcern = error !== null || (points !== null && !points.every(isFine));
  const { isListed, fold, line } = useFoldedChecks(
    t('integrity.title'),
    hasConcern,
    points && overallResult(points),
    error,
  );
  return isListed ? { line: null, panel: <IntegrityPanel {...props} {...fold} /> } : { line, panel: null };
}

/** Checklist of the integrity checks, including the checks that cannot be made. */
export function IntegrityPanel({
  points: statementPoints,
  error,
  duplicateReferences,
  onFold,
  focusesFold = false,
  onClose,
  ...actions
}: IntegrityPanelProps & {
  /** Folds the checks to one line; absent where they stay listed. */
  readonly onFold?: () => void;
  readonly focusesFold?: boolean;
  readonly onClose?: () => void;
}) {
  const points =
    statementPoints === null ? null : withDuplicateReferences(statementPoints, duplicateReferences);
  // Failures come first, in the order of the checks.
  const sortedPoints = points?.toSorted(
    (one, other) => Number(other.result === 'failed') - Number(one.result === 'failed'),
  );
  const shownResult = (point: CheckPoint): CheckResult => {
    if (isUnproven(point)) return 'look';
    return hasNothingToCompare(point, duplicateReferences) ? 'cannot' : point.result;
  };
  return (
    <Panel label={t('integrity.title')} isFocusable {...(onClose === undefined ? {} : { onClose })}>
      <PanelSection
        title={
          <span className="row">
            {t('integrity.title')}
            <span className="grow" />
            {points !== null && <OverallBadge {...overallResult(points)} />}
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
        <ul className="grid gap-3">
          {sortedPoints?.map((point) => (
            <li key={point.id} className={styles.checkPoint} data-result={shownResult(point)}>
              <Icon name={icons[shownResult(point)]} />
              <b>{describeCheckTitle(point)}</b>
              <span className={styles.checkResult}>
                {hasNothingToCompare(point, duplicateReferences)
                  ? t('integrity.references.nothingToCompare')
                  : t(`integrity.result.${isUnproven(point) ? 'notProvable' : point.result}`)}
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
