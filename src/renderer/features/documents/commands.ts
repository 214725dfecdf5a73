/** @file Commands and search results of documents for the palette. */

import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/documents/batch.ts';
import { useFailures } from '../../app/failures.ts';
import type { Command } from '../../app/feature.ts';
import { navigate } from '../../app/routes.ts';
import { call, mirror } from '../../bridge.ts';
import { describeName } from '../../components/files/file-name.ts';
import { chooseFiles, showBatch } from './add-files.ts';
import { batchCommands } from './batches/batch-commands.ts';
import { openDialog } from './dialogs.ts';
import { useBatches } from './frame.ts';
import { documentIcon } from './list/document-icon.ts';
import { changeView } from './view-state.ts';

/** Number of batches whose documents are searched, newest first. */
const maxBatches = 4;
/** Number of documents listed for each batch. */
const maxFound = 6;
const maxSearchLength = 200;

export function useCommands(): readonly Command[] {
  const batches = useBatches();
  const { attempt } = useFailures();
  // A dialog belongs to the profile for which it was opened.
  useEffect(() => () => openDialog(null), []);
  return [
    {
      id: 'documents choose files',
      label: t('documentsFrame.commands.chooseFiles'),
      icon: 'file',
      keys: 'Mod+O',
      keywords: t('documentsFrame.commands.keywords.add').split(' '),
      run: () => attempt(chooseFiles('files')),
    },
    {
      id: 'documents choose folder',
      label: t('documentsFrame.commands.chooseFolder'),
      icon: 'folder',
      keys: 'Mod+Shift+O',
      keywords: t('documentsFrame.commands.keywords.add').split(' '),
      run: () => attempt(chooseFiles('folder')),
    },
    ...batches.flatMap((batch) => batchCommands(batch, attempt)),
    {
      id: 'documents earlier',
      label: t('documentsFrame.commands.earlier'),
      icon: 'clock',
      keywords: t('documentsFrame.commands.keywords.earlier').split(' '),
      run: () => navigate('documents', { view: 'earlier', batchId: null }),
    },
  ];
}

async function findInBatch({ id: batchId, number }: BatchSummary, text: string): Promise<readonly Command[]> {
  const { rows } = await call('documents.list', {
    batchId,
    filter: { group: null, text: text.slice(0, maxSearchLength) },
    sort: { by: 'state', descending: false },
    offset: 0,
    limit: maxFound,
  });
  return rows.map(({ id, name, kind, group }) => ({
    id: `documents open ${id}`,
    label: describeName(name),
    icon: documentIcon(kind),
    detail: `${t('documentsScreen.batch', { number })}, ${t(`documentGroups.${group}`)}`,
    run: () => {
      changeView(batchId, { chip: 'all', text: '', reason: null, openId: id });
      showBatch(batchId);
    },
  }));
}

/** Finds documents of the newest batches by file name, folder or beneficiary. */
export async function findDocuments(text: string): Promise<readonly Command[]> {
  const batches = mirror('batches').getState().value ?? [];
  const found = await Promise.all(batches.slice(0, maxBatches).map((batch) => findInBatch(batch, text)));
  return found.flat();
}
