import { chapters, pictures } from 'virtual:user-guide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { GuideBlocks } from './GuideBlocks.tsx';
import styles from './Help.module.css';
import { findSections } from './search-guide.ts';

interface HelpPanelProps {
  /** The ID of the shown section; `null` shows the list of chapters. */
  readonly sectionId: string | null;
  readonly requests: number;
  readonly onShow: (sectionId: string | null) => void;
  readonly onClose: () => void;
}

interface EntriesProps {
  readonly label: string;
  readonly entries: readonly { readonly id: string; readonly title: string; readonly detail?: string }[];
  readonly onShow: (sectionId: string) => void;
}

function Entries({ label, entries, onShow }: EntriesProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid">
        {entries.map(({ id, title, detail }) => (
          <li key={id}>
            <button type="button" className={styles.entry} onClick={() => onShow(id)}>
              {title}
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The user guide beside the work: a search, the list of chapters, and one chapter at a time. */
export function HelpPanel({ sectionId, requests, onShow, onClose }: HelpPanelProps) {
  const [text, setText] = useState('');
  const panel = useRef<HTMLElement>(null);
  const body = useRef<HTMLElement>(null);
  const [shownRequests, setShownRequests] = useState(requests);
  if (shownRequests !== requests) {
    setShownRequests(requests);
    setText('');
  }
  const query = text.trim();
  const found = query === '' ? [] : findSections(chapters, query);
  const chapter = chapters.find(({ sections }) => sections.some(({ id }) => id === sectionId));
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request moves the focus again
  useEffect(() => panel.current?.querySelector('input')?.focus(), [requests]);
  useEffect(() => {
    const heading = sectionId === null ? null : document.getElementById(`help-${sectionId}`);
    if (heading === null) body.current?.scrollTo({ top: 0 });
    else heading.scrollIntoView({ block: 'start' });
  }, [sectionId]);
  const show = (id: string | null) => {
    setText('');
    onShow(id);
    body.current?.focus();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (query === '') onClose();
    else setText('');
  });
  useEffect(() => {
    const element = panel.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('help.title')} data-region="help" tabIndex={-1}>
      <div className={styles.head}>
        <div className="row">
          <h2>{t('help.title')}</h2>
          <span className="grow" />
          <IconButton icon="close" label={t('help.close')} onPress={onClose} />
        </div>
        <SearchField
          label={t('help.search')}
          placeholder={t('help.search')}
          value={text}
          onChange={setText}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long chapter is scrolled with the keyboard */}
      <section ref={body} className={styles.body} aria-label={t('help.content')} tabIndex={0}>
        {query !== '' && (
          <>
            <p role="status" className={styles.detail}>
              {t('help.results', { count: found.length, text: query })}
            </p>
            <Entries label={t('help.resultList')} entries={found} onShow={show} />
          </>
        )}
        {query === '' && chapter === undefined && (
          <Entries label={t('help.contents')} entries={chapters} onShow={show} />
        )}
        {query === '' && chapter !== undefined && (
          <>
            <Button size="small" icon="chevron-left" onPress={() => show(null)}>
              {t('help.contents')}
            </Button>
            {chapter.sections.map(({ id, title, blocks }) => (
              <section key={id} className={styles.section} aria-labelledby={`help-${id}`}>
                <h3
                  id={`help-${id}`}
                  className={id === chapter.id ? styles.chapterTitle : styles.sectionTitle}
                >
                  {title}
                </h3>
                <GuideBlocks blocks={blocks} pictures={pictures} onShow={show} />
              </section>
            ))}
          </>
        )}
      </section>
    </aside>
  );
}
