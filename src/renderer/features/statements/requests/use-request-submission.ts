/** @file Sends the requests of the form, and remembers which of them the service has accepted. */
import { useEffect, useRef, useState } from 'react';
import type { RequestResult } from '../../../../shared/contract/statements.ts';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import {
  type PickedMonth,
  pickedMonthsIn,
  type RequestDraft,
  remainingRequests,
  statementKey,
  withoutWallets,
} from './request-form.ts';

interface RequestSubmissionOptions {
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
  /** Today's calendar date. */
  readonly today: string;
  readonly onRequested: () => void;
  /** Called with the wallets and months of the requests that the service has accepted. */
  readonly onAccepted: (sentDraft: RequestDraft, months: readonly PickedMonth[]) => void;
}

function findAccepted(draft: RequestDraft, walletIds: readonly number[], results: readonly RequestResult[]) {
  const periods = results.flatMap(({ outcome, period }) => (outcome === 'accepted' ? [period] : []));
  return {
    keys: periods.flatMap((period) => walletIds.map((id) => statementKey(draft, id, period))),
    months: periods.flatMap((period) => pickedMonthsIn(walletIds, period)),
  };
}

/** No toast for months that the coverage shows: it says how many of them have arrived. */
function toastUnlessShown(shownMonths: readonly PickedMonth[], count: number): void {
  if (shownMonths.length === 0) toast({ sentence: t('statementRequests.accepted', { count }) });
}

/** Holds the state of sending a form; `onRequested` as in the panel. */
export function useRequestSubmission(options: RequestSubmissionOptions) {
  const { draft, onDraft, today, onRequested, onAccepted } = options;
  const profile = useProfile();
  const [unknownWallets, setUnknownWallets] = useState<readonly number[]>([]);
  const [results, setResults] = useState<readonly RequestResult[]>([]);
  const [error, setError] = useState<PaydeskError | null>(null);
  const [isRequesting, setRequesting] = useState(false);
  // Keys of accepted requests. While other requests of the form are not accepted, the form sends only those.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
  });
  const send = async (sentDraft: RequestDraft) => {
    if (profile === null) return;
    setRequesting(true);
    setError(null);
    setResults([]);
    try {
      const email = sentDraft.delivery === 'email' ? sentDraft.email.trim() : '';
      const commonArgs = { profileId: profile.id, format: sentDraft.format, email };
      const answers: RequestResult[] = [];
      const allAccepted = new Set(accepted);
      const acceptedMonths: PickedMonth[] = [];
      let acceptedCount = 0;
      for (const { walletIds, periods } of remainingRequests(sentDraft, accepted, today)) {
        const args = { ...commonArgs, walletIds: [...walletIds], periods: [...periods] };
        const { results: newResults } = await call('statements.request', args);
        answers.push(...newResults);
        const { keys, months } = findAccepted(sentDraft, walletIds, newResults);
        acceptedCount += keys.length;
        acceptedMonths.push(...months);
        for (const key of keys) allAccepted.add(key);
        setAccepted(new Set(allAccepted));
        setResults([...answers]);
      }
      setUnknownWallets([...new Set(answers.flatMap(({ invalidWallets }) => invalidWallets))]);
      if (acceptedCount > 0) {
        toastUnlessShown(email === '' ? acceptedMonths : [], acceptedCount);
        onAccepted(sentDraft, acceptedMonths);
      }
      // Keeps what the clerk has entered since the request was sent.
      const isUnchanged = latestDraft.current === sentDraft;
      if (isUnchanged && answers.every(({ outcome }) => outcome === 'accepted')) {
        setAccepted(new Set());
        onRequested();
      }
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setRequesting(false);
    }
  };
  return {
    unknownWallets,
    results,
    error,
    isRequesting,
    accepted,
    send: () => void send(draft),
    /** Removes wallets from the form, and sends the form without them. */
    sendWithout(walletIds: readonly number[]) {
      const nextDraft = withoutWallets(draft, walletIds);
      setUnknownWallets([]);
      onDraft(nextDraft);
      void send(nextDraft);
    },
  };
}
