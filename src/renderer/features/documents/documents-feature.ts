import { t } from '../../../shared/messages/index.ts';
import type { Feature } from '../../app/feature.ts';
import { findDocuments, useCommands } from './commands.ts';
import { DocumentsScreen } from './DocumentsScreen.tsx';
import { useFileDropHandler, useNeedsClerkCount, useTray } from './frame.ts';

/** Registration of the documents feature. */
export const documentsFeature: Feature = {
  route: 'documents',
  get label() {
    return t('documentsScreen.earlier.documents');
  },
  icon: 'upload',
  Screen: DocumentsScreen,
  useNeedsClerkCount,
  useTray,
  useCommands,
  search: findDocuments,
  useFileDropHandler,
};
