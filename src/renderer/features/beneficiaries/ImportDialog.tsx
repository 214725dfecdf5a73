import { formatNumber, t } from '../../../shared/messages/index.ts';

import { Button, LinkButton } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Sums } from '../../components/Facts.tsx';
import { showMoreLabel, useShowMore } from '../../components/use-show-more.ts';
import type { DialogProps } from './AddDialog.tsx';
import type { ImportResult } from './dialogs.ts';

/** Number of refused lines that are shown at first, and that each "Show more" adds. */
const initialRowCount = 8;
const rowsPerStep = 50;

function RefusedLines({ result }: { readonly result: ImportResult }) {
  const { refused, refusedTotal } = result;
  const showMore = useShowMore(refused, initialRowCount, rowsPerStep);
  return (
    <section className="import-refused">
      <h3>{t('beneficiaries.importDialog.refusedHeading', { refused: refusedTotal })}</h3>
      <p className="sm dim">
        {t('beneficiaries.importDialog.refusedHelp')}
        {refusedTotal > refused.length &&
          ` ${t('beneficiaries.importDialog.refusedMore', { shown: refused.length })}`}
      </p>
      <table className="table framed">
        <thead>
          <tr>
            <th className="right" scope="col">
              {t('beneficiaries.importDialog.line')}
            </th>
            <th scope="col">{t('beneficiaries.importDialog.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {showMore.shown.map(({ line, problem }) => (
            <tr key={line}>
              <td className="right">{formatNumber(line)}</td>
              <td>{problem}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {showMore.hiddenCount > 0 && (
        <LinkButton onPress={showMore.showMore}>
          {showMoreLabel(showMore.nextCount, showMore.hiddenCount)}
        </LinkButton>
      )}
    </section>
  );
}

function dialogTitle({ added, renamed }: ImportResult): string {
  if (added > 0) return t('beneficiaries.importDialog.titleAdded', { count: added });
  if (renamed > 0) return t('beneficiaries.importDialog.titleRenamed', { count: renamed });
  return t('beneficiaries.importDialog.titleNothing');
}

/** The result of an import, with the lines that were not imported. */
export function ImportDialog({ result, open, onClose }: DialogProps & { readonly result: ImportResult }) {
  const { added, renamed, unchanged, refusedTotal } = result;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={dialogTitle(result)}
      actions={
        <Button variant="primary" onPress={onClose} startsFocused>
          {t('beneficiaries.importDialog.done')}
        </Button>
      }
    >
      <Sums
        lines={[
          { term: t('beneficiaries.importDialog.added'), value: formatNumber(added) },
          { term: t('beneficiaries.importDialog.renamed'), value: formatNumber(renamed) },
          { term: t('beneficiaries.importDialog.unchanged'), value: formatNumber(unchanged) },
          { term: t('beneficiaries.importDialog.refused'), value: formatNumber(refusedTotal) },
        ]}
      />
      {refusedTotal > 0 && <RefusedLines result={result} />}
    </Dialog>
  );
}
