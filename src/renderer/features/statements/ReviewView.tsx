import { useState } from 'react';
import type { ReadOptions } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { go, type Places } from '../../app/routes.ts';
import { call } from '../../bridge.ts';
import { Bones } from '../../components/Bones.tsx';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { PdfReview } from './PdfReview.tsx';
import { TableReview } from './TableReview.tsx';
import { useAnswer } from './use-answer.ts';

const words = statementScreenWords.review;

async function openNow(statementId: number, options: ReadOptions) {
  const { format } = await call('statements.get', { id: statementId });
  if (format === 'pdf') return { format, ...(await call('review.document', { statementId })) };
  return { format, ...(await call('review.open', { statementId, options })) };
}

type ReviewProps = Pick<Places['statements'], 'statementId' | 'hit'>;

/** One statement: a CSV with its rows, sums and checks, a PDF with its pages. Nothing of it needs a network. */
export function ReviewView({ statementId, hit }: ReviewProps) {
  const [options, setOptions] = useState<ReadOptions>({});
  const { value, error, retry } = useAnswer(JSON.stringify([statementId, options]), async () =>
    statementId === null ? null : openNow(statementId, options),
  );
  if (error !== null) {
    return (
      <div className="review-problem">
        <ErrorNotice error={error} actions={<Button onPress={retry}>{words.again}</Button>} />
      </div>
    );
  }
  if (statementId === null) {
    return (
      <Empty
        icon="ledger"
        title={words.none}
        lead={words.noneLead}
        actions={
          <Button onPress={() => go('statements', { tab: 'coverage', statementId: null })}>
            {words.toCoverage}
          </Button>
        }
      />
    );
  }
  if (value === null) return <Bones rows={12} pieces={6} />;
  if (value.format === 'pdf') return <PdfReview statement={value.statement} address={value.address} />;
  return (
    <TableReview
      key={value.handle}
      {...value}
      options={options}
      onOptions={setOptions}
      start={hit === undefined ? null : hit}
    />
  );
}
