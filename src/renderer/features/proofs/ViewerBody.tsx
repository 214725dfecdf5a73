import type { ReactNode } from 'react';
import { formatList, t } from '../../../shared/messages/index.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import type { ProofNote, ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import { Pane } from '../../components/layout/Pane.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { Empty } from '../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { PdfDocument } from '../../components/pdf/PdfDocument.tsx';
import { type ContentUrls, fetchContentUrls, loadContent, loadText } from './content.ts';
import styles from './Proofs.module.css';
import { saveOne, useDisabledReason } from './proof-actions.ts';
import { LinkView } from './views/LinkView.tsx';
import { RawText } from './views/RawText.tsx';
import { TextView } from './views/TextViews.tsx';
import viewsStyles from './views/Views.module.css';

interface ViewerBodyProps {
  readonly row: ProofRow;
  readonly version: ProofVersion;
  /** Shows `pop` as it was received. */
  readonly isRaw: boolean;
}

const alertingNotes: ReadonlySet<ProofNote> = new Set(['amounts-differ', 'cut-off', 'statuses-contradict']);

/** Notes about the proof, below its header. */
function Notes({ version }: { readonly version: ProofVersion }) {
  const { notes, attachments, isOutdated } = version;
  if (notes.length === 0 && attachments.length === 0 && !isOutdated) return null;
  return (
    <ul className={styles.notes}>
      {isOutdated && (
        <li>
          <Icon name="clock" />
          {t('proofsViewer.isOutdated')}
        </li>
      )}
      {notes.map((note) => (
        <li key={note}>
          <Icon name={alertingNotes.has(note) ? 'alert' : 'info'} />
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
  return <div className={styles.loading} role="status" aria-label={t('proofsViewer.loading')} />;
}

interface LoadedContentProps<Value> {
  readonly url: string;
  readonly load: (url: string) => Promise<Value>;
  readonly children: (value: Value) => ReactNode;
}

function LoadedContent<Value>({ url, load, children }: LoadedContentProps<Value>) {
  const { value, error } = useQuery({
    queryKey: url,
    load: () => load(url),
    keepsPrevious: true,
  });
  if (error !== null) {
    return (
      <div className={styles.missing}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  return value === null ? <Loading /> : children(value);
}

function RawDocument({ url }: { readonly url: string }) {
  return (
    <LoadedContent url={url} load={loadText}>
      {({ text, isWhole }) => (
        <Pane className={classNames(viewsStyles.plain)} label={t('proofsViewer.raw')}>
          <RawText text={text} isWhole={isWhole} />
        </Pane>
      )}
    </LoadedContent>
  );
}

function SaveFile({ row, version }: Omit<ViewerBodyProps, 'isRaw'>) {
  const disabledReason = useDisabledReason();
  return (
    <Button
      icon="save"
      disabledReason={disabledReason}
      onPress={() => saveOne(row.id, version.id, 'document')}
    >
      {t('proofsViewer.save')}
    </Button>
  );
}

function ProofDocument({
  row,
  version,
  contentUrls,
}: Omit<ViewerBodyProps, 'isRaw'> & { readonly contentUrls: ContentUrls }) {
  switch (version.kind) {
    case 'pdf':
      return <PdfDocument url={contentUrls.document} />;
    case 'png':
    case 'jpeg':
    case 'svg':
      return (
        <Pane
          className={classNames(viewsStyles.image)}
          data-part="image"
          label={t('proofsViewer.image', { reference: row.reference })}
        >
          <img src={contentUrls.document} alt={t('proofsViewer.image', { reference: row.reference })} />
        </Pane>
      );
    case 'url':
      return <LinkView id={row.id} version={version} />;
    case 'empty':
      return (
        <div className={pageStyles.center}>
          <Empty icon="help" title={t('proofsViewer.empty.title')} lead={t('proofsViewer.empty.lead')} />
        </div>
      );
    case 'unreadable':
      return (
        <div className={pageStyles.center}>
          <Empty
            icon="alert"
            title={t('proofsViewer.unreadable.title')}
            lead={t('proofsViewer.unreadable.lead')}
          />
        </div>
      );
    case 'file':
      return (
        <div className={pageStyles.center}>
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
        <LoadedContent url={contentUrls.read} load={loadContent}>
          {(content) => <TextView content={content} />}
        </LoadedContent>
      );
  }
}

/** Shows a version of a proof: its notes, and its document in the view for the kind of the document. */
export function ViewerBody({ row, version, isRaw }: ViewerBodyProps) {
  const { value: contentUrls, error } = useQuery({
    queryKey: version.id,
    load: () => fetchContentUrls(row.id, version.id),
    keepsPrevious: true,
  });
  if (error !== null) {
    return (
      <div className={styles.missing}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  return (
    <>
      <Notes version={version} />
      <div className={styles.body} data-part="proof-body">
        {contentUrls === null ? (
          <Loading />
        ) : isRaw ? (
          <RawDocument url={contentUrls.received} />
        ) : (
          <ProofDocument row={row} version={version} contentUrls={contentUrls} />
        )}
      </div>
    </>
  );
}
