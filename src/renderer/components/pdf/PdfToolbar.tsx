import { pdfWords } from '../../../shared/words/pdf.ts';
import { IconButton, LinkButton } from '../Button.tsx';
import { SearchField } from '../SearchField.tsx';

const words = pdfWords;
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

/** Toolbar with page number, zoom and find. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { page, pages, onPage, scale, fits, onScale, search, onSearch, match, matches, onStep } = props;
  const smaller = steps.findLast((step) => step < scale - 0.01);
  const larger = steps.find((step) => step > scale + 0.01);
  return (
    <div className="pdf-bar">
      <IconButton
        icon="chevron-up"
        label={words.page(Math.max(1, page - 1))}
        disabled={page <= 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevron-down"
        label={words.page(Math.min(pages, page + 1))}
        disabled={page >= pages}
        onPress={() => onPage(page + 1)}
      />
      <span className="num sm nowrap">
        {words.page(page)} <span className="dim">{words.pages(pages)}</span>
      </span>
      <hr className="toolbar-line" />
      <IconButton
        icon="dash"
        label={words.smaller}
        disabled={smaller === undefined}
        onPress={() => onScale(smaller ?? null)}
      />
      <span className="num sm pdf-zoom">{words.zoom(Math.round(scale * 100))}</span>
      <IconButton
        icon="plus"
        label={words.larger}
        disabled={larger === undefined}
        onPress={() => onScale(larger ?? null)}
      />
      {!fits && (
        <LinkButton small onPress={() => onScale(null)}>
          {words.fit}
        </LinkButton>
      )}
      <span className="grow" />
      {search.trim() !== '' && (
        <>
          <span className="num sm dim nowrap" role="status">
            {words.matches(match === null ? null : match + 1, matches)}
          </span>
          <IconButton
            icon="chevron-up"
            label={words.previous}
            disabled={matches === 0}
            onPress={() => onStep(true)}
          />
          <IconButton
            icon="chevron-down"
            label={words.next}
            disabled={matches === 0}
            onPress={() => onStep(false)}
          />
        </>
      )}
      <SearchField
        label={words.find}
        placeholder={words.find}
        value={search}
        onChange={onSearch}
        onEnter={onStep}
        width={180}
      />
    </div>
  );
}
