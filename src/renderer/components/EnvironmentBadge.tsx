import type { Environment } from '../../shared/model/environment.ts';
import { componentWords } from '../../shared/words/components.ts';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

export interface EnvironmentBadgeProps {
  readonly environment: Environment;
  readonly size?: 'small' | 'medium';
  /** On the top bar the production badge is turned inside out. */
  readonly onBar?: boolean;
}

/** Filled and bank, or outlined and flask, and always the word. */
export function EnvironmentBadge({ environment, size = 'medium', onBar = false }: EnvironmentBadgeProps) {
  const names = classNames('env', `env-${environment}`, size === 'small' && 'env-sm', onBar && 'on-bar');
  return (
    <span className={names}>
      <Icon name={environment === 'production' ? 'bank' : 'flask'} size={size === 'small' ? 'xs' : 'md'} />
      {componentWords.environment[environment]}
    </span>
  );
}
