import { classNames } from '../../../components/layout/class-names.ts';
import styles from './Chart.module.css';
import { useChartTheme } from './chart-theme.ts';
import type { TimeFigures } from './figures.ts';
import { legendOf } from './legend-items.ts';

const markClasses = { line: styles.line, box: styles.box, diamond: styles.diamond } as const;

/** What the colours and marks of a chart mean. */
export function Legend({ figures }: { readonly figures: TimeFigures }) {
  const theme = useChartTheme();
  return (
    <ul className={styles.legend}>
      {legendOf(figures).map(({ text, mark, color }) => (
        <li key={text}>
          <span
            className={classNames(styles.mark, markClasses[mark])}
            style={{ background: theme[color] }}
            aria-hidden="true"
          />
          {text}
        </li>
      ))}
    </ul>
  );
}
