/** @file How the event of a requested statement reaches Paydesk. */
import { t } from '../../../../shared/messages/index.ts';
import { useFailures } from '../../../app/failures.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import type { RequestDraft } from './request-form.ts';

/** What brings the events of the active profile to Paydesk. */
type EventSource = 'service' | 'folder' | 'listener' | 'paste';

/** Returns where events come from; `paste` while the clerk has to bring them. */
export function useEventSource(): EventSource {
  const isDelivered = useTopicPart('statements', ({ inbox }) => inbox?.isDelivered ?? false, false);
  const hasFolder = useTopicPart('statements', ({ inbox }) => (inbox?.folder ?? null) !== null, false);
  const isListening = useTopicPart('statements', ({ inbox }) => (inbox?.listener ?? null) !== null, false);
  if (isDelivered) return 'service';
  if (hasFolder) return 'folder';
  return isListening ? 'listener' : 'paste';
}

interface EventSourceChoiceProps {
  readonly onDelivery: (delivery: RequestDraft['delivery']) => void;
}

/** Asks, before anything is requested, how the event gets here: without a source it never arrives. */
export function EventSourceChoice({ onDelivery }: EventSourceChoiceProps) {
  const { attempt } = useFailures();
  return (
    <Notice tone="warning" title={t('statementRequests.source.title')}>
      <p>{t('statementRequests.source.lead')}</p>
      <div className="column gap-2">
        <Button
          size="small"
          icon="folder"
          onPress={() => attempt(call('statements.inbox', { action: 'chooseFolder' }))}
        >
          {t('statementInbox.choose')}
        </Button>
        <Button size="small" onPress={() => onDelivery('email')}>
          {t('statementRequests.source.email')}
        </Button>
        <Button size="small" icon="paste" onPress={() => onDelivery('paste')}>
          {t('statementRequests.source.paste')}
        </Button>
      </div>
    </Notice>
  );
}
