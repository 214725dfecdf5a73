import type { ReactNode } from 'react';
import type { Environment } from '../../../shared/model/session/environment.ts';
import { EnvironmentBadge } from '../messages/EnvironmentBadge.tsx';
import { classNames } from './class-names.ts';
import styles from './Page.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Content beside the title: subtitle, steps, tabs. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div className={styles.pageHead} data-part="page-head">
      <h1>{title}</h1>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface ToolbarProps {
  readonly children: ReactNode;
  /** 48 px instead of 44. */
  readonly roomy?: boolean;
}

export function Toolbar({ children, roomy = false }: ToolbarProps) {
  return (
    <div className={classNames(styles.toolbar, roomy && styles.toolbarRoomy)} data-part="toolbar">
      {children}
    </div>
  );
}

/** A thin line between groups of a toolbar. */
export function ToolbarLine() {
  return <hr className={styles.toolbarLine} />;
}

/** Moves the following elements to the right end. */
export function Spread() {
  return <span className="grow" />;
}

interface CommitBarProps {
  readonly environment: Environment;
  /** What is changed, and for whom. */
  readonly title: ReactNode;
  /** The target environment, and that the action cannot be undone. */
  readonly children: ReactNode;
  /** Buttons; the last one is the outward action, named with number, object and environment. */
  readonly actions: ReactNode;
}

/** The bar that confirms what is sent to the service. */
export function CommitBar({ environment, title, children, actions }: CommitBarProps) {
  return (
    <section className={styles.commit} data-part="commit">
      <EnvironmentBadge environment={environment} />
      <div className={styles.commitText}>
        <strong className="break-anywhere">{title}</strong>
        <p className={styles.more}>{children}</p>
      </div>
      {actions}
    </section>
  );
}
