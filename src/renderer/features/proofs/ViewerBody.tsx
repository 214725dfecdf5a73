import type { ReactNode } from 'react';
import { formatList, t } from '../../../shared/messages/index.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Pane } from '../../components/Pane.tsx';
import { PdfDocument } from '../../components/pdf/PdfDocument.tsx';
import { useQuery } from '../../components/use-query.ts';
import { type Addresses, loadContent, loadText, openVersion } from './content.ts';
import { saveOne, useDisabledReason } from './proof-actions.ts';
import { LinkView } from './views/LinkView.tsx';
import { RawText } from './views/RawText.tsx';
import { TextView } from './views/TextViews.tsx';

export interface ViewerBodyProps {
  readonly row: ProofRow;
  readonly version: ProofVersion;
  /** Shows `pop` as it was received. */
  readonly raw: boolean;
}

/** Notes about the proof, below its header. */
function Notes({ version }: { readonly version: ProofVersion }) {
  const { notes, attachments, isOutdated } = version;
  if (notes.length === 0 && attachments.length === 0 && !isOutdated) return null;
  return (
    <ul className="proof-notes">
      {isOutdated && (
        <li>
          <Icon name="clock" />
          {t('proofsViewer.isOutdated')}
        </li>
      )}
      {notes.map((note) => (
        <li key={note}>
          <Icon name={note === 'amounts-differ' || note === 'cut-off' ? 'alert' : 'info'} />
          {t(`proofsViewer.note.${note}`)}
        </li>
      ))}
      {attachments.length > 0 && (
        <li>
          <Icon name="info" />
          {t('proofsViewer.attachments', { names: formatList(attachments) })}
        </li>
      )}
    </ul>
  );
}

function Loading() {
  return <div className="proof-loading" role="status" aria-label={t('proofsViewer.loading')} />;
}

interface LoadedProps<Value> {
  readonly address: string;
  readonly load: (address: string) => Promise<Value>;
  readonly children: (value: Value) => ReactNode;
}

function Loaded<Value>({ address, load, children }: LoadedProps<Value>) {
  const { value, error } = useQuery({
    source: address,
    revision: 0,
    load: () => load(address),
    keepsPrevious: true,
  });
  if (error !== null) {
    return (
      <div className="proof-missing">
        <ErrorNotice error={error} />
      </div>
    );
  }
  return value === null ? <Loading /> : children(value);
}

function RawDocument({ address }: { readonly address: string }) {
  return (
    <Loaded address={address} load={loadText}>
      {({ text, isWhole }) => (
        <Pane className="proof-plain" label={t('proofsViewer.raw')}>
          <RawText text={text} isWhole={isWhole} wrap />
        </Pane>
      )}
    </Loaded>
  );
}

function SaveFile({ row, version }: Omit<ViewerBodyProps, 'raw'>) {
  const whyNot = useDisabledReason();
  return (
    <Button icon="save" disabledReason={whyNot} onPress={() => saveOne(row.id, version.id, 'document')}>
      {t('proofsViewer.save')}
    </Button>
  );
}

function Document({
  row,
  version,
  addresses,
}: Omit<ViewerBodyProps, 'raw'> & { readonly addresses: Addresses }) {
  switch (version.kind) {
    case 'pdf':
      return <PdfDocument url={addresses.document} />;
    case 'png':
    case 'jpeg':
    case 'svg':
      return (
        <Pane className="proof-image" label={t('proofsViewer.image', { reference: row.reference })}>
          <img src={addresses.document} alt={t('proofsViewer.image', { reference: row.reference })} />
        </Pane>
      );
    case 'url':
      return <LinkView id={row.id} version={version} />;
    case 'empty':
      return (
        <div className="center">
          <Empty icon="help" title={t('proofsViewer.empty.title')} lead={t('proofsViewer.empty.lead')} />
        </div>
      );
    case 'unreadable':
      return (
        <div className="center">
          <Empty
            icon="alert"
            title={t('proofsViewer.unreadable.title')}
            lead={t('proofsViewer.unreadable.lead')}
          />
        </div>
      );
    case 'file':
      return (
        <div className="center">
          <Empty
            icon="file"
            title={t('proofsViewer.notShown.title', { kind: proofLabel(version) })}
            lead={t('proofsViewer.notShown.lead')}
            actions={<SaveFile row={row} version={version} />}
          />
        </div>
      );
    default:
      return (
        <Loaded address={addresses.read} load={loadContent}>
          {(content) => <TextView content={content} />}
        </Loaded>
      );
  }
}

/** The document in the view for its kind. */
export function ViewerBody({ row, version, raw }: ViewerBodyProps) {
  const { value, error } = useQuery({
    source: version.id,
    revision: 0,
    load: () => openVersion(row.id, version.id),
    keepsPrevious: true,
  });
  if (error !== null) {
    return (
      <div className="proof-missing">
        <ErrorNotice error={error} />
      </div>
    );
  }
  return (
    <>
      <Notes version={version} />
      <div className="proof-body">
        {value === null ? (
          <Loading />
        ) : raw ? (
          <RawDocument address={value.received} />
        ) : (
          <Document row={row} version={version} addresses={value} />
        )}
      </div>
    </>
  );
}
