/** @file Changes of ticks and notes in words. */
import type { Annotation } from '../model/statements/annotations.ts';
import { t } from './index.ts';

/** Returns a change in words, for example "Note: Invoice is missing". */
export function formatAnnotation(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'tick':
      return t(annotation.isTicked ? 'annotations.column.ticked' : 'annotations.history.untick');
    case 'note':
      return annotation.text === ''
        ? t('annotations.history.unnote')
        : t('annotations.history.note', { text: annotation.text });
  }
}
