import { useLayoutEffect, useRef, useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import buttonStyles from '../../../components/actions/Button.module.css';
import { Button } from '../../../components/actions/Button.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import menuStyles from '../../../components/actions/Menu.module.css';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { columnNameOf } from '../interpretation/column-names.ts';
import {
  type ColumnState,
  columnsOfSameSide,
  defaultColumnState,
  shownColumns,
  withMoved,
  withPinned,
  withShown,
} from './state/column-layout.ts';
import styles from './Viewer.module.css';

const minColumnsForSearch = 14;
const maxListed = 200;

interface ColumnsMenuProps {
  readonly columns: readonly StatementColumn[];
  readonly columnState: ColumnState;
  readonly onArrange: (columnState: ColumnState) => void;
}

/** Shows, hides, pins and orders the columns without a mouse. */
export function ColumnsMenu({ columns, columnState, onArrange }: ColumnsMenuProps) {
  const [searchText, setSearchText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const pressedButton = useRef<string | null>(null);
  const shown = shownColumns(columnState);
  // Restores the focus, which a moved row would lose. The last two buttons of a row move the column up and down.
  useLayoutEffect(() => {
    if (pressedButton.current === null) return;
    const [row, direction] = pressedButton.current.split(' ');
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-column="${row}"] button`) ?? []),
    ];
    const moveButton = direction === 'up' ? buttons.at(-2) : buttons.at(-1);
    (moveButton?.disabled === true ? buttons.find((button) => !button.disabled) : moveButton)?.focus();
    pressedButton.current = null;
  });
  const move = (index: number, direction: 'up' | 'down') => {
    pressedButton.current = `${index} ${direction}`;
    onArrange(withMoved(columnState, index, direction === 'up' ? -1 : 1));
  };
  const matchingColumns = columnState.order.filter((index) =>
    columnNameOf(columns[index], index).toLowerCase().includes(searchText.trim().toLowerCase()),
  );
  return (
    <DialogTrigger>
      <Button size="small" icon="columns">
        {t('statementViewer.columns.button', { shown: shown.length, all: columns.length })}
      </Button>
      <Popover
        className={classNames(menuStyles.popover)}
        data-part="popover"
        placement="bottom end"
        offset={4}
        // Above its button, the menu would cover the buttons of the window.
        shouldFlip={false}
      >
        <div className={styles.columnsMenu}>
          <p className="sm dim">{t('statementViewer.columns.lead')}</p>
          {columns.length > minColumnsForSearch && (
            <SearchField
              label={t('statementViewer.columns.find')}
              placeholder={t('statementViewer.columns.find')}
              value={searchText}
              onChange={setSearchText}
            />
          )}
          <ul ref={list} className={styles.columnsList}>
            {matchingColumns.slice(0, maxListed).map((index) => {
              const column = columns[index];
              const name = columnNameOf(column, index);
              const isShown = !columnState.hidden.has(index);
              const isPinned = columnState.pinned.has(index);
              const sameSide = columnsOfSameSide(columnState, index);
              const rule = column?.rule ?? null;
              return (
                <li key={index} data-column={index}>
                  <Checkbox
                    checked={isShown}
                    disabled={isShown && shown.length === 1}
                    onChange={(isChecked) => onArrange(withShown(columnState, index, isChecked))}
                  >
                    {name}
                    {rule !== null && (
                      <span className={styles.columnsRule}>{t(`statementViewer.rule.${rule}`)}</span>
                    )}
                  </Checkbox>
                  <button
                    type="button"
                    className={classNames(
                      buttonStyles.button,
                      buttonStyles.quiet,
                      buttonStyles.tiny,
                      buttonStyles.iconOnly,
                    )}
                    data-part="button"
                    aria-pressed={isPinned}
                    aria-label={t('statementViewer.columns.pin', { column: name })}
                    title={t('statementViewer.columns.pin', { column: name })}
                    onClick={() => onArrange(withPinned(columnState, index, isPinned ? null : 'left'))}
                  >
                    <Icon name="pin" size="sm" />
                  </button>
                  <IconButton
                    icon="chevron-up"
                    size="tiny"
                    label={t('statementViewer.columns.up', { column: name })}
                    disabled={!isShown || sameSide[0] === index}
                    onPress={() => move(index, 'up')}
                  />
                  <IconButton
                    icon="chevron-down"
                    size="tiny"
                    label={t('statementViewer.columns.down', { column: name })}
                    disabled={!isShown || sameSide.at(-1) === index}
                    onPress={() => move(index, 'down')}
                  />
                </li>
              );
            })}
          </ul>
          {matchingColumns.length > maxListed && (
            <p className="sm dim">{t('statementViewer.columns.more')}</p>
          )}
          <div className={styles.columnsActions}>
            <Button size="small" onPress={() => onArrange({ ...columnState, hidden: new Set() })}>
              {t('statementViewer.columns.showAll')}
            </Button>
            <Button
              size="small"
              variant="quiet"
              onPress={() => onArrange({ ...defaultColumnState(columns), reference: columnState.reference })}
            >
              {t('statementViewer.columns.reset')}
            </Button>
          </div>
        </div>
      </Popover>
    </DialogTrigger>
  );
}
