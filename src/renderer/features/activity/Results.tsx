import { activityScreenWords } from '../../../shared/words/activity-screen.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { type ChainResult, dismiss, useActivityJobs } from './jobs.ts';

const words = activityScreenWords;

function Dismiss({ what }: { readonly what: Parameters<typeof dismiss>[0] }) {
  return (
    <Button size="small" onPress={() => dismiss(what)}>
      {words.chain.close}
    </Button>
  );
}

function Chain({ chain }: { readonly chain: ChainResult }) {
  if (chain.brokenAt !== null) {
    return (
      <Notice
        tone="danger"
        title={words.chain.broken(chain.brokenAt)}
        spoken
        actionsAt="end"
        actions={<Dismiss what="chain" />}
      >
        {words.chain.brokenDetail(chain.brokenAt)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      icon="check-circle"
      title={chain.entries === 0 ? words.chain.none : words.chain.whole(chain.entries)}
      spoken
      actionsAt="end"
      actions={<Dismiss what="chain" />}
    >
      {chain.entries === 0 ? null : words.chain.wholeDetail}
    </Notice>
  );
}

/** Result of the integrity check and errors, above the list. */
export function Results() {
  const { chain, error } = useActivityJobs();
  if (chain === null && error === null) return null;
  return (
    <div className="activity-results">
      {chain !== null && <Chain chain={chain} />}
      {error !== null && <ErrorNotice error={error} actionsAt="end" actions={<Dismiss what="error" />} />}
    </div>
  );
}
