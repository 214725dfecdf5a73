import type { ReactNode } from 'react';
import type { Environment } from '../../shared/model/environment.ts';
import { classNames } from './class-names.ts';
import { EnvironmentBadge } from './EnvironmentBadge.tsx';

export interface PageHeadProps {
  /** The one title of the screen. */
  readonly title: string;
  /** Beside the title: what is shown, steps, tabs. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Title, what is shown, and the actions of a screen. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {children}
      {actions !== undefined && <div className="acts">{actions}</div>}
    </div>
  );
}

export interface ToolbarProps {
  readonly children: ReactNode;
  /** 48 px instead of 44. */
  readonly roomy?: boolean;
  /** The ground of a selection: number of rows and what can be done with them. */
  readonly selected?: boolean;
}

/** Filters or actions above a list. */
export function Toolbar({ children, roomy = false, selected = false }: ToolbarProps) {
  return (
    <div className={classNames('toolbar', roomy && 'toolbar-roomy', selected && 'toolbar-selected')}>
      {children}
    </div>
  );
}

/** A thin line between groups of a toolbar. */
export function ToolbarLine() {
  return <hr className="toolbar-line" />;
}

/** Pushes what follows to the right end. */
export function Spread() {
  return <span className="grow" />;
}

export interface CommitBarProps {
  readonly environment: Environment;
  /** What is changed, and whose. */
  readonly title: ReactNode;
  /** Where it goes, and that it cannot be taken back. */
  readonly children: ReactNode;
  /** Buttons; the last one outward and named with number, object and place. */
  readonly actions: ReactNode;
}

/** The last bar before something leaves the machine. */
export function CommitBar({ environment, title, children, actions }: CommitBarProps) {
  return (
    <section className="commit">
      <EnvironmentBadge environment={environment} />
      <div className="commit-words">
        <strong>{title}</strong>
        <p className="more">{children}</p>
      </div>
      {actions}
    </section>
  );
}
