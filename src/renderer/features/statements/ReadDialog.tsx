import { useState } from 'react';
import {
  encodingSchema,
  type Opened,
  type ReadOptions,
  separatorSchema,
} from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Pane } from '../../components/Pane.tsx';
import { Select } from '../../components/Select.tsx';
import { useAnswer } from '../../components/use-answer.ts';

const words = statementScreenWords.review;
const encodings = encodingSchema.options;
const separators = separatorSchema.options;

interface ReadDialogProps {
  readonly handle: number;
  readonly opened: Opened;
  readonly onClose: () => void;
  readonly onRead: (options: Pick<ReadOptions, 'encoding' | 'separator'>) => void;
}

/** Chooses encoding and separator of a file, with its first lines as they then read. */
export function ReadDialog({ handle, opened, onClose, onRead }: ReadDialogProps) {
  const [encoding, setEncoding] = useState(opened.encoding);
  const [separator, setSeparator] = useState(opened.separator);
  const { value, error } = useAnswer({
    source: JSON.stringify([encoding, separator]),
    revision: 0,
    load: () => call('review.preview', { handle, options: { encoding, separator } }),
    keepsFormer: true,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={words.read.title}
      lead={words.read.lead}
      actions={
        <>
          <Button onPress={onClose}>{statementScreenWords.cancel}</Button>
          <Button variant="primary" onPress={() => onRead({ encoding, separator })}>
            {words.read.act}
          </Button>
        </>
      }
    >
      <div className="ask-dates">
        <Select
          label={words.encoding}
          options={encodings.map((id) => ({
            id,
            word: words.encodings[id],
            ...(id === opened.encoding && !opened.encodingCertain ? { more: words.guessed } : {}),
          }))}
          value={encoding}
          onChange={setEncoding}
        />
        <Select
          label={words.read.separator}
          options={separators.map((id) => ({ id, word: words.read.separators[id] }))}
          value={separator}
          onChange={setSeparator}
        />
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <Pane className="read-preview" label={words.read.preview}>
        <ol>
          {(value?.lines ?? []).map((line, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <li key={number}>
              {line.map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a line have no other name
                <span key={index}>{piece}</span>
              ))}
            </li>
          ))}
        </ol>
      </Pane>
    </Dialog>
  );
}
