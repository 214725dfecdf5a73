import { type KeyboardEvent, useId, useRef } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { Explanation } from '../../../app/help/Explanation.tsx';
import fieldStyles from '../../../components/fields/Field.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from '../coverage/Coverage.module.css';
import { completeEntry, readWalletText, withoutPiece, withTyped } from './wallet-field-text.ts';
import { readWalletIds } from './wallet-ids.ts';

interface WalletFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Known wallets, for their currencies. */
  readonly wallets: readonly Wallet[];
  /** Wallets that are unknown to the service. */
  readonly unknown: readonly number[];
  readonly hint: string;
  readonly error: string | null;
}

/** Field for wallet IDs. An ID becomes a tag as soon as a comma, a blank or a line break follows. */
export function WalletField({ text, onText, wallets, unknown, hint, error }: WalletFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { pieces, typing } = readWalletText(text);
  const currencies = new Map(wallets.map((wallet) => [String(wallet.id), wallet.currency]));
  const isWrong = (piece: string) => {
    const { ids, wrong } = readWalletIds(piece);
    return wrong.length > 0 || ids.some((walletId) => unknown.includes(walletId));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = pieces.at(-1);
    if (event.key === 'Enter' && typing !== '') onText(completeEntry(text));
    else if (event.key === 'Backspace' && typing === '' && last !== undefined)
      onText(withoutPiece(text, last));
    else return;
    event.preventDefault();
  };
  return (
    <div className={fieldStyles.field} data-part="field" data-invalid={error === null ? undefined : true}>
      <span className={fieldStyles.labelRow}>
        <label className={fieldStyles.label} data-part="label" htmlFor={id}>
          {t('statementRequests.wallets')}
        </label>
        <Explanation word="wallet" />
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the field goes to the field */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field itself is reached by Tab */}
      <div
        className={classNames(fieldStyles.input, styles.wallets)}
        data-part="box"
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        {pieces.map((piece) => (
          <span key={piece} className={classNames(styles.piece, isWrong(piece) && styles.wrong)}>
            {isWrong(piece) && <Icon name="problem" size="xs" />}
            <span className="id">{piece}</span>
            {currencies.get(piece) ?? ''}
            <button
              type="button"
              data-small-target=""
              aria-label={t('statementRequests.remove', { wallet: piece })}
              onClick={() => {
                onText(withoutPiece(text, piece));
                input.current?.focus();
              }}
            >
              <Icon name="close" size="xs" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          className={classNames(fieldStyles.inputText, 'id')}
          data-part="input"
          autoComplete="off"
          spellCheck={false}
          value={typing}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => onText(withTyped(text, event.target.value))}
          onPaste={(event) => {
            // A single-line field would join the lines of a pasted column.
            const pasted = event.clipboardData.getData('text');
            if (!/\s/.test(pasted.trim())) return;
            event.preventDefault();
            onText(withTyped(text, `${typing}${pasted} `));
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {error === null ? (
        <span id={`${id}-note`} className="sm faint" data-part="hint">
          {hint}
        </span>
      ) : (
        <span id={`${id}-note`} className={fieldStyles.fieldError} data-part="field-error" role="alert">
          <Icon name="problem" size="sm" />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
