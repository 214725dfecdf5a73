import { t } from '../../../shared/messages/index.ts';
import { IconButton, LinkButton } from '../Button.tsx';
import { Message } from '../Message.tsx';
import { SearchField } from '../SearchField.tsx';

const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];

export interface PdfToolbarProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly scale: number;
  readonly fits: boolean;
  /** A factor; `null` fits the width. */
  readonly onScale: (scale: number | null) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Index of the current match; `null` before the first. */
  readonly match: number | null;
  readonly matches: number;
  readonly onStep: (back: boolean) => void;
}

function matchText(match: number | null, count: number): string {
  if (count === 0) return t('pdf.find.none');
  return match === null
    ? t('pdf.find.count', { count })
    : t('pdf.find.position', { match: match + 1, count });
}

/** Toolbar with page number, zoom and find. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { page, pages, onPage, scale, fits, onScale, search, onSearch, match, matches, onStep } = props;
  const smaller = steps.findLast((step) => step < scale - 0.01);
  const larger = steps.find((step) => step > scale + 0.01);
  return (
    <div className="pdf-bar">
      <IconButton
        icon="chevron-up"
        label={t('pdf.page', { page: Math.max(1, page - 1) })}
        disabled={page <= 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevron-down"
        label={t('pdf.page', { page: Math.min(pages, page + 1) })}
        disabled={page >= pages}
        onPress={() => onPage(page + 1)}
      />
      <span className="num sm nowrap">
        <Message
          id="pdf.position"
          values={{ page, pages, dim: (chunks) => <span className="dim">{chunks}</span> }}
        />
      </span>
      <hr className="toolbar-line" />
      <IconButton
        icon="dash"
        label={t('pdf.zoomOut')}
        disabled={smaller === undefined}
        onPress={() => onScale(smaller ?? null)}
      />
      <span className="num sm pdf-zoom">{t('pdf.zoom', { percent: Math.round(scale * 100) })}</span>
      <IconButton
        icon="plus"
        label={t('pdf.zoomIn')}
        disabled={larger === undefined}
        onPress={() => onScale(larger ?? null)}
      />
      {!fits && (
        <LinkButton small onPress={() => onScale(null)}>
          {t('pdf.fitWidth')}
        </LinkButton>
      )}
      <span className="grow" />
      {search.trim() !== '' && (
        <>
          <span className="num sm dim nowrap" role="status">
            {matchText(match, matches)}
          </span>
          <IconButton
            icon="chevron-up"
            label={t('pdf.find.previous')}
            disabled={matches === 0}
            onPress={() => onStep(true)}
          />
          <IconButton
            icon="chevron-down"
            label={t('pdf.find.next')}
            disabled={matches === 0}
            onPress={() => onStep(false)}
          />
        </>
      )}
      <SearchField
        label={t('pdf.find.label')}
        placeholder={t('pdf.find.label')}
        value={search}
        onChange={onSearch}
        onEnter={onStep}
        width={180}
      />
    </div>
  );
}
