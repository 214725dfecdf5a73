import { useState } from 'react';
import type { ProxyQuestion } from '../../../shared/contract/network.ts';
import { t } from '../../../shared/messages/index.ts';
import { call, useTopic } from '../../bridge.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { SecretField } from '../../components/fields/SecretField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';

function Question({ question }: { readonly question: ProxyQuestion }) {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const { proxy, refused } = question;
  const answer = (credentials: { user: string | null; password: string | null }) =>
    // A question that is no longer open needs no answer.
    void call('network.answerProxy', { proxy, ...credentials }).catch(() => undefined);
  const decline = () => answer({ user: null, password: null });
  return (
    <FormDialog
      open
      onClose={decline}
      title={t('network.proxyQuestion.title')}
      lead={
        refused ? t('network.proxyQuestion.refused', { proxy }) : t('network.proxyQuestion.detail', { proxy })
      }
      size="small"
      cancelLabel={t('network.proxyQuestion.decline')}
      submitLabel={t('network.proxyQuestion.send')}
      canSubmit={user !== ''}
      onSubmit={() => answer({ user, password })}
    >
      <TextField label={t('network.proxyQuestion.user')} value={user} onChange={setUser} startsFocused />
      <SecretField label={t('network.proxyQuestion.password')} value={password} onChange={setPassword} />
    </FormDialog>
  );
}

/** The sign-in dialog of a proxy, shown above any screen. */
export function ProxyQuestions() {
  const topic = useTopic('proxyQuestion');
  const question = topic.status === 'ready' ? topic.value : null;
  if (question === null) return null;
  return <Question key={`${question.proxy} ${question.refused}`} question={question} />;
}
