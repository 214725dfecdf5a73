import { useState } from 'react';
import { decimalText, groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import {
  checkAmounts,
  type Mt103,
  type Mt103Field,
  readDate,
  readMoney,
  readParty,
} from '../../../../shared/model/proofs/mt103.ts';
import { readSwift } from '../../../../shared/model/proofs/swift.ts';
import { swiftStatuses } from '../../../../shared/model/proofs/swift-facts.ts';
import { statusLine } from '../../../../shared/words/payment-status.ts';
import { blockNames, codeMeaning, fieldName } from '../../../../shared/words/proofs-fields.ts';
import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { classNames } from '../../../components/class-names.ts';
import { formatCalendarDate } from '../../../components/format.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Pane } from '../../../components/Pane.tsx';
import { RawPane } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';

const words = proofsScreenWords.viewer;
const partyTags = /^5\d[A-Z]?$/;

function money(text: string): string | null {
  const read = readMoney(text);
  return read === null ? null : `${groupedAmount(decimalText(read.number))} ${read.currency}`;
}

/** The value of a field as a clerk reads it; what cannot be read is shown as it stands. */
function FieldValue({ field }: { readonly field: Mt103Field }) {
  const { tag, value } = field;
  if (tag === '32A') {
    const date = readDate(value.slice(0, 6));
    const amount = money(value.slice(6));
    if (date === null || amount === null) return <span className="raw">{value}</span>;
    return (
      <>
        <strong className="num">{amount}</strong>
        <small>{`${words.valueDate} ${formatCalendarDate(date)}`}</small>
      </>
    );
  }
  if (['33B', '71F', '71G'].includes(tag)) return <span className="num">{money(value) ?? value}</span>;
  if (partyTags.test(tag)) {
    const { account, lines } = readParty(value);
    const [first = account ?? '', ...rest] = lines;
    return (
      <>
        {first}
        {account !== null && lines.length > 0 && <small className="id">{account}</small>}
        {rest.length > 0 && <small>{rest.join(', ')}</small>}
      </>
    );
  }
  const meaning = codeMeaning(tag, value);
  return (
    <>
      <span className="proof-lines">{value}</span>
      {meaning !== null && <small>{meaning}</small>}
    </>
  );
}

function AmountCheckLine({ message }: { readonly message: Mt103 }) {
  const check = checkAmounts(message);
  if (check.result === 'cannot-check') return null;
  const fits = check.result === 'fits';
  return (
    <p className={classNames('proof-check', fits ? 'ok' : 'warning')}>
      <Icon name={fits ? 'check-circle' : 'alert'} />
      {fits
        ? words.checkFits(check.terms, check.stated)
        : words.checkDiffers(check.terms, check.expected, check.stated)}
    </p>
  );
}

/** Labelled fields beside the original; the chosen field is lit up in both. */
export function Mt103View({ text, whole }: { readonly text: string; readonly whole: boolean }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [place, setPlace] = useState(0);
  const messages = readSwift(text);
  const message = messages[Math.min(place, messages.length - 1)];
  if (message === undefined) return null;
  const facts = [
    ...swiftStatuses(message).map((status) => ({ term: words.status, value: statusLine(status) })),
    ...(message.sender === null ? [] : [{ term: words.sender, value: message.sender }]),
    ...(message.receiver === null ? [] : [{ term: words.receiver, value: message.receiver }]),
  ];
  const lit = chosen === null ? null : (message.fields[chosen]?.lines ?? null);
  return (
    <div className="proof-panes">
      <Pane className="proof-fields" label={words.fields}>
        <h3>
          {words.fields} <span className="faint">{words.fieldsMore}</span>
        </h3>
        <Stepper
          place={place}
          all={messages.length}
          onPlace={(next) => {
            setPlace(next);
            setChosen(null);
          }}
        />
        {facts.map(({ term, value }) => (
          <div key={`${term} ${value}`} className="proof-field">
            <span className="tag-number raw" />
            <span className="field-name">{term}</span>
            <span className="field-value selectable">{value}</span>
          </div>
        ))}
        {Object.entries(message.blocks).map(([number, content]) => (
          <div key={number} className="proof-field">
            <span className="tag-number raw">{`{${number}}`}</span>
            <span className="field-name">{blockNames[number] ?? ''}</span>
            <span className="field-value id">{content}</span>
          </div>
        ))}
        {message.fields.map((field, index) => {
          const key = `${index} ${field.tag}`;
          return (
            <button
              type="button"
              key={key}
              className={classNames('proof-field', chosen === index && 'on')}
              aria-pressed={chosen === index}
              onClick={() => setChosen(chosen === index ? null : index)}
            >
              <span className="tag-number raw">{field.tag}</span>
              <span className="field-name">{fieldName(field.tag)}</span>
              <span className="field-value selectable">
                <FieldValue field={field} />
              </span>
            </button>
          );
        })}
        <AmountCheckLine message={message} />
      </Pane>
      <RawPane text={text} whole={whole} lit={lit} tags />
    </div>
  );
}
