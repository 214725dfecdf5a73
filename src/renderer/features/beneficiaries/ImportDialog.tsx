import { formatNumber, t } from '../../../shared/messages/index.ts';

import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import tableScrollStyles from '../../components/layout/TableScroll.module.css';
import { showMoreLabel, useShowMore } from '../../components/layout/use-show-more.ts';
import type { DialogProps } from './AddDialog.tsx';
import styles from './Beneficiaries.module.css';
import type { ImportResult } from './dialogs.ts';
import { describeImport } from './import-result.ts';

/** Number of refused lines that are shown at first, and that each "Show more" adds. */
const initialRowCount = 8;
const rowsPerStep = 50;

function RefusedLines({ result }: { readonly result: ImportResult }) {
  const { refused, refusedTotal } = result;
  const showMore = useShowMore(refused, initialRowCount, rowsPerStep);
  return (
    <section className={styles.importRefused}>
      <p className="sm dim">
        {t('beneficiaries.importDialog.refusedHelp')}
        {refusedTotal > refused.length &&
          ` ${t('beneficiaries.importDialog.refusedMore', { shown: refused.length })}`}
      </p>
      <table className={classNames(tableScrollStyles.table, tableScrollStyles.framed)} data-part="table">
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

/** The lines of an import that were refused, and what was imported. */
export function ImportDialog({ result, open, onClose }: DialogProps & { readonly result: ImportResult }) {
  const parts = describeImport(result);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.importDialog.refusedHeading', { refused: result.refusedTotal })}
      lead={
        parts === ''
          ? t('beneficiaries.importDialog.nothing')
          : t('beneficiaries.importDialog.imported', { parts })
      }
      actions={
        <Button variant="primary" onPress={onClose} startsFocused>
          {t('beneficiaries.importDialog.done')}
        </Button>
      }
    >
      <RefusedLines result={result} />
    </Dialog>
  );
}
