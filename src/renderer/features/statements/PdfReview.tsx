import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Statement } from '../../../shared/model/statements.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { announce } from '../../app/announcer.ts';
import { useFailures } from '../../app/failures.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Toolbar } from '../../components/Page.tsx';
import { PdfDocument } from '../../components/pdf/PdfDocument.tsx';
import { printShown } from '../../components/pdf/print.ts';
import { State } from '../../components/State.tsx';
import { InHead } from './head-slot.tsx';
import { ReviewTitle } from './ReviewTitle.tsx';

const words = statementScreenWords.review;

interface PdfReviewProps {
  readonly statement: Statement;
  /** Where the window loads the file. */
  readonly address: string;
}

/** A statement that is a PDF: its pages, to read, search, print and export. */
export function PdfReview({ statement, address }: PdfReviewProps) {
  const { attempt } = useFailures();
  const [error, setError] = useState<PaydeskError | null>(null);
  const exportOriginal = async () => {
    setError(null);
    try {
      const { savedAs } = await call('review.exportOriginal', { statementId: statement.id });
      if (savedAs !== null) announce(words.saved(savedAs));
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    }
  };
  return (
    <>
      <InHead>
        <State icon="lock">{words.offline}</State>
        <Button icon="print" onPress={() => attempt(printShown())}>
          {words.print}
        </Button>
        <Button onPress={() => void exportOriginal()}>{words.exportOriginal}</Button>
      </InHead>
      <Toolbar roomy>
        <ReviewTitle statement={statement} />
      </Toolbar>
      {error !== null && <ErrorNotice error={error} />}
      <PdfDocument address={address} />
    </>
  );
}
