import { useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { Button } from '../../../components/actions/Button.tsx';
import menuStyles from '../../../components/actions/Menu.module.css';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { WalletName, walletTitle } from '../statement-cells.tsx';
import styles from './Search.module.css';

const minWalletsForFind = 12;
const maxListed = 200;

interface SearchWalletsProps {
  readonly wallets: readonly Wallet[];
  /** Chosen wallets; empty for all. */
  readonly walletIds: readonly number[];
  readonly onChange: (walletIds: readonly number[]) => void;
}

/** Chooses the wallets whose statements are searched. */
export function SearchWallets({ wallets, walletIds, onChange }: SearchWalletsProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const matching = wallets.filter((wallet) => walletTitle(wallet).toLowerCase().includes(wanted));
  return (
    <DialogTrigger>
      <Button icon="chevron-down">
        {walletIds.length === 0
          ? t('statementSearch.wallets.all')
          : t('statementSearch.wallets.some', { count: walletIds.length })}
      </Button>
      <Popover
        className={classNames(menuStyles.popover)}
        data-part="popover"
        aria-label={t('statementSearch.wallets.field')}
        placement="bottom start"
        offset={4}
      >
        <div className={styles.wallets}>
          {wallets.length >= minWalletsForFind && (
            <SearchField
              label={t('statementSearch.wallets.find')}
              placeholder={t('statementSearch.wallets.find')}
              value={text}
              onChange={setText}
            />
          )}
          <ul className={styles.walletList}>
            {matching.slice(0, maxListed).map((wallet) => (
              <li key={wallet.id}>
                <Checkbox
                  checked={walletIds.includes(wallet.id)}
                  onChange={(isChecked) =>
                    onChange(
                      isChecked ? [...walletIds, wallet.id] : walletIds.filter((id) => id !== wallet.id),
                    )
                  }
                >
                  <WalletName wallet={wallet} />
                </Checkbox>
              </li>
            ))}
          </ul>
          {matching.length > maxListed && <p className="sm dim">{t('statementSearch.wallets.more')}</p>}
          <Button size="small" disabled={walletIds.length === 0} onPress={() => onChange([])}>
            {t('statementSearch.wallets.all')}
          </Button>
        </div>
      </Popover>
    </DialogTrigger>
  );
}
