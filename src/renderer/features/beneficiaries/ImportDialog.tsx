import { formatNumber } from '../../../shared/messages/index.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { componentWords } from '../../../shared/words/components.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Sums } from '../../components/Facts.tsx';
import { useShowMore } from '../../components/use-show-more.ts';
import type { DialogProps } from './AddDialog.tsx';
import type { ImportResult } from './dialogs.ts';

const words = beneficiaryScreenWords.importDialog;
const firstShown = 8;
const step = 50;

function Refused({ result }: { readonly result: ImportResult }) {
  const { refused, refusedTotal } = result;
  const showMore = useShowMore(refused, firstShown, step);
  return (
    <section className="import-refused">
      <h3>{words.refusedHeading(refusedTotal)}</h3>
      <p className="sm dim">
        {words.refusedHelp}
        {refusedTotal > refused.length && ` ${words.refusedMore(refused.length)}`}
      </p>
      <table className="table framed">
        <thead>
          <tr>
            <th className="right" scope="col">
              {words.line}
            </th>
            <th scope="col">{words.problem}</th>
          </tr>
        </thead>
        <tbody>
          {showMore.shown.map(({ line, problem }) => (
            <tr key={line}>
              <td className="right">{formatNumber(line)}</td>
              <td>{problem}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {showMore.rest > 0 && (
        <LinkButton onPress={showMore.showMore}>
          {componentWords.showMore(showMore.next, showMore.rest)}
        </LinkButton>
      )}
    </section>
  );
}

/** The result of an import, with the lines that were not imported. */
export function ImportDialog({ result, open, onClose }: DialogProps & { readonly result: ImportResult }) {
  const { added, renamed, unchanged, refusedTotal } = result;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title(added, renamed)}
      actions={
        <Button variant="primary" onPress={onClose} startsFocused>
          {words.done}
        </Button>
      }
    >
      <Sums
        lines={[
          { term: words.added, value: formatNumber(added) },
          { term: words.renamed, value: formatNumber(renamed) },
          { term: words.unchanged, value: formatNumber(unchanged) },
          { term: words.refused, value: formatNumber(refusedTotal) },
        ]}
      />
      {refusedTotal > 0 && <Refused result={result} />}
    </Dialog>
  );
}
