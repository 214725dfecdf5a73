import { t } from '../../../shared/messages/index.ts';
import { classNames } from '../../components/layout/class-names.ts';
import styles from './TopBar.module.css';

/** The title bar while no profile is signed in. */
export function BareBar() {
  return (
    <header className={classNames(styles.topbar, styles.bare)} data-part="topbar">
      <Mark />
      <strong>{t('shell.name')}</strong>
    </header>
  );
}

export function Mark() {
  return (
    <div className={styles.mark}>
      <svg viewBox="0 0 22 22" aria-hidden="true" focusable="false">
        <path d="M4 18V5.5A2.5 2.5 0 0 1 6.5 3h6a4.75 4.75 0 0 1 0 9.5H9" />
        <path d="M9 18h9M9 12.5V8" />
      </svg>
    </div>
  );
}
