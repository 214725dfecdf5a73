import { useState } from 'react';
import { formatCalendarDate, formatPlainList, t } from '../../../../shared/messages/index.ts';
import { statusLine } from '../../../../shared/messages/payment-status.ts';
import { fieldName } from '../../../../shared/messages/swift-field-names.ts';
import { blockName, codeMeaning, meaningLines } from '../../../../shared/messages/swift-field-values.ts';
import type { ShownSwiftField, ShownSwiftMessage } from '../../../../shared/model/proofs/content.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Pane } from '../../../components/layout/Pane.tsx';
import { FailedCheck } from './FailedCheck.tsx';
import { RawPane } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';
import styles from './Views.module.css';

/** The interpreted value of a field, else its text. */
function FieldValue({ field }: { readonly field: ShownSwiftField }) {
  const { tag, value, meaning } = field;
  switch (meaning.as) {
    case 'party': {
      const { account, lines } = meaning;
      const [first = account ?? '', ...rest] = lines;
      return (
        <>
          {first}
          {account !== null && lines.length > 0 && <small className="id">{account}</small>}
          <FailedCheck failure={meaning.accountFailure} />
          {rest.length > 0 && <small>{formatPlainList(rest)}</small>}
          <FailedCheck failure={meaning.bicFailure} />
        </>
      );
    }
    case 'text': {
      const code = codeMeaning(tag, value);
      return (
        <>
          <span className={styles.lines}>{value}</span>
          {code !== null && <small>{code}</small>}
          <FailedCheck failure={meaning.failure} />
        </>
      );
    }
    default: {
      const [first, ...rest] = meaningLines(meaning, formatCalendarDate);
      return (
        <>
          <span className="num">{first}</span>
          {rest.map((line, index) => {
            const key = `${index} ${line}`;
            return <small key={key}>{line}</small>;
          })}
        </>
      );
    }
  }
}

function AmountComparison({ comparison }: Pick<ShownSwiftMessage, 'comparison'>) {
  if (comparison === null) return null;
  const { result, terms, expected, stated } = comparison;
  const isMatching = result === 'fits';
  return (
    <p className={styles.check} data-tone={isMatching ? 'ok' : 'warning'}>
      <Icon name={isMatching ? 'check-circle' : 'alert'} />
      {isMatching
        ? t('proofsViewer.amountsFit', { terms, stated })
        : t('proofsViewer.amountsDiffer', { terms, expected, stated })}
    </p>
  );
}

function lineRangeOf({ fields }: ShownSwiftMessage): readonly [number, number] | null {
  const [first] = fields;
  const last = fields.at(-1);
  return first === undefined || last === undefined ? null : [first.lines[0], last.lines[1]];
}

interface SwiftViewProps {
  readonly text: string;
  readonly isWhole: boolean;
  readonly messages: readonly ShownSwiftMessage[];
  readonly total: number;
}

/** Labelled fields next to the original; the selected field is highlighted in both. */
export function SwiftView({ text, isWhole, messages, total }: SwiftViewProps) {
  const [selectedField, setSelectedField] = useState<number | null>(null);
  const [position, setPosition] = useState(0);
  const message = messages[Math.min(position, messages.length - 1)];
  if (message === undefined) return null;
  const rows = [
    ...message.statuses.map((status) => [t('proofsViewer.status'), statusLine(status), null] as const),
    [t('proofsViewer.sender'), message.sender, null] as const,
    [t('proofsViewer.receiver'), message.receiver, null] as const,
    ...message.facts.map(
      ({ fact, failure, ...stated }) => [t(`proofsFields.fact.${fact}`), stated.text, failure] as const,
    ),
  ];
  const highlighted = selectedField === null ? null : (message.fields[selectedField]?.lines ?? null);
  return (
    <div className={styles.panes}>
      <Pane className={classNames(styles.fields)} label={t('proofsViewer.fields')}>
        <h3>
          {t('proofsViewer.fields')} <span className="faint">{t('proofsViewer.fieldsDetail')}</span>
        </h3>
        <Stepper
          index={position}
          listedCount={messages.length}
          total={total}
          what="swift"
          title={message.title}
          status={message.statuses[0] ?? null}
          onSelect={(next) => {
            setPosition(next);
            setSelectedField(null);
          }}
        />
        {rows.map(
          ([term, value, failure]) =>
            value !== null && (
              <div key={`${term} ${value}`} className={styles.field}>
                <span className={classNames(styles.tagNumber, 'raw')} />
                <span className={styles.fieldName}>{term}</span>
                <span className={classNames(styles.fieldValue, 'selectable')}>
                  {value}
                  <FailedCheck failure={failure} />
                </span>
              </div>
            ),
        )}
        {message.blocks.map(({ number, content }) => (
          <div key={number} className={styles.field}>
            <span className={classNames(styles.tagNumber, 'raw')}>{`{${number}}`}</span>
            <span className={styles.fieldName}>{blockName(number)}</span>
            <span className={classNames(styles.fieldValue, 'id')}>{content}</span>
          </div>
        ))}
        {message.fields.map((field, index) => {
          const key = `${index} ${field.tag}`;
          return (
            <button
              type="button"
              key={key}
              className={classNames(styles.field, selectedField === index && styles.on)}
              aria-pressed={selectedField === index}
              onClick={() => setSelectedField(selectedField === index ? null : index)}
            >
              <span className={classNames(styles.tagNumber, 'raw')}>{field.tag}</span>
              <span className={styles.fieldName}>{fieldName(field.tag, message.type)}</span>
              <span className={classNames(styles.fieldValue, 'selectable')}>
                <FieldValue field={field} />
              </span>
            </button>
          );
        })}
        <AmountComparison comparison={message.comparison} />
      </Pane>
      <RawPane text={text} isWhole={isWhole} highlighted={highlighted} revealed={lineRangeOf(message)} />
    </div>
  );
}
