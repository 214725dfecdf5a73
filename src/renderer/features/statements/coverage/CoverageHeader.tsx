import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { maxCombinedStatements } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import { ContextMenu, type ContextMenuProps, type MenuEntry } from '../../../components/actions/Menu.tsx';
import { opensContextMenu } from '../../../components/data-grid/keyboard.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { type CombineChoice, chooseStatements } from '../combined/combine-choice.ts';
import { openCombined } from '../combined/open-combined.ts';
import { SavePackDialog } from '../evidence/SavePackDialog.tsx';
import { SignOffDialog } from '../sign-off/SignOffDialog.tsx';
import { findUnsigned, maxSignedTogether, type StatementToSign } from '../sign-off/unsigned-statements.ts';
import styles from './Coverage.module.css';

interface CoverageHeaderProps {
  /** Row and column of the matrix; -1 for headers. */
  readonly position: string;
  /** Name of the month or wallet. */
  readonly label: string;
  readonly className: string;
  readonly missingKeys: readonly string[];
  readonly coverage: Coverage;
  /** The statements of the month or wallet. */
  readonly choice: CombineChoice;
  /** Some of them are stored as CSV. */
  readonly hasStored: boolean;
  readonly onToggleAll: (keys: readonly string[]) => void;
  readonly children: ReactNode;
}

/** The entry that opens the stored statements of a month or wallet as a combined statement. */
function tableEntry({ coverage, choice }: CoverageHeaderProps): MenuEntry {
  const { statementIds, pdfs } = chooseStatements(coverage, choice);
  const count = statementIds.length;
  const hasTooMany = count > maxCombinedStatements;
  const details = [
    ...(hasTooMany ? [t('statementViewer.table.dialog.tooMany', { count: maxCombinedStatements })] : []),
    ...(pdfs > 0 ? [t('statementViewer.table.dialog.pdf', { count: pdfs })] : []),
  ];
  return {
    id: 'table',
    label: t('statementViewer.table.openCount', { count }),
    icon: 'ledger',
    disabled: hasTooMany,
    ...(details.length === 0 ? {} : { detail: details.join(' ') }),
    onAction: () => openCombined(statementIds),
  };
}

/** The entry that signs the stored statements of a month or wallet off; none when all are signed off. */
function signOffEntries(
  { coverage, choice }: CoverageHeaderProps,
  onSignOff: (statements: readonly StatementToSign[]) => void,
): MenuEntry[] {
  const statements = findUnsigned(coverage, choice);
  const count = statements.length;
  if (count === 0) return [];
  const hasTooMany = count > maxSignedTogether;
  return [
    {
      id: 'sign-off',
      label: t('signOff.openCount', { count }),
      icon: 'check-circle',
      disabled: hasTooMany,
      ...(hasTooMany ? { detail: t('signOff.tooMany', { count: maxSignedTogether }) } : {}),
      onAction: () => onSignOff(statements),
    },
  ];
}

/**
 * Header of a month or wallet, reachable with arrow keys. Pressing it selects its missing statements, or opens the menu
 * when none is missing.
 */
export function CoverageHeader(props: CoverageHeaderProps) {
  const { position, label, className, missingKeys, hasStored, onToggleAll, children } = props;
  const [menuPosition, setMenuPosition] = useState<ContextMenuProps['position'] | null>(null);
  const [isSavingPack, setIsSavingPack] = useState(false);
  const [toSign, setToSign] = useState<readonly StatementToSign[] | null>(null);
  const hasMissing = missingKeys.length > 0;
  if (!hasMissing && !hasStored) return <span className={className}>{children}</span>;
  const openMenuBelow = (element: HTMLElement) => {
    const { left, bottom } = element.getBoundingClientRect();
    setMenuPosition({ x: left, y: bottom });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!hasStored || !opensContextMenu(event)) return moveInMatrix(event);
    event.preventDefault();
    openMenuBelow(event.currentTarget);
  };
  const selectMissing: MenuEntry = {
    id: 'missing',
    label: t('statementCoverage.selectMissing', { count: missingKeys.length }),
    onAction: () => onToggleAll(missingKeys),
  };
  const savePack: MenuEntry = {
    id: 'pack',
    label: t('evidence.save.action'),
    icon: 'save',
    onAction: () => setIsSavingPack(true),
  };
  return (
    <>
      <button
        type="button"
        className={classNames(className, styles.holeHead)}
        data-small-target=""
        data-at={position}
        tabIndex={-1}
        aria-haspopup={hasMissing ? undefined : 'menu'}
        onClick={(event) => (hasMissing ? onToggleAll(missingKeys) : openMenuBelow(event.currentTarget))}
        onContextMenu={(event) => {
          if (!hasStored) return;
          event.preventDefault();
          setMenuPosition({ x: event.clientX, y: event.clientY });
        }}
        onKeyDown={onKeyDown}
      >
        {children}
        {hasMissing && (
          <span className="sr">{t('statementCoverage.selectMissingOf', { count: missingKeys.length })}</span>
        )}
      </button>
      {menuPosition !== null && (
        <ContextMenu
          label={label}
          position={menuPosition}
          entries={[
            tableEntry(props),
            ...signOffEntries(props, setToSign),
            savePack,
            ...(hasMissing ? [selectMissing] : []),
          ]}
          onClose={() => setMenuPosition(null)}
        />
      )}
      {toSign !== null && <SignOffDialog statements={toSign} onClose={() => setToSign(null)} />}
      {isSavingPack && (
        <SavePackDialog
          year={Number(props.choice.till.slice(0, 4))}
          initialChoice={props.choice}
          onClose={() => setIsSavingPack(false)}
        />
      )}
    </>
  );
}

/** Moves the focus within the matrix by arrow keys; Enter and Space press the focused button. */
export function moveInMatrix(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const step = steps[event.key];
  const position =
    event.target instanceof HTMLElement ? event.target.dataset['at']?.split(' ').map(Number) : undefined;
  if (step === undefined || position === undefined) return;
  const next = `${(position[0] ?? 0) + step[0]} ${(position[1] ?? 0) + step[1]}`;
  event.preventDefault();
  event.currentTarget.closest('table')?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
}
