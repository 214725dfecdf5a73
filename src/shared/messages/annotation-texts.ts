/** @file Changes of ticks, notes and labels in words. */
import type { Annotation } from '../model/statements/annotations.ts';
import { rowStateNames } from '../model/statements/row-states.ts';
import { t } from './index.ts';
import { formatRowState } from './row-state-texts.ts';

/** Returns a change in words, for example "Note: Invoice is missing". */
export function formatAnnotation(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'tick':
      return t(annotation.isTicked ? 'annotations.column.ticked' : 'annotations.history.untick');
    case 'note':
      return annotation.text === ''
        ? t('annotations.history.unnote')
        : t('annotations.history.note', { text: annotation.text });
    case 'label':
      return formatRowState('label', rowStateNames.label.indexOf(annotation.label));
  }
}
