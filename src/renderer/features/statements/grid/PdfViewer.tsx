import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { CheckPoint } from '../../../../shared/model/statements/open-statement.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { useFailures } from '../../../app/failures.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Toolbar } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { PdfDocument } from '../../../components/pdf/PdfDocument.tsx';
import type { PageHit } from '../../../components/pdf/pdf-find.ts';
import { printView } from '../../../components/pdf/print.ts';
import { HeadActions } from '../head-slot.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { ViewerTitle } from './ViewerTitle.tsx';

interface PdfViewerProps {
  readonly statement: Statement;
  /** URL of the file in the window. */
  readonly address: string;
  readonly points: readonly CheckPoint[];
  /** The page and the text that a search found, or `null`. */
  readonly pageHit: PageHit | null;
}

/** A PDF has no rows to show and no references to compare. */
const withoutRows = {
  duplicateReferences: { compared: 0, left: 0, found: [] },
  onShowRows: () => undefined,
  onOpenOther: () => undefined,
};

export function PdfViewer({ statement, address, points, pageHit }: PdfViewerProps) {
  const { attempt } = useFailures();
  const [error, setError] = useState<PaydeskError | null>(null);
  const exportOriginal = async () => {
    setError(null);
    try {
      toastSaved((await call('viewer.export', { action: 'original', statementId: statement.id })).savedAs);
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    }
  };
  return (
    <>
      <HeadActions>
        <Button icon="print" onPress={() => attempt(printView())}>
          {t('statementViewer.print')}
        </Button>
        <Button onPress={() => void exportOriginal()}>{t('statementViewer.exportOriginal')}</Button>
      </HeadActions>
      <Toolbar roomy>
        <ViewerTitle statement={statement} />
      </Toolbar>
      {error !== null && <ErrorNotice error={error} />}
      <Split panel={<IntegrityPanel points={points} error={null} {...withoutRows} />}>
        <PdfDocument url={address} hit={pageHit} />
      </Split>
    </>
  );
}
