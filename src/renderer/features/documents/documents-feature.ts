import { t } from '../../../shared/messages/index.ts';
import type { Feature } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { findDocuments, useCommands } from './commands.ts';
import { useFileDropHandler, useTray } from './frame.ts';

export const documentsFeature: Feature = {
  route: 'documents',
  get label() {
    return t('documentsScreen.earlier.documents');
  },
  icon: 'upload',
  Screen: createLazyComponent(() => import('./DocumentsScreen.tsx').then((module) => module.DocumentsScreen)),
  useTray,
  useCommands,
  search: findDocuments,
  useFileDropHandler,
};
