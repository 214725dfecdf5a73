import { createMonogram } from './order.ts';
import styles from './Profiles.module.css';

/** The monogram of a profile, hidden from screen readers because the name stands next to it. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span className={styles.monogram} data-part="monogram" aria-hidden="true">
      {createMonogram(name)}
    </span>
  );
}
