import type { ReactNode } from 'react';
import styles from './Settings.module.css';

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <div className="grow">
          <h2>{title}</h2>
          {lead !== undefined && <p className="dim">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
