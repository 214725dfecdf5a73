import { type RefObject, useEffect, useEffectEvent } from 'react';
import { formatList, t } from '../../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../../shared/model/session/environment.ts';
import { formatKeys, matchesKeys } from '../../app/commands/keys.ts';
import { platform } from '../../app/settings/platform.ts';
import { announce } from '../../app/toasts/announcer.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { proposeHosts, type TypedHosts } from './hosts.ts';
import styles from './Profiles.module.css';

const shortcutKeys = platform === 'mac' ? 'Mod+Enter' : 'Alt+Enter';

interface HostSuggestionProps {
  readonly hosts: TypedHosts;
  /** The container of the host fields: scope of the shortcut. The first filled field gets the focus after a click. */
  readonly fields: RefObject<HTMLElement | null>;
  readonly onChange: (hosts: TypedHosts) => void;
}

/** Offers to fill the empty hosts by the pattern of the typed hosts, with a button and a shortcut. */
export function HostSuggestion({ hosts, fields, onChange }: HostSuggestionProps) {
  const proposedHosts = proposeHosts(hosts);
  const names = hostNames.filter((name) => proposedHosts[name] !== undefined);
  const count = names.length;
  const shortcut = formatKeys(shortcutKeys, platform);

  const fill = () => {
    onChange({ ...hosts, ...proposedHosts });
    announce(t('profiles.editor.suggestion.filled', { count }), 'host-suggestion');
  };
  const fillByButton = () => {
    fill();
    // The button disappears with the suggestion.
    const [firstProposed] = names;
    if (firstProposed !== undefined)
      fields.current?.querySelectorAll('input')[hostNames.indexOf(firstProposed)]?.focus();
  };
  const fillByKeys = useEffectEvent((event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && fields.current?.contains(event.target) === true;
    if (count === 0 || !isInside || !matchesKeys(event, shortcutKeys, platform)) return;
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
  const hostLabels = names.map((name) => {
    const host = displayHost(proposedHosts[name] ?? '');
    // The statement host equals the wallet host, so its label says what the second occurrence is for.
    return name === 'statement' ? t('profiles.editor.suggestion.statement', { host }) : host;
  });
  return (
    <div className={styles.hostSuggestion}>
      <Icon name="info" size="sm" />
      <p className="sm">
        {t('profiles.editor.suggestion.title', { count, hosts: formatList(hostLabels) })}{' '}
        <span className="dim">{t('profiles.editor.suggestion.check')}</span>
      </p>
      <Button size="small" onPress={fillByButton}>
        {t('profiles.editor.suggestion.fill', { count })} <kbd>{shortcut}</kbd>
      </Button>
    </div>
  );
}
