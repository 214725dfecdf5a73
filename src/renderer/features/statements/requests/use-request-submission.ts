/** @file Sends the requests of the form, and remembers which of them the service has accepted. */
import { useEffect, useRef, useState } from 'react';
import type { RequestResult } from '../../../../shared/contract/statements.ts';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Period } from '../../../../shared/model/statements/period.ts';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { type RequestDraft, remainingRequests, statementKey, withoutWallets } from './request-form.ts';

interface RequestSubmissionOptions {
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
  /** Today's calendar date. */
  readonly today: string;
  readonly onRequested: () => void;
  /** Called with the periods of the requests that the service has accepted. */
  readonly onAccepted: (periods: readonly Period[]) => void;
}

function findAccepted(draft: RequestDraft, walletIds: readonly number[], results: readonly RequestResult[]) {
  const periods = results.flatMap(({ outcome, period }) => (outcome === 'accepted' ? [period] : []));
  return {
    keys: periods.flatMap((period) => walletIds.map((id) => statementKey(draft, id, period))),
    periods,
  };
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
      const acceptedPeriods: Period[] = [];
      let acceptedCount = 0;
      for (const { walletIds, periods } of remainingRequests(sentDraft, accepted, today)) {
        const args = { ...commonArgs, walletIds: [...walletIds], periods: [...periods] };
        const { results: newResults } = await call('statements.request', args);
        answers.push(...newResults);
        const { keys, periods: acceptedNow } = findAccepted(sentDraft, walletIds, newResults);
        acceptedCount += keys.length;
        acceptedPeriods.push(...acceptedNow);
        for (const key of keys) allAccepted.add(key);
        setAccepted(new Set(allAccepted));
        setResults([...answers]);
      }
      setUnknownWallets([...new Set(answers.flatMap(({ invalidWallets }) => invalidWallets))]);
      if (acceptedCount > 0) {
        toast({ sentence: t('statementRequests.accepted', { count: acceptedCount }) });
        onAccepted(acceptedPeriods);
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
