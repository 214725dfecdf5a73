import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { maxPatternLength, parsePattern } from '../../../../shared/model/documents/name-pattern.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { DialogForm } from '../../../components/dialogs/DialogForm.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { useDebouncedValue } from '../../../components/fields/use-debounced-value.ts';
import { MappingActions, MappingPreview, useMapping } from './MappingPreview.tsx';

const initialPattern = '{recipientId}_{name}';
const typingPauseMs = 150;

interface PatternDialogProps {
  readonly batchId: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Dialog that assigns documents by a pattern of file names, with a live preview. */
export function PatternDialog({ batchId, open, onClose }: PatternDialogProps) {
  const [text, setText] = useState(initialPattern);
  const debouncedText = useDebouncedValue(text, typingPauseMs);
  const parsedText = parsePattern(text);
  const isUsable = !('problem' in parsePattern(debouncedText));
  const mapping = useMapping(batchId, isUsable ? { by: 'pattern', pattern: debouncedText } : null, onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documentsMapping.pattern.title')}
      lead={t('documentsMapping.pattern.lead')}
      size="large"
      dismissable={!mapping.busy}
      actions={<MappingActions mapping={mapping} title={t('documentsMapping.pattern.title')} />}
    >
      <DialogForm onSubmit={() => void mapping.apply()}>
        <TextField
          label={t('documentsMapping.pattern.label')}
          face="raw"
          value={text}
          onChange={setText}
          hint={t('documentsMapping.pattern.hint')}
          error={
            'problem' in parsedText ? t(`documentsMapping.pattern.problems.${parsedText.problem}`) : null
          }
          maxLength={maxPatternLength}
          disabled={mapping.busy}
          startsFocused
        />
      </DialogForm>
      <MappingPreview mapping={mapping} />
    </Dialog>
  );
}
