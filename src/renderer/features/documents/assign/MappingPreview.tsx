import { useState } from 'react';
import type { MappingRule } from '../../../../shared/contract/mapping.ts';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { MappingRow } from '../../../../shared/model/documents/mapping.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Chips } from '../../../components/fields/Chips.tsx';
import { FileName } from '../../../components/files/FileName.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { type QueryResult, useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { toastAssignmentChange } from '../list/undo-toasts.ts';
import foldersStyles from './Folders.module.css';
import styles from './Mapping.module.css';
import {
  type Additions,
  type MappingPlan,
  type OutcomeChip,
  outcomeChips,
  type Preview,
  planOf,
  reasonOfRow,
} from './mapping-preview.ts';
import { NewRecipients } from './NewRecipients.tsx';
import { useAssignmentRevision } from './use-assignment-revision.ts';

function RowBeneficiary({ row }: { readonly row: MappingRow }) {
  const reason = reasonOfRow(row);
  const [recipientId] = row.recipientIds;
  return (
    <span className={styles.text}>
      {row.beneficiary !== null && <bdi className="cut">{row.beneficiary.label}</bdi>}
      {reason !== null && <span className="dim">{reason}</span>}
      {recipientId !== undefined && (row.line !== null || row.outcome !== 'ambiguous') && (
        <bdi className={classNames(styles.more, 'id cut')} title={recipientId}>
          {recipientId}
        </bdi>
      )}
    </span>
  );
}

/** The first page of the rows of a preview, and the number of further rows. */
function MappingRows({ rows, total }: { readonly rows: readonly MappingRow[]; readonly total: number }) {
  if (rows.length === 0)
    return <p className={classNames(foldersStyles.foldersNone, 'dim')}>{t('documentsMapping.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.mapped} aria-label={t('documentsMapping.rows')} tabIndex={0}>
      <ul>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID, and their order never changes within a page
          <li key={index}>
            <span className={styles.text}>
              <FileName name={row.file === '' ? '…' : row.file} />
              <span className={styles.more}>
                {formatPlainList([
                  row.line === null ? '' : t('documentsMapping.line', { number: row.line }),
                  row.folder,
                ])}
              </span>
            </span>
            <RowBeneficiary row={row} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className={classNames(styles.mappedMore, 'dim')}>
          {t('documentsMapping.moreRows', { count: total - rows.length })}
        </p>
      )}
    </section>
  );
}

const pageLength = 100;

/** A previewed rule with the clerk's choices. */
interface Mapping {
  readonly preview: QueryResult<Preview>;
  readonly plan: MappingPlan | null;
  readonly onlyOpen: boolean;
  readonly chip: OutcomeChip;
  readonly additions: Additions;
  readonly busy: boolean;
  readonly error: PaydeskError | null;
  readonly setOnlyOpen: (onlyOpen: boolean) => void;
  readonly setChip: (chip: OutcomeChip) => void;
  readonly setAdditions: (additions: Additions) => void;
  /** Applies the rule and closes the dialog; on failure it stays open and shows the error. */
  readonly apply: () => Promise<void>;
}

const emptyPreview: Preview = {
  counts: {},
  documents: 0,
  beneficiaries: 0,
  left: 0,
  newRecipients: [],
  newRecipientsTotal: 0,
  page: { total: 0, rows: [] },
};

/**
 * Previews a rule and repeats the preview after every change of the rule, the batch or the address book. Without a
 * rule (`null`) the preview is empty.
 */
export function useMapping(batchId: number, rule: MappingRule | null, onDone: () => void): Mapping {
  const [onlyOpen, setOnlyOpen] = useState(true);
  const [chip, setChip] = useState<OutcomeChip>('all');
  const [additions, setAdditions] = useState<Additions>(new Map());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const preview = useQuery<Preview>({
    queryKey: JSON.stringify([batchId, rule, onlyOpen, chip]),
    revision: useAssignmentRevision(batchId),
    keepsPrevious: true,
    load: async () =>
      rule === null
        ? emptyPreview
        : call('documents.mapping', {
            action: 'preview',
            batchId,
            rule,
            onlyOpen,
            outcomes: chip === 'all' ? [] : [chip],
            offset: 0,
            limit: pageLength,
          }),
  });
  const plan = rule === null || preview.value === null ? null : planOf(preview.value, additions);
  return {
    preview,
    plan,
    onlyOpen,
    chip,
    additions,
    busy,
    error,
    setOnlyOpen,
    setChip,
    setAdditions,
    async apply() {
      if (rule === null || plan === null || busy || plan.documents === 0 || plan.hasInvalidName) return;
      setBusy(true);
      setError(null);
      try {
        const { changed, beneficiaries } = await call('documents.mapping', {
          action: 'apply',
          batchId,
          rule,
          onlyOpen,
          add: plan.add,
        });
        toastAssignmentChange(
          batchId,
          t('documentsMapping.done', { count: changed, beneficiaries }),
          changed,
        );
        onDone();
      } catch (thrown) {
        setError(toPaydeskError(thrown));
      } finally {
        setBusy(false);
      }
    },
  };
}

export function MappingPreview({ mapping }: { readonly mapping: Mapping }) {
  const { preview, plan, chip, onlyOpen, busy } = mapping;
  const { value } = preview;
  return (
    <>
      <div className={styles.head}>
        {value !== null && (
          <Chips
            label={t('documentsMapping.chips')}
            chips={outcomeChips(value, chip)}
            value={chip}
            onChange={mapping.setChip}
          />
        )}
      </div>
      {value === null && preview.error === null && <Skeleton rows={5} pieces={2} />}
      {preview.error !== null && <ErrorNotice error={preview.error} />}
      {value !== null && <MappingRows rows={value.page.rows} total={value.page.total} />}
      {value !== null && (
        <NewRecipients
          numbers={value}
          additions={mapping.additions}
          onChange={mapping.setAdditions}
          disabled={busy}
        />
      )}
      <div className={styles.mappingFoot}>
        <Checkbox checked={onlyOpen} onChange={mapping.setOnlyOpen} disabled={busy}>
          {t('documentsMapping.onlyOpen')}
        </Checkbox>
        {plan !== null && <span className="dim num">{t('documentsMapping.left', { count: plan.left })}</span>}
      </div>
      {mapping.error !== null && <ErrorNotice error={mapping.error} />}
    </>
  );
}

/** Buttons of a dialog with a preview: cancel, and apply the rule. */
export function MappingActions({
  mapping,
  title,
  noPreviewReason = null,
}: {
  readonly mapping: Mapping;
  readonly title: string;
  /** Why there is no preview yet. */
  readonly noPreviewReason?: string | null;
}) {
  const { plan, busy } = mapping;
  const hasNothingToAssign = plan === null || plan.documents === 0;
  return (
    <>
      <DialogCancel disabled={busy}>{t('documentsMapping.cancel')}</DialogCancel>
      <Button
        variant="primary"
        disabled={busy || plan?.hasInvalidName === true}
        disabledReason={hasNothingToAssign ? (noPreviewReason ?? t('documentsMapping.nothingToDo')) : null}
        onPress={() => void mapping.apply()}
      >
        {hasNothingToAssign
          ? title
          : t('documentsMapping.action', { count: plan.documents, beneficiaries: plan.beneficiaries })}
      </Button>
    </>
  );
}
