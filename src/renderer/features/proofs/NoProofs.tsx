import { t } from '../../../shared/messages/index.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';
import { useSamples } from '../../app/samples.ts';
import { Button } from '../../components/actions/Button.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import { Empty } from '../../components/messages/Empty.tsx';
import { chooseFromStatement, fetchReferences, setPasting, useProofActions } from './proof-actions.ts';

/** The Proofs screen without proofs: what it is for, and how to begin. */
export function NoProofs({ keychain }: { readonly keychain: Keychain['state'] }) {
  const references = useSamples()?.references ?? [];
  const { busy } = useProofActions();
  return (
    <div className={pageStyles.center}>
      <Empty
        icon="proof"
        title={t('proofs.empty.title')}
        lead={t('proofs.empty.lead', { keychain })}
        foot={t('proofs.empty.foot')}
        actions={
          <>
            <Button variant="primary" size="big" icon="paste" startsFocused onPress={() => setPasting(true)}>
              {t('proofs.paste')}
            </Button>
            <Button size="big" icon="ledger" disabled={busy} onPress={chooseFromStatement}>
              {t('proofs.fromStatements.action')}
            </Button>
            {references.length > 0 && (
              <Button size="big" disabled={busy} onPress={() => fetchReferences(references)}>
                {t('samples.references')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
