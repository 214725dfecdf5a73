import { t } from '../../../shared/messages/index.ts';
import type { Feature } from '../../app/feature.ts';
import { findDocuments, useCommands } from './commands.ts';
import { useFileTaker, useNeedsClerk, useTray } from './contributions.ts';
import { DocumentsScreen } from './DocumentsScreen.tsx';

/** Registration of the documents feature. */
export const documentsFeature: Feature = {
  route: 'documents',
  get word() {
    return t('documentsScreen.earlier.documents');
  },
  icon: 'upload',
  Screen: DocumentsScreen,
  useNeedsClerk,
  useTray,
  useCommands,
  search: findDocuments,
  useFileDropHandler: useFileTaker,
};
