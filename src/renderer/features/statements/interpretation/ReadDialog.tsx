import { useState } from 'react';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { t } from '../../../../shared/messages/index.ts';
import { encodingSchema } from '../../../../shared/model/statements/encoding.ts';
import {
  type Opened,
  type ReadOptions,
  type ReadPreview,
  separatorSchema,
} from '../../../../shared/model/statements/open-statement.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { DialogForm } from '../../../components/dialogs/DialogForm.tsx';
import fieldStyles from '../../../components/fields/Field.module.css';
import { Select } from '../../../components/fields/Select.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { ColumnChoices } from './ColumnChoices.tsx';
import { encodingLabel } from './encoding-names.ts';
import { HeaderChooser } from './HeaderChooser.tsx';
import styles from './Interpretation.module.css';
import { ReadPreviewTable } from './ReadPreviewTable.tsx';
import { confirmedOptions, foundId, isEmpty, previewOptions, withOption } from './read-draft.ts';

const delimiterKeys = {
  ',': 'statementInterpretation.sign.comma',
  ';': 'statementInterpretation.sign.semicolon',
  '\t': 'statementInterpretation.sign.tab',
  '|': 'statementInterpretation.sign.pipe',
} as const;

interface ReadDialogProps {
  /** Returns the beginning of the file under other options. */
  readonly loadPreview: (options: ReadOptions) => Promise<ReadPreview>;
  readonly opened: Opened;
  /** Options that are shown first, and not applied yet. */
  readonly proposal?: ReadOptions;
  readonly remembered: CommandResult<'viewer.open'>['remembered'];
  /** What the choice applies to, and that it is forgotten. */
  readonly hints?: { readonly kept: string; readonly forgotten: string };
  readonly onClose: () => void;
  /** Called with the options to apply. Empty options leave every decision to Paydesk. */
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialog for the reading options of a file, with a preview of its first rows. */
export function ReadDialog({ loadPreview, opened, remembered, onClose, onApply, ...props }: ReadDialogProps) {
  const [draft, setDraft] = useState<ReadOptions>({ ...opened.options, ...props.proposal });
  const readOptions = previewOptions(draft, opened);
  const { value, error } = useQuery({
    queryKey: JSON.stringify(readOptions),
    load: () => loadPreview(readOptions),
    keepsPrevious: true,
  });
  const foundEncoding =
    opened.options.encoding === undefined ? opened.encoding : (value?.found.encoding ?? opened.encoding);
  const foundSeparator = value?.found.separator ?? opened.separator;
  const hints = props.hints ?? {
    kept: t('statementInterpretation.remembered.kept'),
    forgotten: t('statementInterpretation.remembered.forgotten'),
  };
  const apply = () =>
    onApply(isEmpty(draft) && remembered !== 'none' ? {} : confirmedOptions(draft, opened, value));
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('statementInterpretation.title')}
      lead={t('statementInterpretation.lead')}
      actions={
        <>
          <p className={classNames(styles.kept, fieldStyles.hint)} data-part="hint">
            {remembered !== 'none' && isEmpty(draft) ? hints.forgotten : hints.kept}
          </p>
          {remembered !== 'none' && (
            <Button onPress={() => onApply({})}>{t('statementInterpretation.remembered.forget')}</Button>
          )}
          <DialogCancel>{t('statementInterpretation.cancel')}</DialogCancel>
          <Button variant="primary" onPress={apply}>
            {t('statementInterpretation.apply')}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={apply}>
        <div className={styles.options}>
          <Select
            label={t('statementInterpretation.encoding')}
            options={[
              {
                id: foundId,
                label: t('statementInterpretation.found', { word: encodingLabel(foundEncoding) }),
              },
              ...encodingSchema.options.map((id) => ({ id, label: encodingLabel(id) })),
            ]}
            value={draft.encoding ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'encoding', id === foundId ? undefined : id))}
          />
          <Select
            label={t('statementInterpretation.delimiter')}
            options={[
              {
                id: foundId,
                label: t('statementInterpretation.found', { word: t(delimiterKeys[foundSeparator]) }),
              },
              ...separatorSchema.options.map((id) => ({ id, label: t(delimiterKeys[id]) })),
            ]}
            value={draft.separator ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'separator', id === foundId ? undefined : id))}
          />
          <Select
            label={t('statementInterpretation.decimals')}
            options={(['found', 'point', 'comma'] as const).map((id) => ({
              id,
              label:
                id === 'found'
                  ? t('statementInterpretation.byColumn')
                  : t(`statementInterpretation.sign.${id}`),
            }))}
            value={draft.decimals ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'decimals', id === foundId ? undefined : id))}
          />
          <Select
            label={t('statementInterpretation.dates')}
            options={(['found', 'day-first', 'month-first'] as const).map((id) => ({
              id,
              label:
                id === 'found'
                  ? t('statementInterpretation.byColumn')
                  : t(`statementInterpretation.dateOrder.${id}`),
            }))}
            value={draft.dates ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'dates', id === foundId ? undefined : id))}
          />
          {(opened.unquotedAmount !== null || opened.options.joinsAmounts === true) && (
            <Select
              label={t('statementInterpretation.commas.label')}
              options={(['found', 'join'] as const).map((id) => ({
                id,
                label: t(`statementInterpretation.commas.${id}`),
              }))}
              value={draft.joinsAmounts === true ? 'join' : foundId}
              onChange={(id) => setDraft(withOption(draft, 'joinsAmounts', id === 'join' || undefined))}
            />
          )}
        </div>
        <div>
          <Button size="small" disabled={isEmpty(draft)} onPress={() => setDraft({})}>
            {t('statementInterpretation.reset')}
          </Button>
        </div>
        {error !== null && <ErrorNotice error={error} />}
        {value === null ? (
          error === null && <Skeleton rows={6} pieces={4} />
        ) : (
          <>
            <HeaderChooser
              lines={value.lines}
              header={value.opened.header}
              detected={value.found.header}
              onChange={(header) => setDraft(withOption(draft, 'header', header))}
            />
            <ReadPreviewTable preview={value} />
            <ColumnChoices preview={value} options={draft} onChange={setDraft} />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}
