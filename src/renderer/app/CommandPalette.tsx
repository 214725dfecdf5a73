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
import { t } from '../../shared/messages/index.ts';
import { Icon } from '../components/Icon.tsx';
import { ModalCounter } from '../components/modal-open.ts';
import { startFocus } from '../components/start-focus.ts';
import type { Command } from './feature.ts';
import { formatKeys } from './keys.ts';
import { matchCommands } from './match-commands.ts';
import { platform } from './platform.ts';

const searchDelayMs = 120;
const minSearchLength = 2;

/** Commands that belong together. */
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
      className="menu-item"
      isDisabled={command.disabled === true}
      onAction={onRun}
    >
      <Icon name={command.icon ?? 'chevron-right'} />
      <span className="text">
        {command.label}
        {command.detail !== undefined && <span className="more">{command.detail}</span>}
      </span>
      {command.keys !== undefined && <kbd>{formatKeys(command.keys, platform)}</kbd>}
    </MenuItem>
  );
}

function noCommandsMessage(text: string): string {
  const query = text.trim();
  return query === '' ? t('shell.palette.noCommands') : t('shell.palette.noResults', { text: query });
}

interface PaletteCommandsProps {
  readonly onClose: () => void;
  readonly groups: readonly CommandGroup[];
  readonly finders: readonly Finder[];
}

/** The search field of the palette with the matching commands. */
export function PaletteCommands({ onClose, groups, finders }: PaletteCommandsProps) {
  const [text, setText] = useState('');
  const found = useSearchResults(finders, text);
  const shown = [
    ...groups.map((group) => ({ ...group, commands: matchCommands(group.commands, text) })),
    ...found,
  ].filter((group) => group.commands.length > 0);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <TextField
        className="palette-find"
        aria-label={t('shell.palette.open')}
        autoComplete="off"
        {...startFocus(true)}
      >
        <Icon name="search" />
        <Input className="input-text" placeholder={t('shell.palette.open')} />
      </TextField>
      <Menu
        className="palette-list"
        aria-label={t('shell.palette.title')}
        items={shown}
        renderEmptyState={() => <p className="palette-none">{noCommandsMessage(text)}</p>}
      >
        {(group) => (
          <MenuSection id={group.id}>
            <Header className="palette-head">{group.label}</Header>
            <Collection items={group.commands}>
              {(command) => <CommandItem command={command} onRun={() => run(command)} />}
            </Collection>
          </MenuSection>
        )}
      </Menu>
      <div className="hints" aria-hidden="true">
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
      className="overlay palette-overlay"
      isOpen={open}
      isDismissable
      onOpenChange={(opened) => {
        if (!opened) onClose();
      }}
    >
      <ModalCounter />
      <Modal className="dialog-box">
        <Dialog className="palette" aria-label={t('shell.palette.title')}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
