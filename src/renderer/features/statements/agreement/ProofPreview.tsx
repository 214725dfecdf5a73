import { t } from '../../../../shared/messages/index.ts';
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';
import { call } from '../../../bridge.ts';
import { loadBytes } from '../../../components/files/load-bytes.ts';
import { Pane } from '../../../components/layout/Pane.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { PdfDocument } from '../../../components/pdf/PdfDocument.tsx';
import styles from './Agreement.module.css';

/** Maximum number of bytes of a text that is shown. */
const maxTextBytes = 20_000;

/** How each kind is shown; kinds that are not listed are opened on the Proofs screen only. */
const forms: Readonly<Partial<Record<ProofKind, 'pages' | 'image' | 'text'>>> = {
  pdf: 'pages',
  png: 'image',
  jpeg: 'image',
  svg: 'image',
  mt103: 'text',
  iso20022: 'text',
  xml: 'text',
  json: 'text',
  text: 'text',
  html: 'text',
};

interface ProofPreviewProps {
  readonly proofId: number;
  readonly kind: ProofKind;
  readonly reference: string;
}

/** The newest version of a proof as it was received: its pages, its image, or the beginning of its text. */
export function ProofPreview({ proofId, kind, reference }: ProofPreviewProps) {
  const form = forms[kind];
  const { value, error } = useQuery({
    queryKey: `${proofId} ${form ?? ''}`,
    load: async () => {
      if (form === undefined) return null;
      const { document } = await call('proofs.open', { action: 'contents', id: proofId, version: null });
      if (form !== 'text') return { form, url: document };
      const text = new TextDecoder().decode((await loadBytes(document)).subarray(0, maxTextBytes));
      return { form, text };
    },
  });
  if (form === undefined) return null;
  if (error !== null) return <ErrorNotice error={error} />;
  if (value === null) return <Skeleton rows={4} pieces={1} />;
  const label = t('statementAgreement.preview', { reference });
  switch (value.form) {
    case 'pages':
      return (
        <div className={styles.pages}>
          <PdfDocument url={value.url} />
        </div>
      );
    case 'image':
      return <img className={styles.image} src={value.url} alt={label} />;
    case 'text':
      return (
        <Pane className={styles.text ?? ''} label={label}>
          <pre className="raw selectable">{value.text}</pre>
        </Pane>
      );
  }
}
