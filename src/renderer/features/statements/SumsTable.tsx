import type { CurrencySum } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { formatCount } from '../../components/format.ts';
import { Tag } from '../../components/State.tsx';
import { formatAmountText } from './amounts.ts';

const words = statementScreenWords.review.sums;

interface SumsTableProps {
  readonly title: string;
  readonly sums: readonly CurrencySum[];
  readonly scale: number;
}

/** Sums by currency beneath the rows. */
export function SumsTable({ title, sums, scale }: SumsTableProps) {
  const amount = (text: string) => formatAmountText(text, scale);
  return (
    <div className="sums">
      <table aria-label={words.label}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{words.rows}</th>
            <th scope="col">{words.incoming}</th>
            <th scope="col">{words.outgoing}</th>
            <th scope="col">{words.net}</th>
            <th scope="col">{words.least}</th>
            <th scope="col">{words.largest}</th>
          </tr>
        </thead>
        <tbody>
          {sums.slice(0, 20).map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">{sum.currency !== '' && <Tag>{sum.currency}</Tag>}</th>
              <td>{formatCount(sum.rows)}</td>
              <td>{amount(sum.incoming)}</td>
              <td>{amount(sum.outgoing)}</td>
              <td>
                <strong>{amount(sum.net)}</strong>
              </td>
              <td>{amount(sum.least)}</td>
              <td>{amount(sum.largest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
