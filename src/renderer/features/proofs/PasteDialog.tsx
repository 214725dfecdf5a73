import { useState } from 'react';
import { formatList, t } from '../../../shared/messages/index.ts';
import { readReferences } from '../../../shared/model/proofs/references.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextArea } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { setPasting } from './proof-actions.ts';

const maxReferences = 20_000;
const maxQuotedTexts = 3;

/** Dialog that parses pasted references and fetches their proofs. */
export function PasteDialog({ onFetched }: { readonly onFetched: () => void }) {
  const [text, setText] = useState('');
  const [refresh, setRefresh] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const { references, repeated, refused, refusedTotal } = readReferences(text);
  const isTooMany = references.length > maxReferences;
  const count = references.length;
  const disabledReason =
    count === 0
      ? t('proofs.dialog.nothing')
      : isTooMany
        ? t('proofs.dialog.tooMany', { max: maxReferences })
        : null;

  const fetchProofs = async () => {
    await run(async () => {
      await call('proofs.fetch', { references: [...references], refresh });
      setPasting(false);
      onFetched();
    });
  };

  return (
    <Dialog
      open
      onClose={() => setPasting(false)}
      title={t('proofs.dialog.title')}
      lead={t('proofs.dialog.lead')}
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{t('proofs.cancel')}</DialogCancel>
          <Button
            variant="primary"
            disabled={busy}
            disabledReason={disabledReason}
            onPress={() => void fetchProofs()}
          >
            {t('proofs.dialog.fetch', { count })}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('proofs.references')}
        value={text}
        onChange={setText}
        rows={9}
        face="raw"
        startsFocused
        hint={t('proofs.dialog.found', { count, repeated })}
        {...(refusedTotal === 0
          ? {}
          : {
              error: t('proofs.dialog.refused', {
                count: refusedTotal,
                texts: formatList(refused.slice(0, maxQuotedTexts)),
              }),
            })}
      />
      <Checkbox checked={refresh} onChange={setRefresh} hint={t('proofs.dialog.refreshDetail')}>
        {t('proofs.dialog.refresh')}
      </Checkbox>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
