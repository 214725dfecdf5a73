import { formatRowState } from '../../../../shared/messages/row-state-texts.ts';
import {
  type RowStateKind,
  type RowStates,
  rowStateKindSchema,
} from '../../../../shared/model/statements/row-states.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import styles from './RowStates.module.css';

/** The icon and tone of each value from 1 on. */
const appearances: Readonly<
  Record<RowStateKind, readonly (readonly [icon: IconName, tone: string | undefined])[]>
> = {
  tick: [['check', styles.success]],
  note: [['pencil', styles.info]],
  agreement: [
    ['proof', styles.success],
    ['alert', styles.danger],
    ['queued', styles.quiet],
    ['help', styles.warning],
    ['ended', styles.danger],
    ['minus', styles.quiet],
  ],
  ledger: [
    ['ledger', styles.success],
    ['help', styles.warning],
  ],
};

/** Width of the icon of a state with its gap, in pixels. */
export const stateIconWidthPx = 20;

/** The states of a row: each an icon with a text for screen readers and as a tooltip. */
export function RowStateIcons({ states }: { readonly states: RowStates }) {
  return rowStateKindSchema.options.map((kind) => {
    const value = states[kind] ?? 0;
    const appearance = appearances[kind][value - 1];
    if (appearance === undefined) return null;
    const [icon, tone] = appearance;
    const text = formatRowState(kind, value);
    return (
      <span key={kind} className={classNames(styles.state, tone)} title={text}>
        <Icon name={icon} size="sm" />
        <span className="sr">{`, ${text}`}</span>
      </span>
    );
  });
}
