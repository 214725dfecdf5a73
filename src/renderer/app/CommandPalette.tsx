import { useEffect, useState } from 'react';
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
import { shellWords } from '../../shared/words/shell.ts';
import { Icon } from '../components/Icon.tsx';
import { ModalCounter } from '../components/modal-open.ts';
import { startFocus } from '../components/start-focus.ts';
import type { Command } from './feature.ts';
import { shownKeys } from './keys.ts';
import { matchCommands } from './match-commands.ts';
import { platform } from './platform.ts';

const words = shellWords.palette;
const searchDelayMs = 120;
const minSearchLength = 2;

/** Commands that belong together. */
export interface CommandGroup {
  readonly id: string;
  readonly word: string;
  readonly commands: readonly Command[];
}

/** Finds things of a feature; see `Feature.search`. */
export interface Finder {
  readonly id: string;
  readonly word: string;
  readonly search: (text: string) => Promise<readonly Command[]>;
}

/** What the features find for a text; empty while they look. A feature that fails finds nothing. */
function useSearchResults(finders: readonly Finder[], text: string): readonly CommandGroup[] {
  const [found, setFound] = useState<{ text: string; groups: readonly CommandGroup[] }>({
    text: '',
    groups: [],
  });
  const searched = text.trim();
  useEffect(() => {
    if (searched.length < minSearchLength) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      const searches = finders.map(async ({ id, word, search }) => ({
        id: `${id} found`,
        word,
        commands: await search(searched),
      }));
      void Promise.allSettled(searches).then((results) => {
        if (!isCurrent) return;
        setFound({
          text: searched,
          groups: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
        });
      });
    }, searchDelayMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [finders, searched]);
  return found.text === searched && searched.length >= minSearchLength ? found.groups : [];
}

function CommandItem({ command, onRun }: { readonly command: Command; readonly onRun: () => void }) {
  return (
    <MenuItem
      id={command.id}
      textValue={command.word}
      className="menu-item"
      isDisabled={command.disabled === true}
      onAction={onRun}
    >
      <Icon name={command.icon ?? 'chevron-right'} />
      <span className="words">
        {command.word}
        {command.more !== undefined && <span className="more">{command.more}</span>}
      </span>
      {command.keys !== undefined && <kbd>{shownKeys(command.keys, platform)}</kbd>}
    </MenuItem>
  );
}

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly groups: readonly CommandGroup[];
  readonly finders: readonly Finder[];
}

function PaletteBody({ onClose, groups, finders }: Omit<CommandPaletteProps, 'open'>) {
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
      <TextField className="palette-find" aria-label={words.field} autoComplete="off" {...startFocus(true)}>
        <Icon name="search" />
        <Input className="input-text" placeholder={words.field} />
      </TextField>
      <Menu
        className="palette-list"
        aria-label={words.title}
        items={shown}
        renderEmptyState={() => <p className="palette-none">{words.none(text)}</p>}
      >
        {(group) => (
          <MenuSection id={group.id}>
            <Header className="palette-head">{group.word}</Header>
            <Collection items={group.commands}>
              {(command) => <CommandItem command={command} onRun={() => run(command)} />}
            </Collection>
          </MenuSection>
        )}
      </Menu>
      <div className="hints" aria-hidden="true">
        <span>
          <kbd>↑↓</kbd>
          {words.move}
        </span>
        <span>
          <kbd>↵</kbd>
          {words.run}
        </span>
        <span>
          <kbd>Esc</kbd>
          {words.close}
        </span>
      </div>
    </Autocomplete>
  );
}

/** Search or run a command. The first fitting one is chosen at once; Enter runs it. */
export function CommandPalette({ open, onClose, groups, finders }: CommandPaletteProps) {
  return (
    <ModalOverlay
      className="veil palette-veil"
      isOpen={open}
      isDismissable
      onOpenChange={(opened) => {
        if (!opened) onClose();
      }}
    >
      <ModalCounter />
      <Modal className="dialog-box">
        <Dialog className="palette" aria-label={words.title}>
          <PaletteBody onClose={onClose} groups={groups} finders={finders} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
