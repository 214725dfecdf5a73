import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { navigate } from '../../app/routes.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../components/use-query.ts';

const words = documentsScreenWords;

/** A batch that main does not show yet, such as one of last month: asks for it. */
export function OpenBatch({ batchId }: { readonly batchId: number }) {
  const { error } = useQuery({
    source: String(batchId),
    revision: 0,
    load: () => call('documents.open', { batchId }),
  });
  return (
    <>
      <PageHead title={words.word} />
      {error === null ? (
        <Skeleton rows={12} />
      ) : (
        <div className="batch-notices">
          <ErrorNotice
            error={error}
            actions={
              <>
                <Button size="small" onPress={() => navigate('documents', { view: 'batch', batchId: null })}>
                  {words.earlier.back}
                </Button>
                <Button
                  size="small"
                  onPress={() => navigate('documents', { view: 'earlier', batchId: null })}
                >
                  {words.empty.earlier}
                </Button>
              </>
            }
          />
        </div>
      )}
    </>
  );
}
