import { useEffect, useEffectEvent, useState } from 'react';
import type { CommandArgs, CommandResult } from '../../../../shared/contract/index.ts';
import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { DropZone } from '../../../components/files/DropZone.tsx';
import { filesNotSavedMessage } from '../../../components/files/files-not-saved.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import styles from './Mapping.module.css';
import { MappingActions, MappingPreview, useMapping } from './MappingPreview.tsx';

interface ManifestDialogProps {
  readonly batchId: number;
  /** A document of the batch to open as the list; `null` for none. */
  readonly documentId: number | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

type OpenedManifest = NonNullable<CommandResult<'documents.openManifest'>>;

/** Dialog that assigns documents by a list, with a preview of every line. */
export function ManifestDialog({ batchId, documentId, open, onClose }: ManifestDialogProps) {
  const [manifest, setManifest] = useState<OpenedManifest | null>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const asyncAction = useAsyncAction();
  const rule = manifest === null ? null : { by: 'manifest' as const, manifestId: manifest.manifestId };
  const mapping = useMapping(batchId, rule, onClose);
  const openManifest = async (
    args: CommandArgs<'documents.openManifest'>,
    droppedFiles: readonly File[] = [],
  ) => {
    setWarning(null);
    const opened = await call('documents.openManifest', args);
    if (opened !== null) setManifest(opened);
    else if (droppedFiles.length > 0) setWarning(filesNotSavedMessage(droppedFiles, [0]));
  };
  const openListDocument = useEffectEvent(() => {
    if (documentId !== null)
      void asyncAction.run(() => openManifest({ batchId, from: 'document', documentId }));
  });
  useEffect(() => openListDocument(), []);
  const openDroppedFile = (files: readonly File[]) =>
    void asyncAction.run(async () => {
      if (files.length > 1) setWarning(t('documentsMapping.list.oneOnly'));
      else await openManifest({ batchId, from: 'drop', files: [...files] }, files);
    });
  const busy = asyncAction.busy || mapping.busy;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documentsMapping.list.title')}
      lead={t('documentsMapping.list.lead')}
      size="large"
      dismissable={!busy}
      actions={
        <MappingActions
          mapping={mapping}
          title={t('documentsMapping.list.title')}
          noPreviewReason={manifest === null ? t('documentsMapping.list.first') : null}
        />
      }
    >
      <DropZone onFiles={openDroppedFile} size="slim">
        <span className={classNames(styles.manifestName, 'cut')}>
          {manifest === null
            ? t('documentsMapping.list.drop')
            : t('documentsMapping.list.opened', { name: manifest.fileName, lines: manifest.lines })}
        </span>
        <Button
          size="small"
          disabled={busy}
          startsFocused
          onPress={() => void asyncAction.run(() => openManifest({ batchId, from: 'dialog' }))}
        >
          {manifest === null ? t('documentsMapping.list.choose') : t('documentsMapping.list.chooseOther')}
        </Button>
      </DropZone>
      {warning !== null && (
        <Notice tone="warning" title={warning} spoken>
          {null}
        </Notice>
      )}
      {asyncAction.error !== null && <ErrorNotice error={asyncAction.error} />}
      {manifest !== null && <MappingPreview mapping={mapping} />}
    </Dialog>
  );
}
