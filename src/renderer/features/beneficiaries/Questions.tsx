import { AddDialog } from './AddDialog.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { answered, useQuestion } from './dialogs.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** The question that is asked at the moment, as a dialog. */
export function Questions() {
  const { question, open, number } = useQuestion();
  if (question === null) return null;
  const asked = { open, onClose: answered };
  switch (question.kind) {
    case 'add':
      return <AddDialog {...asked} key={number} />;
    case 'draft':
      return <DraftDialog {...asked} key={number} draft={question.draft} />;
    case 'rename':
      return <RenameDialog {...asked} key={number} beneficiary={question.beneficiary} />;
    case 'remove':
      return <RemoveDialog {...asked} key={number} beneficiary={question.beneficiary} />;
    case 'create':
      return <CreateDialog {...asked} key={number} beneficiary={question.beneficiary} />;
    case 'imported':
      return <ImportDialog {...asked} key={number} result={question.result} />;
  }
}
