import type { ContentKind } from '../../../../shared/model/documents/document.ts';
import type { IconName } from '../../../components/layout/icons.ts';

const iconOfKind: Readonly<Record<ContentKind, IconName>> = {
  pdf: 'file',
  jpeg: 'image',
  png: 'image',
  svg: 'image',
  other: 'file',
};

export function documentIcon(kind: ContentKind | null): IconName {
  return kind === null ? 'file' : iconOfKind[kind];
}
