import { useState } from 'react';
import { readReferences } from '../../../shared/model/proofs/references.ts';
import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextArea } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { setPasting } from './proof-actions.ts';

const words = proofsScreenWords.dialog;
const maxReferences = 20_000;
const maxNamed = 3;

/** Dialog that parses pasted references and fetches their proofs. */
export function PasteDialog({ onFetched }: { readonly onFetched: () => void }) {
  const [text, setText] = useState('');
  const [refresh, setRefresh] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const { references, repeated, refused, refusedTotal } = readReferences(text);
  const tooMany = references.length > maxReferences;
  const reason = references.length === 0 ? words.nothing : tooMany ? words.tooMany(maxReferences) : null;

  const fetchThem = async () => {
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
      title={words.title}
      lead={words.lead}
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{words.keep}</DialogCancel>
          <Button variant="primary" disabled={busy} disabledReason={reason} onPress={() => void fetchThem()}>
            {words.act(references.length)}
          </Button>
        </>
      }
    >
      <TextArea
        label={words.field}
        value={text}
        onChange={setText}
        rows={9}
        face="raw"
        startsFocused
        hint={words.found(references.length, repeated)}
        {...(refusedTotal === 0 ? {} : { error: words.refused(refusedTotal, refused.slice(0, maxNamed)) })}
      />
      <Checkbox checked={refresh} onChange={setRefresh} hint={words.refreshMore}>
        {words.refresh}
      </Checkbox>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
