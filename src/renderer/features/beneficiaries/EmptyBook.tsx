import { useId } from 'react';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Empty, NumberedSteps } from '../../components/Empty.tsx';
import { openDialog } from './dialogs.ts';
import { importFile } from './import-file.ts';

const words = beneficiaryScreenWords.empty;

/** The empty state of the address book: its purpose, the first action, and the steps after that. */
export function EmptyBook({ importing }: { readonly importing: boolean }) {
  const headingId = useId();
  return (
    <div className="scroll book-empty">
      <div className="book-start">
        <Empty
          icon="people"
          title={words.title}
          lead={words.lead}
          actions={
            <>
              <Button variant="primary" disabled={importing} onPress={importFile} startsFocused>
                {importing ? beneficiaryScreenWords.importing : beneficiaryScreenWords.import}
              </Button>
              <Button onPress={() => openDialog({ kind: 'add' })}>{beneficiaryScreenWords.add}</Button>
            </>
          }
          foot={words.foot}
        />
      </div>
      <section aria-labelledby={headingId}>
        <h3 id={headingId}>{words.next}</h3>
        <NumberedSteps steps={words.steps} />
      </section>
    </div>
  );
}
