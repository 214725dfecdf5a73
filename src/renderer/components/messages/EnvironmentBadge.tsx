import { t } from '../../../shared/messages/index.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import styles from './EnvironmentBadge.module.css';

interface EnvironmentBadgeProps {
  readonly environment: Environment;
  readonly size?: 'small' | 'medium';
  /** On the top bar, the colours of the production badge are inverted. */
  readonly onBar?: boolean;
}

/** The badge of an environment: filled with a bank, or outlined with a flask, always with its name. */
export function EnvironmentBadge({ environment, size = 'medium', onBar = false }: EnvironmentBadgeProps) {
  const names = classNames(styles.badge, size === 'small' && styles.small, onBar && styles.onBar);
  return (
    <span className={names} data-part="environment" data-environment={environment}>
      <Icon name={environment === 'production' ? 'bank' : 'flask'} size={size === 'small' ? 'xs' : 'md'} />
      {t(`components.environment.${environment}`)}
    </span>
  );
}
