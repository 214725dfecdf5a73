import { useState } from 'react';
import { formatList, t } from '../../../shared/messages/index.ts';
import {
  maxReferenceLength,
  type PastedText,
  readReferences,
} from '../../../shared/model/proofs/references.ts';
import { fetchProofs } from '../../app/fetch-proofs.ts';
import { call } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { TextArea } from '../../components/fields/TextField.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { Notice } from '../../components/messages/Notice.tsx';
import { chooseFromStatement, setPasting } from './proof-actions.ts';

const maxReferences = 20_000;
const maxQuotedTexts = 3;
const maxQuotedLength = 60;

/** Returns a reference of the clerk's own list, because the specification shows none. */
async function loadExample(): Promise<string | null> {
  const { rows } = await call('proofs.list', { offset: 0, limit: 1, state: 'saved', search: '' });
  return rows[0]?.reference ?? null;
}

function quoteTexts(texts: readonly PastedText[]): string {
  const quotes = texts
    .slice(0, maxQuotedTexts)
    .map(({ text, line }) => t('proofs.dialog.line', { line, text: text.slice(0, maxQuotedLength) }));
  const more = texts.length - quotes.length;
  return formatList(more > 0 ? [...quotes, t('proofs.omitted.more', { count: more })] : quotes);
}

export function PasteDialog({ onFetched }: { readonly onFetched: () => void }) {
  const [text, setText] = useState('');
  const [refresh, setRefresh] = useState(false);
  const [includesDoubtful, setIncludesDoubtful] = useState(false);
  const { value: example } = useQuery({ queryKey: '', load: loadExample });
  const pasted = readReferences(text);
  const { repeated, doubtful, refused, refusedTotal } = pasted;
  const references = [
    ...pasted.references,
    ...(includesDoubtful ? doubtful.map((doubtfulText) => doubtfulText.text) : []),
  ];
  const count = references.length;
  const disabledReason =
    count === 0
      ? t('proofs.dialog.nothing')
      : count > maxReferences
        ? t('proofs.dialog.tooMany', { max: maxReferences })
        : null;

  const fetchPasted = async () => {
    await fetchProofs(references, refresh);
    setPasting(false);
    onFetched();
  };

  return (
    <FormDialog
      open
      onClose={() => setPasting(false)}
      title={t('proofs.dialog.title')}
      lead={t('proofs.dialog.lead')}
      cancelLabel={t('proofs.cancel')}
      submitLabel={t('proofs.dialog.fetch', { count })}
      disabledReason={disabledReason}
      onSubmit={fetchPasted}
    >
      <TextArea
        label={t('proofs.references')}
        value={text}
        onChange={setText}
        rows={9}
        face="raw"
        startsFocused
        hint={
          text.trim() === ''
            ? t('proofs.dialog.form', { max: maxReferenceLength, example: example ?? 'none' })
            : t('proofs.dialog.found', { count, repeated })
        }
      />
      <div role="status" className="grid gap-2">
        {refusedTotal > 0 && (
          <Notice tone="warning" title={t('proofs.dialog.refusedTitle', { count: refusedTotal })}>
            {quoteTexts(refused)}
          </Notice>
        )}
        {doubtful.length > 0 && (
          <Notice
            tone="warning"
            title={t(includesDoubtful ? 'proofs.dialog.includedTitle' : 'proofs.dialog.doubtfulTitle', {
              count: doubtful.length,
            })}
          >
            {quoteTexts(doubtful)}
          </Notice>
        )}
      </div>
      {doubtful.length > 0 && (
        <Checkbox checked={includesDoubtful} onChange={setIncludesDoubtful}>
          {t('proofs.dialog.include', { count: doubtful.length })}
        </Checkbox>
      )}
      {text === '' && (
        <p>
          <LinkButton
            onPress={() => {
              setPasting(false);
              chooseFromStatement();
            }}
          >
            {t('proofs.fromStatements.action')}
          </LinkButton>
        </p>
      )}
      <Checkbox checked={refresh} onChange={setRefresh} hint={t('proofs.dialog.refreshDetail')}>
        {t('proofs.dialog.refresh')}
      </Checkbox>
    </FormDialog>
  );
}
