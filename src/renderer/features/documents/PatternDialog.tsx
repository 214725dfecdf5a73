import { useState } from 'react';
import { maxPatternLength, parsePattern } from '../../../shared/model/name-pattern.ts';
import { mappingWords } from '../../../shared/words/documents-mapping-screen.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { TextField } from '../../components/TextField.tsx';
import { MappingActions, MappingPreview, useMapping } from './MappingPreview.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';

const words = mappingWords.pattern;
const usual = '{recipientId}_{name}';
const typingPause = 150;

/** Props of {@link PatternDialog}. */
export interface PatternDialogProps {
  readonly batchId: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks how file names hold the recipient ID, and shows at every letter what that would do. */
export function PatternDialog({ batchId, open, onClose }: PatternDialogProps) {
  const [text, setText] = useState(usual);
  const settled = useDebouncedValue(text, typingPause);
  const typed = parsePattern(text);
  const usable = !('problem' in parsePattern(settled));
  const mapping = useMapping(batchId, usable ? { by: 'pattern', pattern: settled } : null, onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      size="large"
      dismissable={!mapping.busy}
      actions={<MappingActions mapping={mapping} title={words.title} />}
    >
      <DialogForm onSubmit={() => void mapping.apply()}>
        <TextField
          label={words.label}
          face="raw"
          value={text}
          onChange={setText}
          hint={words.hint}
          error={'problem' in typed ? words.problems[typed.problem] : null}
          maxLength={maxPatternLength}
          disabled={mapping.busy}
          startsFocused
        />
      </DialogForm>
      <MappingPreview mapping={mapping} />
    </Dialog>
  );
}
