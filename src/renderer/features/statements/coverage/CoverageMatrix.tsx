import {
  formatCompactNumber,
  formatMonth,
  formatMonthName,
  formatPlainList,
  t,
} from '../../../../shared/messages/index.ts';
import type { Coverage, CoverageCell } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { useServiceNow } from '../../../app/use-service-now.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import { CurrencyTag } from '../../../components/messages/State.tsx';
import statementsStyles from '../Statements.module.css';
import { walletTitle } from '../statement-cells.tsx';
import coverageStyles from './Coverage.module.css';
import { CoverageHeader, moveInMatrix } from './CoverageHeader.tsx';

const looks: Readonly<
  Record<CoverageCell['state'], { readonly icon: IconName | null; readonly look: string }>
> = {
  stored: { icon: 'check', look: 'stored' },
  downloading: { icon: 'down', look: 'asked' },
  ready: { icon: 'clock', look: 'ready' },
  waiting: { icon: 'hourglass', look: 'asked' },
  'e-mailed': { icon: 'hourglass', look: 'asked' },
  expired: { icon: 'ended', look: 'lost' },
  missing: { icon: 'plus', look: 'gap' },
  open: { icon: null, look: 'none' },
};

/** A stored statement that is signed off. */
const reviewedLook = { icon: 'check-circle', look: 'reviewed' } as const;

function lookOf({ state, isDamaged, hasFailed, isReviewed }: CoverageCell) {
  if (state === 'stored' && (isDamaged || hasFailed)) return { icon: 'alert', look: 'lost' } as const;
  return state === 'stored' && isReviewed ? reviewedLook : looks[state];
}

/** Formats milliseconds in the space of about three letters. */
function formatShortTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes < 100) return t('statementCoverage.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t('statementCoverage.hours', { count: hours })
    : t('statementCoverage.days', { count: Math.round(hours / 24) });
}

function cellText(cell: CoverageCell, now: Date): string {
  if (cell.state === 'open') return t('statementCoverage.open');
  if (cell.state === 'stored')
    return cell.transactions === null ? '' : formatCompactNumber(cell.transactions);
  if (cell.state === 'ready' && cell.expiresAt !== null) {
    return formatShortTime(Math.max(0, Date.parse(cell.expiresAt) - now.getTime()));
  }
  return '';
}

/** What the number of a cell is, and what was found out about its file. */
function cellTitle({
  state,
  transactions,
  isDamaged,
  hasFailed,
  isReviewed,
  differs,
}: CoverageCell): string | undefined {
  const facts = [
    ...(state === 'stored' && transactions !== null
      ? [t('statementCoverage.transactions', { count: transactions })]
      : []),
    ...(isDamaged ? [t('libraryErrors.library-item-damaged.title')] : []),
    ...(hasFailed ? [t('statementCoverage.failed')] : []),
    ...(isReviewed ? [t('statementCoverage.signedOff')] : []),
    ...(differs ? [t('statementCompare.again.differs')] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('\n');
}

/** What a cell says to screen readers. */
function cellState(cell: CoverageCell, now: Date): string {
  return formatPlainList([
    `${t(`statementCoverage.state.${cell.state}`)} ${cellText(cell, now)}`.trim(),
    cell.isDamaged ? t('libraryErrors.library-item-damaged.title') : '',
    cell.hasFailed ? t('statementCoverage.failed') : '',
    cell.isReviewed ? t('statementCoverage.signedOff.mark') : '',
    cell.differs ? t('statementCompare.again.mark') : '',
  ]);
}

export const cellKey = (wallet: number, month: string) => `${wallet} ${month}`;

interface MatrixProps {
  readonly coverage: Coverage;
  readonly selected: ReadonlySet<string>;
  /** `isExtending` is true to select all months from the one toggled last. */
  readonly onToggle: (key: string, isExtending: boolean) => void;
  readonly onToggleAll: (keys: readonly string[]) => void;
}

/** Returns true for cells that can be requested. */
function isMissing({ state }: CoverageCell): boolean {
  return state === 'missing' || state === 'expired';
}

function keysWhere(
  { rows, months }: Coverage,
  matches: (cell: CoverageCell) => boolean,
): ReadonlySet<string> {
  const keys = rows.flatMap(({ wallet, cells }) =>
    cells.flatMap((cell, column) => (matches(cell) ? [cellKey(wallet.id, months[column] ?? '')] : [])),
  );
  return new Set(keys);
}

/** Returns the keys of all cells that can be requested. */
export function missingKeysOf(coverage: Coverage): ReadonlySet<string> {
  return keysWhere(coverage, isMissing);
}

/** Returns the keys of the cells between two cells that can be requested, both included; empty when one is not shown. */
export function missingKeysBetween(coverage: Coverage, from: string, to: string): string[] {
  const places = [from, to].map((key) => {
    const [wallet = '', month = ''] = key.split(' ');
    return {
      row: coverage.rows.findIndex((row) => String(row.wallet.id) === wallet),
      column: coverage.months.indexOf(month),
    };
  });
  if (places.some(({ row, column }) => row < 0 || column < 0)) return [];
  const [top, bottom] = [Math.min, Math.max].map((pick) => pick(...places.map(({ row }) => row)));
  const [left, right] = [Math.min, Math.max].map((pick) => pick(...places.map(({ column }) => column)));
  return coverage.rows
    .slice(top, (bottom ?? 0) + 1)
    .flatMap(({ wallet, cells }) =>
      cells.flatMap((cell, column) =>
        isMissing(cell) && column >= (left ?? 0) && column <= (right ?? 0)
          ? [cellKey(wallet.id, coverage.months[column] ?? '')]
          : [],
      ),
    );
}

/** Returns the keys of all cells with a request that the service may still refuse. */
export function pendingKeysOf(coverage: Coverage): ReadonlySet<string> {
  return keysWhere(coverage, ({ isBeingAsked }) => isBeingAsked);
}

/** True for a month that is stored as CSV. */
function hasRows(cell: CoverageCell | undefined): boolean {
  return cell !== undefined && cell.csv !== null;
}

/** Matrix of wallets and months. Arrow keys move between cells and headers. */
export function Matrix({ coverage, selected, onToggle, onToggleAll }: MatrixProps) {
  const now = useServiceNow();
  const missingOfMonth = (column: number) =>
    coverage.rows.flatMap(({ wallet, cells }) => {
      const cell = cells[column];
      return cell !== undefined && isMissing(cell) ? [cellKey(wallet.id, coverage.months[column] ?? '')] : [];
    });
  const missingOfWallet = ({ wallet, cells }: Coverage['rows'][number]) =>
    cells.flatMap((cell, column) =>
      isMissing(cell) ? [cellKey(wallet.id, coverage.months[column] ?? '')] : [],
    );
  return (
    <table className={coverageStyles.matrix} aria-label={t('statementCoverage.label')}>
      <thead>
        <tr>
          <th scope="col" className={coverageStyles.matrixWallets}>
            {t('statementCoverage.wallets', { count: coverage.rows.length })}
          </th>
          {coverage.months.map((month, column) => (
            <th key={month} scope="col" abbr={formatMonth(month)}>
              <CoverageHeader
                position={`-1 ${column}`}
                label={formatMonth(month)}
                className={classNames(coverageStyles.month)}
                missingKeys={missingOfMonth(column)}
                coverage={coverage}
                choice={{ walletIds: new Set(), from: month, till: month }}
                hasStored={coverage.rows.some(({ cells }) => hasRows(cells[column]))}
                onToggleAll={onToggleAll}
              >
                {formatMonthName(month)}
              </CoverageHeader>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {coverage.rows.map(({ wallet, cells }, row) => (
          <tr key={wallet.id}>
            <th scope="row">
              <CoverageHeader
                position={`${row} -1`}
                label={walletTitle(wallet)}
                className={classNames(statementsStyles.matrixWallet)}
                missingKeys={missingOfWallet({ wallet, cells })}
                coverage={coverage}
                choice={{
                  walletIds: new Set([wallet.id]),
                  from: coverage.months[0] ?? '',
                  till: coverage.months.at(-1) ?? '',
                }}
                hasStored={cells.some(hasRows)}
                onToggleAll={onToggleAll}
              >
                {wallet.currency !== null && <CurrencyTag currency={wallet.currency} />}
                {wallet.name !== null && (
                  <bdi className="cut" title={wallet.name}>
                    {wallet.name}
                  </bdi>
                )}
                <span className="id faint">{wallet.id}</span>
              </CoverageHeader>
            </th>
            {cells.map((cell, column) => {
              const month = coverage.months[column] ?? '';
              const { icon, look } = lookOf(cell);
              const key = cellKey(wallet.id, month);
              const isSelected = selected.has(key);
              const onPress = (isExtending: boolean) => {
                if (isMissing(cell)) onToggle(key, isExtending);
                else if (cell.csv !== null || cell.pdf !== null) {
                  navigate('statements', { tab: 'viewer', statementId: cell.csv ?? cell.pdf });
                } else if (cell.state !== 'open') navigate('statements', { tab: 'inbox', statementId: null });
              };
              return (
                <td key={month}>
                  <button
                    type="button"
                    className={classNames(coverageStyles.cell, isSelected && coverageStyles.foc)}
                    data-look={look}
                    data-at={`${row} ${column}`}
                    tabIndex={row === 0 && column === 0 ? 0 : -1}
                    disabled={cell.state === 'open'}
                    aria-pressed={isMissing(cell) ? isSelected : undefined}
                    aria-label={t('statementCoverage.cell', {
                      wallet: walletTitle(wallet),
                      month: formatMonth(month),
                      state: cellState(cell, now),
                    })}
                    title={cellTitle(cell)}
                    onClick={({ shiftKey }) => onPress(shiftKey)}
                    onKeyDown={moveInMatrix}
                  >
                    {icon !== null && <Icon name={icon} size="xs" />}
                    {cell.differs && <Icon name="alert" size="xs" />}
                    <span className="cut">{cellText(cell, now)}</span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Legend() {
  return (
    <div className={coverageStyles.legend} aria-hidden="true">
      {(['stored', 'waiting', 'ready', 'expired', 'missing'] as const).map((state) => {
        const { icon, look } = looks[state];
        return (
          <span key={state}>
            <b className={coverageStyles.cell} data-look={look}>
              {icon !== null && <Icon name={icon} size="xs" />}
            </b>
            {t(`statementCoverage.state.${state}`)}
          </span>
        );
      })}
      <span>
        <b className={coverageStyles.cell} data-look={reviewedLook.look}>
          <Icon name={reviewedLook.icon} size="xs" />
        </b>
        {t('statementCoverage.signedOff')}
      </span>
    </div>
  );
}
