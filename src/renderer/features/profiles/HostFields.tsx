import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import {
  displayHost,
  type Environment,
  type HostName,
  hostNames,
} from '../../../shared/model/session/environment.ts';

import { announce } from '../../app/toasts/announcer.ts';
import { Button } from '../../components/actions/Button.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import type { DraftProblems } from './draft.ts';
import { HostSuggestion } from './HostSuggestion.tsx';
import { convertHosts, countChanged, findHostNote, parseHost, type TypedHosts } from './hosts.ts';
import { describePastedHosts, PastedHostsNotice } from './PastedHostsNotice.tsx';
import styles from './Profiles.module.css';
import { distributeHosts, type PastedHosts, type UnassignedHost } from './pasted-hosts.ts';

interface HostFieldsProps {
  readonly hosts: TypedHosts;
  readonly environment: Environment;
  readonly problems: DraftProblems;
  readonly onChange: (hosts: TypedHosts) => void;
}

interface HostFieldProps {
  readonly name: HostName;
  readonly typed: string;
  readonly environment: Environment;
  /** The wallet host, which serves statements when the statement host is empty. */
  readonly walletHost: string;
  readonly problem: string | null;
  readonly onChange: (typed: string) => void;
}

/** The hint below a host. A contradiction is only a warning, because a host name proves nothing. */
function hostHint({ name, typed, environment, walletHost }: HostFieldProps): ReactNode {
  const note = findHostNote(typed, environment);
  if (note.kind === 'counterpart')
    return t('profiles.editor.counterpart', { environment: note.environment, derived: note.host });
  if (note.kind === 'contradiction') {
    const derived = note.derived === null ? null : displayHost(note.derived);
    return (
      <span className={styles.hostWarning}>
        <Icon name="alert" size="sm" />
        <span>
          {derived === null
            ? t('profiles.editor.otherEnvironment', { named: note.hostEnvironment, wanted: environment })
            : t('profiles.editor.otherEnvironmentHost', {
                named: note.hostEnvironment,
                wanted: environment,
                derived,
              })}
        </span>
      </span>
    );
  }
  if (name !== 'statement' || typed.trim() !== '') return null;
  return walletHost === ''
    ? t('profiles.editor.statementDefault')
    : t('profiles.editor.statementDefaultHost', { wallet: walletHost });
}

function HostField(props: HostFieldProps) {
  const { name, typed, environment, walletHost, problem, onChange } = props;
  const note = findHostNote(typed, environment);
  const derived = note.kind === 'contradiction' ? note.derived : null;
  const example = t('profiles.editor.hostExample', {
    name: name === 'statement' ? 'wallet' : name,
    environment,
  });
  return (
    <TextField
      label={t(`profileFacts.hosts.${name}`)}
      value={typed}
      onChange={onChange}
      onBlur={() => {
        const address = parseHost(typed);
        if (address !== null && address !== typed) onChange(address);
      }}
      placeholder={name === 'statement' && walletHost !== '' ? walletHost : example}
      hint={hostHint(props)}
      error={problem}
      required={name !== 'statement'}
      end={
        derived === null ? null : (
          <Button size="tiny" onPress={() => onChange(derived)}>
            {t('profiles.editor.useDerivedHost', { environment })}
            <span className="sr">{t(`profileFacts.hosts.${name}`)}</span>
          </Button>
        )
      }
    />
  );
}

/** Offers to convert all hosts of the other environment; a single host has a button at its field. */
function CorrectAll({ hosts, environment, onChange }: Omit<HostFieldsProps, 'problems'>) {
  const corrected = convertHosts(hosts, environment);
  const count = countChanged(hosts, corrected);
  if (count < 2) return null;
  return (
    <Notice
      tone="warning"
      title={t('profiles.editor.correct.title', { count, environment })}
      actions={
        <Button size="small" onPress={() => onChange(corrected)}>
          {t('profiles.editor.correct.action', { count, environment })}
        </Button>
      }
    >
      {t('profiles.editor.correct.detail', { environment })}
    </Notice>
  );
}

interface HostPaste {
  readonly pasted: PastedHosts;
  /** The hosts before the paste, for its undo. */
  readonly before: TypedHosts;
}

/** Fills all fields from a list that is pasted into one of them. */
function useHostPaste(hosts: TypedHosts, onChange: (hosts: TypedHosts) => void) {
  const [paste, setPaste] = useState<HostPaste | null>(null);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = distributeHosts(event.clipboardData.getData('text/plain'));
    if (pasted === null) return;
    event.preventDefault();
    setPaste({ pasted, before: hosts });
    onChange({ ...hosts, ...pasted.assigned });
    announce(describePastedHosts(pasted));
  };
  if (paste === null) return { onPaste, notice: null };
  const { pasted, before } = paste;
  const assign = (name: HostName, host: UnassignedHost) => {
    const unassigned = pasted.unassigned.filter((other) => other !== host);
    setPaste({ before, pasted: { assigned: { ...pasted.assigned, [name]: host.address }, unassigned } });
    onChange({ ...hosts, [name]: host.address });
  };
  const undo = () => {
    const restored = { ...hosts };
    // A host that was typed after the paste stays.
    for (const name of hostNames) if (hosts[name] === pasted.assigned[name]) restored[name] = before[name];
    setPaste(null);
    onChange(restored);
    announce(t('profiles.editor.pasted.undone'));
  };
  const notice = (
    <PastedHostsNotice pasted={pasted} onAssign={assign} onUndo={undo} onDismiss={() => setPaste(null)} />
  );
  return { onPaste, notice };
}

/** The fields of the seven hosts, each with a hint about its environment. A pasted list fills all of them. */
export function HostFields({ hosts, environment, problems, onChange }: HostFieldsProps) {
  const walletAddress = parseHost(hosts.wallet);
  const fields = useRef<HTMLFieldSetElement>(null);
  const { onPaste, notice } = useHostPaste(hosts, onChange);
  return (
    <fieldset className={styles.editorPart} ref={fields} onPasteCapture={onPaste}>
      <legend>
        <h3>{t('profiles.editor.hosts')}</h3>
      </legend>
      <p className="sm dim">{t('profiles.editor.hostsHint')}</p>
      {notice}
      <div className={styles.hostFields}>
        {hostNames.map((name) => (
          <HostField
            key={name}
            name={name}
            typed={hosts[name]}
            environment={environment}
            walletHost={walletAddress === null ? '' : displayHost(walletAddress)}
            problem={problems[`hosts.${name}`] ?? null}
            onChange={(typed) => onChange({ ...hosts, [name]: typed })}
          />
        ))}
      </div>
      <CorrectAll hosts={hosts} environment={environment} onChange={onChange} />
      <HostSuggestion hosts={hosts} fields={fields} onChange={onChange} />
    </fieldset>
  );
}
