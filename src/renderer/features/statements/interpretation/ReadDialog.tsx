import { useState } from 'react';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
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
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import type { InterpretationTarget } from '../grid/state/viewer-state.ts';
import { encodingLabel } from './encoding-names.ts';
import styles from './Interpretation.module.css';
import { linesBeforeMessage } from './interpretation-doubt.ts';
import { foundLabel, OptionSelect } from './OptionSelect.tsx';
import { Columns, LinesBefore, Words } from './ReadSections.tsx';
import { confirmedOptions, headerRows, isEmpty, previewOptions, withOption } from './read-draft.ts';

const delimiterKeys = {
  ',': 'statementInterpretation.sign.comma',
  ';': 'statementInterpretation.sign.semicolon',
  '\t': 'statementInterpretation.sign.tab',
  '|': 'statementInterpretation.sign.pipe',
} as const;

const noHeader = 'none';

const headerLabel = (header: number | null) =>
  header === null
    ? t('statementInterpretation.header.none')
    : t('statementInterpretation.header.row', { row: header + 1 });

interface HeaderSelectProps {
  readonly preview: ReadPreview;
  readonly header: ReadOptions['header'];
  readonly onChange: (header: ReadOptions['header']) => void;
}

/** Chooses the header among the first rows of the file. */
function HeaderSelect({ preview: { lines, opened, found }, header, onChange }: HeaderSelectProps) {
  const rows = headerRows(lines, opened.header).map(({ row, cells, more, isEmpty: isEmptyRow }) => {
    const list = isEmptyRow ? t('statementInterpretation.header.empty') : formatPlainList(cells);
    return {
      id: String(row),
      label: headerLabel(row),
      detail: more > 0 ? t('statementInterpretation.header.moreOf', { cells: list, count: more }) : list,
    };
  });
  return (
    <OptionSelect
      label={t('statementInterpretation.header.label')}
      hint={t(`statementInterpretation.header.${rows.length === 0 ? 'emptyFile' : 'lead'}`)}
      found={foundLabel(headerLabel(found.header))}
      options={[
        { id: noHeader, label: headerLabel(null), detail: t('statementInterpretation.header.noneLead') },
        ...rows,
      ]}
      value={header === undefined ? undefined : String(header)}
      onChange={(id) => onChange(id === undefined || id === noHeader ? id : Number(id))}
    />
  );
}

interface ReadDialogProps {
  /** Returns the beginning of the file under other options. */
  readonly loadPreview: (options: ReadOptions) => Promise<ReadPreview>;
  readonly opened: Opened;
  readonly remembered: CommandResult<'viewer.open'>['remembered'];
  /** The statement whose lines before the header can be shown; none for a ledger. */
  readonly handle?: number;
  /** What the dialog is opened for, which has the focus. */
  readonly target?: InterpretationTarget;
  /** What the choice applies to, and that it is forgotten. */
  readonly hints?: { readonly kept: string; readonly forgotten: string };
  readonly onClose: () => void;
  /** Called with the options to apply. Empty options leave every decision to Paydesk. */
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialog for everything that the clerk decides about the reading of a file, with a preview of its first rows. */
export function ReadDialog(props: ReadDialogProps) {
  const { loadPreview, opened, remembered, handle, target = 'file', onClose, onApply } = props;
  const [draft, setDraft] = useState<ReadOptions>({
    ...opened.options,
    ...(target === 'commas' ? { joinsAmounts: true } : {}),
  });
  const readOptions = previewOptions(draft, opened);
  const { value, error } = useQuery({
    queryKey: JSON.stringify(readOptions),
    load: () => loadPreview(readOptions),
    keepsPrevious: true,
  });
  const foundEncoding =
    opened.options.encoding === undefined ? opened.encoding : (value?.found.encoding ?? opened.encoding);
  const hints = props.hints ?? {
    kept: t('statementInterpretation.remembered.kept'),
    forgotten: t('statementInterpretation.remembered.forgotten'),
  };
  const apply = () =>
    onApply(isEmpty(draft) && remembered !== 'none' ? {} : confirmedOptions(draft, opened, value));
  const set = <Key extends Exclude<keyof ReadOptions, 'columns'>>(
    key: Key,
    option: ReadOptions[Key] | undefined,
  ) => setDraft(withOption(draft, key, option));
  const byColumn = t('statementInterpretation.byColumn');
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('statementInterpretation.title')}
      lead={t('statementInterpretation.lead')}
      actions={
        <>
          <p className={classNames(styles.kept, 'sm faint')} data-part="hint">
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
        {typeof target === 'object' && 'words' in target && (
          <Words words={target.words} draft={draft} onChange={setDraft} />
        )}
        {target === 'lines' && handle !== undefined && (
          <LinesBefore handle={handle} title={linesBeforeMessage(opened) ?? ''} />
        )}
        <div className={styles.options}>
          <OptionSelect
            label={t('statementInterpretation.encoding')}
            found={foundLabel(encodingLabel(foundEncoding))}
            options={encodingSchema.options.map((id) => ({ id, label: encodingLabel(id) }))}
            value={draft.encoding}
            onChange={(id) => set('encoding', id)}
          />
          <OptionSelect
            label={t('statementInterpretation.delimiter')}
            found={foundLabel(t(delimiterKeys[value?.found.separator ?? opened.separator]))}
            options={separatorSchema.options.map((id) => ({ id, label: t(delimiterKeys[id]) }))}
            value={draft.separator}
            onChange={(id) => set('separator', id)}
          />
          <OptionSelect
            label={t('statementInterpretation.decimals')}
            found={byColumn}
            options={(['point', 'comma'] as const).map((id) => ({
              id,
              label: t(`statementInterpretation.sign.${id}`),
            }))}
            value={draft.decimals}
            onChange={(id) => set('decimals', id)}
          />
          <OptionSelect
            label={t('statementInterpretation.dates')}
            found={byColumn}
            options={(['day-first', 'month-first'] as const).map((id) => ({
              id,
              label: t(`statementInterpretation.dateOrder.${id}`),
            }))}
            value={draft.dates}
            onChange={(id) => set('dates', id)}
          />
          {(opened.unquotedAmount !== null || opened.options.joinsAmounts === true) && (
            <OptionSelect
              label={t('statementInterpretation.commas.label')}
              found={t('statementInterpretation.commas.found')}
              options={[{ id: 'join', label: t('statementInterpretation.commas.join') }]}
              value={draft.joinsAmounts === true ? 'join' : undefined}
              onChange={(id) => set('joinsAmounts', id === 'join' || undefined)}
            />
          )}
        </div>
        {value !== null && (
          <HeaderSelect preview={value} header={draft.header} onChange={(header) => set('header', header)} />
        )}
        <div>
          <Button size="small" disabled={isEmpty(draft)} onPress={() => setDraft({})}>
            {t('statementInterpretation.reset')}
          </Button>
        </div>
        {error !== null && <ErrorNotice error={error} />}
        {value === null && error === null && <Skeleton rows={6} pieces={4} />}
        {value !== null && (
          <Columns
            preview={value}
            opened={typeof target === 'object' && 'column' in target ? target.column : null}
            draft={draft}
            onChange={setDraft}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
