import { type ReactNode, useEffect, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import menuStyles from '../../components/actions/Menu.module.css';
import dialogStyles from '../../components/dialogs/Dialog.module.css';
import { ModalCounter } from '../../components/dialogs/modal-open.ts';
import { startFocus } from '../../components/dialogs/start-focus.ts';
import fieldStyles from '../../components/fields/Field.module.css';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import type { Command } from '../feature.ts';
import { platform } from '../settings/platform.ts';
import styles from './CommandPalette.module.css';
import { formatKeys } from './keys.ts';
import { matchCommands } from './match-commands.ts';

const searchDelayMs = 120;
const minSearchLength = 2;

export interface CommandGroup {
  readonly id: string;
  readonly label: string;
  readonly commands: readonly Command[];
}

/** The search of one feature for commands; see `Feature.search`. */
export interface Finder {
  readonly id: string;
  readonly label: string;
  readonly search: (text: string) => Promise<readonly Command[]>;
}

/**
 * The search results of all features for a text; empty while the search runs. A feature whose search fails
 * contributes none.
 */
function useSearchResults(finders: readonly Finder[], text: string): readonly CommandGroup[] {
  const [results, setResults] = useState<{ text: string; groups: readonly CommandGroup[] }>({
    text: '',
    groups: [],
  });
  const query = text.trim();
  useEffect(() => {
    if (query.length < minSearchLength) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      const searches = finders.map(async ({ id, label, search }) => ({
        id: `${id} found`,
        label,
        commands: await search(query),
      }));
      void Promise.allSettled(searches).then((results) => {
        if (!isCurrent) return;
        setResults({
          text: query,
          groups: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
        });
      });
    }, searchDelayMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [finders, query]);
  return results.text === query && query.length >= minSearchLength ? results.groups : [];
}

function CommandItem({ command, onRun }: { readonly command: Command; readonly onRun: () => void }) {
  return (
    <MenuItem
      id={command.id}
      textValue={command.label}
      className={classNames(menuStyles.menuItem)}
      data-part="menu-item"
      isDisabled={command.disabled === true}
      onAction={onRun}
    >
      <Icon name={command.icon ?? 'chevron-right'} />
      <span className={menuStyles.text}>
        {command.label}
        {command.detail !== undefined && <span className={menuStyles.more}>{command.detail}</span>}
      </span>
      {command.keys !== undefined && <kbd>{formatKeys(command.keys, platform)}</kbd>}
    </MenuItem>
  );
}

function noCommandsMessage(text: string): string {
  const query = text.trim();
  return query === '' ? t('shell.palette.noCommands') : t('shell.palette.noResults', { text: query });
}

/** All groups without a typed text, else the matching commands of all groups in one, the best match first. */
function matchGroups(groups: readonly CommandGroup[], text: string): readonly CommandGroup[] {
  if (text.trim() === '') return groups;
  const commands = matchCommands(
    groups.flatMap((group) => group.commands),
    text,
  );
  return [{ id: 'matches', label: t('shell.palette.matches'), commands }];
}

interface PaletteCommandsProps {
  readonly onClose: () => void;
  readonly groups: readonly CommandGroup[];
  readonly finders: readonly Finder[];
}

export function PaletteCommands({ onClose, groups, finders }: PaletteCommandsProps) {
  const [text, setText] = useState('');
  const found = useSearchResults(finders, text);
  const shown = [...matchGroups(groups, text), ...found].filter((group) => group.commands.length > 0);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <TextField
        className={classNames(styles.find)}
        aria-label={t('shell.palette.open')}
        autoComplete="off"
        {...startFocus(true)}
      >
        <Icon name="search" />
        <Input
          className={classNames(fieldStyles.inputText)}
          data-part="input"
          placeholder={t('shell.palette.open')}
        />
      </TextField>
      <Menu
        className={classNames(styles.list)}
        data-part="palette-list"
        aria-label={t('shell.palette.title')}
        items={shown}
        {...{ autoFocus: 'first' as const }}
        renderEmptyState={() => <p className={styles.paletteNone}>{noCommandsMessage(text)}</p>}
      >
        {(group) => (
          <MenuSection id={group.id}>
            <Header className={classNames(styles.head)}>{group.label}</Header>
            <Collection items={group.commands}>
              {(command) => <CommandItem command={command} onRun={() => run(command)} />}
            </Collection>
          </MenuSection>
        )}
      </Menu>
      <div className={styles.hints} aria-hidden="true">
        <span>
          <kbd>↑↓</kbd>
          {t('shell.palette.move')}
        </span>
        <span>
          <kbd>↵</kbd>
          {t('shell.palette.run')}
        </span>
        <span>
          <kbd>Esc</kbd>
          {t('shell.palette.close')}
        </span>
      </div>
    </Autocomplete>
  );
}

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Rendered only while the palette is open. */
  readonly children: ReactNode;
}

/** The dialog that finds and runs commands. The first match is selected immediately; Enter runs the selection. */
export function CommandPalette({ open, onClose, children }: CommandPaletteProps) {
  return (
    <ModalOverlay
      className={classNames(dialogStyles.overlay, styles.overlay)}
      data-part="overlay"
      isOpen={open}
      isDismissable
      onOpenChange={(opened) => {
        if (!opened) onClose();
      }}
    >
      <ModalCounter />
      <Modal className={classNames(dialogStyles.box)}>
        <Dialog className={classNames(styles.palette)} aria-label={t('shell.palette.title')}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
