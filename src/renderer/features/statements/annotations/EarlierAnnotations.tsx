import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { carryOver } from './annotate.ts';

/** Offers the ticks and notes of an earlier version while the rows of the statement have none. */
export function EarlierAnnotations({ rows }: { readonly rows: number }) {
  const viewer = useViewer();
  const { annotationCounts, attempt } = viewer;
  if (rows === 0 || annotationCounts === null) return null;
  if (Object.values(annotationCounts).some((count) => count > 0)) return null;
  return (
    <Notice
      tone="info"
      title={t('annotations.earlier', { count: rows })}
      actions={
        <Button size="small" onPress={() => attempt(carryOver(viewer))}>
          {t('annotations.carryOver')}
        </Button>
      }
      actionsAt="end"
    />
  );
}
