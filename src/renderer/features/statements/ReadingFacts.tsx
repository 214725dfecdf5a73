import type { CommandResult } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Opened } from '../../../shared/model/review.ts';
import { LinkButton } from '../../components/Button.tsx';
import { linesBeforeMessage } from './reading-doubt.ts';

interface ReadingFactsProps {
  readonly opened: Opened;
  readonly remembered: CommandResult<'review.open'>['remembered'];
  readonly onLines: () => void;
}

/** Lines before the header, and that a choice of the clerk applies. */
export function ReadingFacts({ opened, remembered, onLines }: ReadingFactsProps) {
  const lines = linesBeforeMessage(opened);
  return (
    <>
      {lines !== null && (
        <LinkButton small onPress={onLines}>
          {lines}
        </LinkButton>
      )}
      {remembered === 'applied' && (
        <span className="sm dim nowrap">{t('statementReading.remembered.applied')}</span>
      )}
    </>
  );
}
