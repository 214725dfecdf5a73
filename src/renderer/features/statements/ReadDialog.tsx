import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import {
  encodingSchema,
  type Opened,
  type ReadOptions,
  separatorSchema,
} from '../../../shared/model/review.ts';
import { statementReadingMessages as messages } from '../../../shared/words/statement-reading.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Select } from '../../components/Select.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../components/use-query.ts';
import { ColumnChoices } from './ColumnChoices.tsx';
import { HeaderChooser } from './HeaderChooser.tsx';
import { ReadPreviewTable } from './ReadPreviewTable.tsx';
import { confirmed, foundId, isEmpty, previewOptions, withOption } from './read-draft.ts';

interface ReadDialogProps {
  readonly handle: number;
  readonly opened: Opened;
  readonly remembered: CommandResult<'review.open'>['remembered'];
  readonly onClose: () => void;
  /** Empty options leave everything to Paydesk. */
  readonly onApply: (options: ReadOptions) => void;
}

/** Chooses how a file is read, with its first rows as they then read. */
export function ReadDialog({ handle, opened, remembered, onClose, onApply }: ReadDialogProps) {
  const [draft, setDraft] = useState<ReadOptions>(opened.options);
  const asked = previewOptions(draft, opened);
  const { value, error } = useQuery({
    source: JSON.stringify(asked),
    revision: 0,
    load: () => call('review.preview', { handle, options: asked }),
    keepsPrevious: true,
  });
  const foundEncoding =
    opened.options.encoding === undefined ? opened.encoding : (value?.found.encoding ?? opened.encoding);
  const foundSeparator = value?.found.separator ?? opened.separator;
  const apply = () => onApply(isEmpty(draft) && remembered !== 'none' ? {} : confirmed(draft, opened, value));
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          <p className="read-kept hint">
            {remembered !== 'none' && isEmpty(draft)
              ? messages.remembered.forgotten
              : messages.remembered.kept}
          </p>
          {remembered !== 'none' && <Button onPress={() => onApply({})}>{messages.remembered.forget}</Button>}
          <DialogCancel>{messages.cancel}</DialogCancel>
          <Button variant="primary" onPress={apply}>
            {messages.apply}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={apply}>
        <div className="read-options">
          <Select
            label={messages.encoding}
            options={[
              { id: foundId, word: messages.found(messages.encodings[foundEncoding]) },
              ...encodingSchema.options.map((id) => ({ id, word: messages.encodings[id] })),
            ]}
            value={draft.encoding ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'encoding', id === foundId ? undefined : id))}
          />
          <Select
            label={messages.separator}
            options={[
              { id: foundId, word: messages.found(messages.separators[foundSeparator]) },
              ...separatorSchema.options.map((id) => ({ id, word: messages.separators[id] })),
            ]}
            value={draft.separator ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'separator', id === foundId ? undefined : id))}
          />
          <Select
            label={messages.decimals}
            options={(['found', 'point', 'comma'] as const).map((id) => ({
              id,
              word: messages.decimalSigns[id],
            }))}
            value={draft.decimals ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'decimals', id === foundId ? undefined : id))}
          />
          <Select
            label={messages.dates}
            options={(['found', 'day-first', 'month-first'] as const).map((id) => ({
              id,
              word: messages.dateOrders[id],
            }))}
            value={draft.dates ?? foundId}
            onChange={(id) => setDraft(withOption(draft, 'dates', id === foundId ? undefined : id))}
          />
        </div>
        <div>
          <Button size="small" disabled={isEmpty(draft)} onPress={() => setDraft({})}>
            {messages.reset}
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
              found={value.found.header}
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
