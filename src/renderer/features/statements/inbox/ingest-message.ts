/** @file Summarizes the outcome of added events in one line. */
import { formatList, t } from '../../../../shared/messages/index.ts';

interface IngestCounts {
  readonly taken: number;
  readonly repeated: number;
  readonly quarantined: number;
}

/** Returns a line such as “2 statements ready and 1 already known”. */
export function ingestMessage({ taken, repeated, quarantined }: IngestCounts): string {
  return formatList([
    ...(taken > 0 ? [t('statements.paste.ready', { count: taken })] : []),
    ...(repeated > 0 ? [t('statements.paste.known', { count: repeated })] : []),
    ...(quarantined > 0 ? [t('statements.paste.needsReview', { count: quarantined })] : []),
  ]);
}
