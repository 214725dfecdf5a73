import { t } from '../../../../shared/messages/index.ts';
import type { ProofVersion } from '../../../../shared/model/proofs/proof.ts';
import { toastCopied } from '../../../app/toasts/toasts.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { copyText } from '../../../components/actions/copy-text.ts';
import pageStyles from '../../../components/layout/Page.module.css';
import { Empty } from '../../../components/messages/Empty.tsx';
import { openLink, useDisabledReason } from '../proof-actions.ts';

/** A link that the service returned as the proof. It opens only after a click and a confirmation. */
export function LinkView({ id, version }: { readonly id: number; readonly version: ProofVersion }) {
  const link = version.link ?? '';
  const host = URL.parse(link)?.host ?? link;
  const disabledReason = useDisabledReason();
  return (
    <div className={pageStyles.center}>
      <Empty
        icon="info"
        title={t('proofsViewer.link.title', { host })}
        lead={t('proofsViewer.link.lead')}
        foot={<span className="raw selectable break-anywhere">{link}</span>}
        actions={
          <>
            <Button disabledReason={disabledReason} onPress={() => openLink(id, version.id)}>
              {t('proofsViewer.link.open', { host })}
            </Button>
            <Button icon="copy" onPress={() => toastCopied(copyText(link))}>
              {t('proofsViewer.link.copy')}
            </Button>
          </>
        }
      />
    </div>
  );
}
