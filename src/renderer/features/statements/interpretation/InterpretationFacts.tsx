import type { CommandResult } from '../../../../shared/contract/index.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Opened } from '../../../../shared/model/statements/open-statement.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { linesBeforeMessage } from './interpretation-doubt.ts';

interface InterpretationFactsProps {
  readonly opened: Opened;
  readonly remembered: CommandResult<'viewer.open'>['remembered'];
  readonly onLines: () => void;
}

/** Links to the lines before the header and to the clerk's reading options. */
export function InterpretationFacts({ opened, remembered, onLines }: InterpretationFactsProps) {
  const lines = linesBeforeMessage(opened);
  return (
    <>
      {lines !== null && (
        <LinkButton small onPress={onLines}>
          {lines}
        </LinkButton>
      )}
      {remembered === 'applied' && (
        <span className="sm dim nowrap">{t('statementInterpretation.remembered.applied')}</span>
      )}
    </>
  );
}
