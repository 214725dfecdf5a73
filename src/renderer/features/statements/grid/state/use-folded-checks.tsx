import { useState } from 'react';
import type { PaydeskError } from '../../../../../shared/errors.ts';
import { describeError } from '../../../../../shared/messages/error-messages.ts';
import { t } from '../../../../../shared/messages/index.ts';
import { LinkButton } from '../../../../components/actions/Button.tsx';
import { narrowWindowQuery, useMedia } from '../../../../components/layout/media.ts';
import { Skeleton } from '../../../../components/messages/Skeleton.tsx';
import { Badge } from '../../../../components/messages/State.tsx';
import styles from '../Viewer.module.css';

interface OverallResult {
  /** Number of checks, or of statements, that need attention. */
  readonly count: number;
  /** Of these, those that failed. */
  readonly failed: number;
  /** Nothing in the file says of which wallet it is. */
  readonly isUnproven?: boolean;
}

export function OverallBadge({ count, failed, isUnproven = false }: OverallResult) {
  const isFine = count === 0 && !isUnproven;
  const passed = isUnproven ? t('integrity.notProvable') : t('integrity.passed');
  return (
    <Badge icon={isFine ? 'check-circle' : 'alert'} tone={failed > 0 ? 'danger' : isFine ? 'ok' : 'warning'}>
      {failed > 0
        ? t('integrity.failed', { count: failed })
        : count === 0
          ? passed
          : t('integrity.toCheck', { count })}
    </Badge>
  );
}

/**
 * Folds checks to their result beside the title, so that the rows have the whole width, until the clerk chooses something
 * else. They are listed first when `isListedFirst`, where the panel fits beside the rows. `result` is `null` while the checks are made, and if they could not be made
 * because of `error`.
 */
export function useFoldedChecks(
  title: string,
  isListedFirst: boolean,
  result: OverallResult | null,
  error: PaydeskError | null,
) {
  const [isListed, setIsListed] = useState<boolean | null>(null);
  const isNarrow = useMedia(narrowWindowQuery);
  const onFold = () => setIsListed(false);
  return {
    isListed: isListed ?? (isListedFirst && !isNarrow),
    fold: { onFold, focusesFold: isListed !== null, ...(isNarrow ? { onClose: onFold } : {}) },
    line: (
      <aside className={styles.integrityLine} aria-label={title} data-part="integrity-line">
        {result === null && error === null && <Skeleton rows={1} pieces={1} />}
        {result !== null && <OverallBadge {...result} />}
        {error !== null && (
          <Badge icon="alert" tone="danger">
            {describeError(error).title}
          </Badge>
        )}
        <LinkButton small startsFocused={isListed !== null} onPress={() => setIsListed(true)}>
          {t('integrity.show')}
        </LinkButton>
      </aside>
    ),
  };
}
