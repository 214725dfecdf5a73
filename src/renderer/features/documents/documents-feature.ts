import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { Feature } from '../../app/feature.ts';
import { findDocuments, useCommands } from './commands.ts';
import { useFileTaker, useNeedsClerk, useTray } from './contributions.ts';
import { DocumentsScreen } from './DocumentsScreen.tsx';

/** Documents: taken in, checked, assigned, reviewed, sent, attached. */
export const documentsFeature: Feature = {
  route: 'documents',
  word: documentsScreenWords.word,
  icon: 'upload',
  Screen: DocumentsScreen,
  useNeedsClerk,
  useTray,
  useCommands,
  search: findDocuments,
  useFileDropHandler: useFileTaker,
};
