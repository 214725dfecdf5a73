/** @file Starts the search in all statements while the clerk types, and knows the wallets of the stored statements. */
import { useEffect, useRef, useState } from 'react';
import type { TopicValue } from '../../../../shared/contract/index.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { call } from '../../../bridge.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { draftOf, readDraft, type SearchDraft } from './search-draft.ts';

const typingPauseMs = 150;

/** The typed search. */
interface StatementSearch {
  readonly text: string;
  readonly draft: SearchDraft;
  readonly wallets: readonly Wallet[];
  readonly setText: (text: string) => void;
  readonly setDraft: (draft: SearchDraft) => void;
  /** Searches again. */
  readonly start: () => void;
}

/** Holds the typed search, initially the search of the topic. An invalid filter does not start a search. */
export function useStatementSearch(search: TopicValue<'search'>): StatementSearch {
  const [text, setText] = useState(search.text);
  const [draft, setDraft] = useState(() => draftOf(search.filters));
  const { filters, problems } = readDraft(draft);
  const isValid = Object.keys(problems).length === 0;
  const query = JSON.stringify({ text: text.trim(), filters });
  const startedQuery = useRef(JSON.stringify({ text: search.text, filters: search.filters }));
  const start = () => {
    startedQuery.current = query;
    void call('viewer.search', { action: 'start', text: text.trim(), filters }).catch(() => undefined);
  };
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });
  useEffect(() => {
    if (!isValid || query === startedQuery.current) return undefined;
    const timer = window.setTimeout(() => latestStart.current(), typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [isValid, query]);
  const prepared = useQuery({
    queryKey: 'wallets',
    load: () => call('viewer.search', { action: 'prepare' }),
    keepsPrevious: true,
  });
  return { text, draft, wallets: prepared.value?.wallets ?? [], setText, setDraft, start };
}
