import { t } from '../../../../shared/messages/index.ts';
import { statusLine } from '../../../../shared/messages/payment-status.ts';
import { formatFact } from '../../../../shared/messages/proof-facts.ts';
import { kindLabel } from '../../../../shared/messages/proof-kinds.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';
import type { AgreementField, RowAgreement } from '../../../../shared/model/statements/agreement.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { loadBytes } from '../../../components/files/load-bytes.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Pane } from '../../../components/layout/Pane.tsx';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { Badge, State } from '../../../components/messages/State.tsx';
import { PdfDocument } from '../../../components/pdf/PdfDocument.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Agreement.module.css';
import { toggleProof } from './agreement-actions.ts';
import { resultIcons, stateAppearances } from './agreement-appearance.ts';

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
function ProofPreview({ proofId, kind, reference }: ProofPreviewProps) {
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

function formatValue(field: AgreementField['field'], value: string | null): string {
  if (value === null) return t('statementAgreement.panel.unstated');
  if (field === 'amount') return groupedAmount(value);
  if (field === 'direction') return t(`statementAgreement.direction.${value === 'in' ? 'in' : 'out'}`);
  return field === 'date' ? formatFact(value) : value;
}

function resultText({ result, note }: AgreementField): string {
  const text = t(`statementAgreement.result.${result}`);
  return note === null
    ? text
    : t('statementAgreement.note.withResult', { result: text, note: t(`statementAgreement.note.${note}`) });
}

/** Both values of each field. */
function Fields({ fields, label }: { readonly fields: readonly AgreementField[]; readonly label: string }) {
  return (
    <table className={styles.fields} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('statementAgreement.panel.field')}</th>
          <th scope="col">{t('statementAgreement.panel.statement')}</th>
          <th scope="col">{t('statementAgreement.panel.proof')}</th>
        </tr>
      </thead>
      {fields.map((field) => (
        <tbody key={field.field} className="line-top" data-result={field.result}>
          <tr>
            <th scope="row">{t(`statementAgreement.field.${field.field}`)}</th>
            <td className="selectable num">{formatValue(field.field, field.statement)}</td>
            <td className="selectable num">{formatValue(field.field, field.proof)}</td>
          </tr>
          <tr>
            <td colSpan={3}>
              <span className={styles.result}>
                <Icon name={resultIcons[field.result]} size="sm" />
                {resultText(field)}
              </span>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function StateBadge({ state }: Pick<RowAgreement, 'state'>) {
  const { icon, tone = 'plain' } = stateAppearances[state];
  const text = t(`rowStates.agreement.${state}`);
  if (tone === 'danger' || tone === 'warning')
    return (
      <Badge icon={icon} tone={tone}>
        {text}
      </Badge>
    );
  return (
    <State icon={icon} tone={tone}>
      {text}
    </State>
  );
}

function RowDetails({ agreement, row }: { readonly agreement: RowAgreement; readonly row: number }) {
  const { state, reason, reference, fields, proofId, kind, status } = agreement;
  return (
    <>
      <PanelSection title={<span className="id selectable">{reference}</span>}>
        <p>
          <StateBadge state={state} />
        </p>
        {reason !== null && <p className="sm">{t(`statementAgreement.reason.${reason}`)}</p>}
        {status !== null && <p className="sm">{statusLine(status)}</p>}
        {kind !== null && <p className="sm dim">{kindLabel(kind)}</p>}
      </PanelSection>
      {fields.length > 0 && (
        <PanelSection>
          <Fields fields={fields} label={t('statementAgreement.panel.table', { row: row + 1 })} />
        </PanelSection>
      )}
      <PanelSection
        grow
        actions={
          proofId !== null && (
            <Button icon="proof" onPress={() => navigate('proofs', { proofId })}>
              {t('statementAgreement.panel.open')}
            </Button>
          )
        }
      >
        {proofId !== null && kind !== null && (
          <ProofPreview key={proofId} proofId={proofId} kind={kind} reference={reference} />
        )}
      </PanelSection>
    </>
  );
}

/** The proof of the row at the cursor, beside the values of the row. */
export function AgreementPanel() {
  const viewer = useViewer();
  const { handle, cursor, appliedView, statesRevision, stateKinds } = viewer;
  const isCompared = stateKinds.includes('agreement');
  const { value, error } = useQuery({
    queryKey: `${handle} ${appliedView?.name ?? ''} ${isCompared} ${cursor.row}`,
    revision: statesRevision,
    load: async () => {
      const place = { offset: cursor.row, limit: 1 };
      const { rows } = await call('viewer.query', { action: 'window', handle, ...place });
      const row = rows[0]?.row;
      if (row === undefined || !isCompared) return { row: null, agreement: null };
      return { row, ...(await call('viewer.query', { action: 'agreementOfRow', handle, row })) };
    },
    keepsPrevious: true,
  });
  return (
    <Panel
      label={t('statementAgreement.title')}
      top={
        <b>
          {value?.row == null
            ? t('statementAgreement.title')
            : t('statementAgreement.panel.row', { row: value.row + 1 })}
        </b>
      }
      isFocusable
      onClose={() => toggleProof(viewer)}
    >
      {error !== null && <ErrorNotice error={error} />}
      {value === null && error === null && <Skeleton rows={6} pieces={2} roomy />}
      {value !== null && (value.row === null || value.agreement === null) && (
        <PanelSection grow>
          <p className="dim">
            {value.row === null ? t('statementAgreement.panel.choose') : t('statementAgreement.panel.none')}
          </p>
        </PanelSection>
      )}
      {value?.agreement != null && value.row !== null && (
        <RowDetails agreement={value.agreement} row={value.row} />
      )}
    </Panel>
  );
}
