import { useState } from 'react';
import type { ProxyQuestion } from '../../shared/contract/network.ts';
import { t } from '../../shared/messages/index.ts';
import { call, useTopic } from '../bridge.ts';
import { Button } from '../components/Button.tsx';
import { Dialog, DialogCancel } from '../components/Dialog.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { SecretField } from '../components/SecretField.tsx';
import { TextField } from '../components/TextField.tsx';

function Question({ question }: { readonly question: ProxyQuestion }) {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const { proxy, refused } = question;
  const answer = (credentials: { user: string | null; password: string | null }) =>
    // A question that is no longer open needs no answer.
    void call('network.answerProxy', { proxy, ...credentials }).catch(() => undefined);
  const decline = () => answer({ user: null, password: null });
  const send = () => {
    if (user !== '') answer({ user, password });
  };
  return (
    <Dialog
      open
      onClose={decline}
      title={t('network.proxyQuestion.title')}
      lead={
        refused ? t('network.proxyQuestion.refused', { proxy }) : t('network.proxyQuestion.detail', { proxy })
      }
      size="small"
      actions={
        <>
          <DialogCancel>{t('network.proxyQuestion.decline')}</DialogCancel>
          <Button variant="primary" disabled={user === ''} onPress={send}>
            {t('network.proxyQuestion.send')}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={send}>
        <TextField label={t('network.proxyQuestion.user')} value={user} onChange={setUser} startsFocused />
        <SecretField label={t('network.proxyQuestion.password')} value={password} onChange={setPassword} />
      </DialogForm>
    </Dialog>
  );
}

/** The sign-in dialog of a proxy, shown above any screen. */
export function ProxyQuestions() {
  const topic = useTopic('proxyQuestion');
  const question = topic.status === 'ready' ? topic.value : null;
  if (question === null) return null;
  return <Question key={`${question.proxy} ${question.refused}`} question={question} />;
}
