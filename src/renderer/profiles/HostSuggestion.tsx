import { type RefObject, useEffect, useEffectEvent } from 'react';
import { formatList, t } from '../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../shared/model/environment.ts';

import { announce } from '../app/announcer.ts';
import { formatKeys, matchesKeys } from '../app/keys.ts';
import { platform } from '../app/platform.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { proposeHosts, type TypedHosts } from './hosts.ts';

const keys = platform === 'mac' ? 'Mod+Enter' : 'Alt+Enter';

interface HostSuggestionProps {
  readonly hosts: TypedHosts;
  /** The container of the host fields: scope of the shortcut, and target of the focus after a click. */
  readonly fields: RefObject<HTMLElement | null>;
  readonly onChange: (hosts: TypedHosts) => void;
}

/** Offers to fill the empty hosts by the pattern of the typed ones, with a button and a shortcut. */
export function HostSuggestion({ hosts, fields, onChange }: HostSuggestionProps) {
  const proposed = proposeHosts(hosts);
  const names = hostNames.filter((name) => proposed[name] !== undefined);
  const count = names.length;
  const shortcut = formatKeys(keys, platform);

  const fill = () => {
    onChange({ ...hosts, ...proposed });
    announce(t('profiles.editor.suggestion.filled', { count }), 'host-suggestion');
  };
  const fillByButton = () => {
    fill();
    // The button disappears with the suggestion.
    const [first] = names;
    if (first !== undefined) fields.current?.querySelectorAll('input')[hostNames.indexOf(first)]?.focus();
  };
  const fillByKeys = useEffectEvent((event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && fields.current?.contains(event.target) === true;
    if (count === 0 || !isInside || !matchesKeys(event, keys, platform)) return;
    event.preventDefault();
    event.stopPropagation();
    fill();
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => fillByKeys(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  useEffect(() => {
    if (count > 0)
      announce(t('profiles.editor.suggestion.announced', { count, keys: shortcut }), 'host-suggestion');
  }, [count, shortcut]);

  if (count === 0) return null;
  const proposedHosts = names.map((name) => {
    const host = displayHost(proposed[name] ?? '');
    // Statements use the wallet host, which is in the list twice.
    return name === 'statement' ? t('profiles.editor.suggestion.statement', { host }) : host;
  });
  return (
    <div className="host-suggestion">
      <Icon name="info" size="sm" />
      <p className="sm">
        {t('profiles.editor.suggestion.title', { count, hosts: formatList(proposedHosts) })}{' '}
        <span className="dim">{t('profiles.editor.suggestion.check')}</span>
      </p>
      <Button size="small" onPress={fillByButton}>
        {t('profiles.editor.suggestion.fill', { count })} <kbd>{shortcut}</kbd>
      </Button>
    </div>
  );
}
