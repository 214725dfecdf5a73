import { useState } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import { Explanation } from '../../../app/help/Explanation.tsx';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { CopyableText } from '../../../components/actions/CopyableText.tsx';
import { DisclosureTrigger } from '../../../components/actions/DisclosureTrigger.tsx';
import { Switch } from '../../../components/fields/Checkbox.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { Tag } from '../../../components/messages/State.tsx';
import { FolderLine } from './FolderLine.tsx';
import { setPasteOpen } from './paste-event.ts';

type RunAction = (run: () => Promise<unknown>) => void;

/** Copies the listener's address. The address contains a token, so main clears the clipboard later. */
async function copyListenerAddress(): Promise<boolean> {
  const { copied } = await call('statements.inbox', { action: 'copyListener' });
  return copied;
}

/** The watched folder, and the buttons that choose it. */
function WatchedFolder({ runAction }: { readonly runAction: RunAction }) {
  const folder = useTopicPart('statements', ({ inbox }) => inbox?.folder ?? null, null);
  const isManaged = useTopicPart('statements', ({ inbox }) => inbox?.folderManaged ?? false, false);
  return (
    <>
      <FolderLine />
      {isManaged ? (
        <Tag>{t('statementInbox.managed')}</Tag>
      ) : (
        <Button
          size="small"
          icon="folder"
          onPress={() => runAction(() => call('statements.inbox', { action: 'chooseFolder' }))}
        >
          {t('statementInbox.choose')}
        </Button>
      )}
      {folder !== null && !isManaged && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => runAction(() => call('statements.inbox', { action: 'forgetFolder' }))}
        >
          {t('statementInbox.stop')}
        </Button>
      )}
    </>
  );
}

/** Where events come from: the watched folder, and folded for IT the pasted event and the listener. */
export function EventSources({ runAction }: { readonly runAction: RunAction }) {
  const address = useTopicPart('statements', ({ inbox }) => inbox?.listener ?? null, null);
  const [isExpanded, setIsExpanded] = useState<boolean | null>(null);
  return (
    // A listener that is on is in sight until the clerk folds it.
    <Disclosure isExpanded={isExpanded ?? address !== null} onExpandedChange={setIsExpanded}>
      <Toolbar roomy>
        <WatchedFolder runAction={runAction} />
        <Explanation word="event" />
        <Spread />
        <DisclosureTrigger level={2}>{t('statementInbox.forIt')}</DisclosureTrigger>
      </Toolbar>
      <DisclosurePanel>
        <Toolbar>
          <Button size="small" icon="paste" onPress={() => setPasteOpen(true)}>
            {t('statements.paste.open')}
          </Button>
          <Spread />
          {address !== null && (
            <CopyableText text={address} label={t('statementInbox.listen')} onCopy={copyListenerAddress} />
          )}
          <Switch
            checked={address !== null}
            onChange={(isOn) =>
              runAction(() => call('statements.inbox', { action: 'setListener', on: isOn }))
            }
            hint={t('statementInbox.listenHint')}
          >
            {t('statementInbox.listen')}
          </Switch>
        </Toolbar>
      </DisclosurePanel>
    </Disclosure>
  );
}
