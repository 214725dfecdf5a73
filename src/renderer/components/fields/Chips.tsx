import { type Key, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { formatNumber } from '../../../shared/messages/index.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Chips.module.css';

export interface Chip<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Omitted while it is unknown. */
  readonly count?: number;
  readonly icon?: IconName;
  /** CSS class of the chip; `run` is the tone of work in progress. */
  readonly tone?: 'danger' | 'warning' | 'ok' | 'run';
}

interface ChipsProps<Id extends string> {
  /** What the chips choose, for screen readers. */
  readonly label: string;
  readonly chips: readonly Chip<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** Filter chips: exactly one is on. Arrow keys move, Space chooses. */
export function Chips<Id extends string>({ label, chips, value, onChange }: ChipsProps<Id>) {
  const choose = (keys: Set<Key>) => {
    const chosen = chips.find((chip) => keys.has(chip.id));
    if (chosen !== undefined) onChange(chosen.id);
  };
  return (
    <ToggleButtonGroup
      className="row wrap gap-1 min-w-0"
      data-part="chips"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={choose}
    >
      {chips.map((chip) => (
        <ToggleButton
          key={chip.id}
          id={chip.id}
          className={classNames(styles.chip)}
          data-part="chip"
          data-tone={chip.tone}
        >
          {chip.icon !== undefined && <Icon name={chip.icon} size="sm" />}
          {chip.label}
          {chip.count !== undefined && <span className={styles.n}>{formatNumber(chip.count)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
