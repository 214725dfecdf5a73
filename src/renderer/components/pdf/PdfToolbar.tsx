import { t } from '../../../shared/messages/index.ts';
import { LinkButton } from '../actions/Button.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { SearchField } from '../fields/SearchField.tsx';
import { classNames } from '../layout/class-names.ts';
import pageStyles from '../layout/Page.module.css';
import { Message } from '../messages/Message.tsx';
import styles from './Pdf.module.css';

/** Zoom factors that differ by less are equal; a scale that fits the width is not rounded. */
const zoomTolerance = 0.01;
const zoomFactors = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];

interface PdfToolbarProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
  readonly scale: number;
  readonly isFitToWidth: boolean;
  /** Called with a zoom factor, or `null` to fit the width. */
  readonly onScale: (scale: number | null) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Index of the current match; `null` before the first. */
  readonly matchIndex: number | null;
  readonly matchCount: number;
  readonly onStepMatch: (isBackward: boolean) => void;
}

function matchText(matchIndex: number | null, count: number): string {
  if (count === 0) return t('pdf.find.none');
  return matchIndex === null
    ? t('pdf.find.count', { count })
    : t('pdf.find.position', { match: matchIndex + 1, count });
}

export function PdfToolbar(props: PdfToolbarProps) {
  const {
    page,
    pageCount,
    onPage,
    scale,
    isFitToWidth,
    onScale,
    search,
    onSearch,
    matchIndex,
    matchCount,
    onStepMatch,
  } = props;
  const smallerFactor = zoomFactors.findLast((factor) => factor < scale - zoomTolerance);
  const largerFactor = zoomFactors.find((factor) => factor > scale + zoomTolerance);
  return (
    <div className={styles.bar} data-part="pdf-bar">
      <IconButton
        icon="chevron-up"
        label={t('pdf.page', { page: Math.max(1, page - 1) })}
        disabled={page <= 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevron-down"
        label={t('pdf.page', { page: Math.min(pageCount, page + 1) })}
        disabled={page >= pageCount}
        onPress={() => onPage(page + 1)}
      />
      <span className="num sm nowrap">
        <Message
          id="pdf.position"
          values={{ page, pages: pageCount, dim: (chunks) => <span className="dim">{chunks}</span> }}
        />
      </span>
      <hr className={pageStyles.toolbarLine} />
      <IconButton
        icon="dash"
        label={t('pdf.zoomOut')}
        disabled={smallerFactor === undefined}
        onPress={() => onScale(smallerFactor ?? null)}
      />
      <span className={classNames('num sm', styles.zoom)}>
        {t('pdf.zoom', { percent: Math.round(scale * 100) })}
      </span>
      <IconButton
        icon="plus"
        label={t('pdf.zoomIn')}
        disabled={largerFactor === undefined}
        onPress={() => onScale(largerFactor ?? null)}
      />
      {!isFitToWidth && (
        <LinkButton small onPress={() => onScale(null)}>
          {t('pdf.fitWidth')}
        </LinkButton>
      )}
      <span className="grow" />
      {search.trim() !== '' && (
        <>
          <span className="num sm dim nowrap" role="status">
            {matchText(matchIndex, matchCount)}
          </span>
          <IconButton
            icon="chevron-up"
            label={t('pdf.find.previous')}
            disabled={matchCount === 0}
            onPress={() => onStepMatch(true)}
          />
          <IconButton
            icon="chevron-down"
            label={t('pdf.find.next')}
            disabled={matchCount === 0}
            onPress={() => onStepMatch(false)}
          />
        </>
      )}
      <SearchField
        label={t('pdf.find.label')}
        placeholder={t('pdf.find.label')}
        value={search}
        onChange={onSearch}
        onEnter={onStepMatch}
        width={180}
      />
    </div>
  );
}
