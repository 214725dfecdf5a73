import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CommandPalette, PaletteCommands } from '../../src/renderer/app/commands/CommandPalette.tsx';
import type { Command } from '../../src/renderer/app/feature.ts';
import { Button } from '../../src/renderer/components/actions/Button.tsx';
import { Menu } from '../../src/renderer/components/actions/Menu.tsx';
import { render } from './render.tsx';

const trigger = page.getByRole('button', { name: 'More', exact: true });

test('a menu opens at its first entry, runs the chosen one, and returns the focus to its button', async () => {
  const chosen: string[] = [];
  const entries = ['Pause', 'Export', 'Close'].map((label) => ({
    id: label,
    label,
    disabled: label === 'Export',
    onAction: () => chosen.push(label),
  }));
  render(<Menu label="Batch" trigger={<Button>More</Button>} entries={entries} />);
  await expect.element(trigger).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toHaveFocus();
  await expect
    .element(page.getByRole('menuitem', { name: 'Export' }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['Close']);
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  expect(chosen).toEqual(['Close']);
});

const search = page.getByRole('searchbox').or(page.getByRole('textbox'));

/** The text of the command that Enter runs. */
function markedCommand(): string | undefined {
  const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
}

function Palette({ onRun }: { readonly onRun: (label: string) => void }) {
  const [open, setOpen] = useState(false);
  const commands = ['Pause all', 'Attach 214 documents…', 'Show transfers'].map(
    (label): Command => ({ id: label, label, run: () => onRun(label) }),
  );
  return (
    <>
      <Button onPress={() => setOpen(true)}>More</Button>
      <CommandPalette open={open} onClose={() => setOpen(false)}>
        <PaletteCommands
          onClose={() => setOpen(false)}
          groups={[{ id: 'window', label: 'Window', commands }]}
          finders={[]}
        />
      </CommandPalette>
    </>
  );
}

async function openPalette(): Promise<string[]> {
  const run: string[] = [];
  render(<Palette onRun={(label) => run.push(label)} />);
  await expect.element(trigger).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(search).toHaveFocus();
  return run;
}

test('the command palette filters while typing, marks the first match, and runs it with Enter', async () => {
  const run = await openPalette();
  await userEvent.keyboard('docum');
  await expect.poll(() => page.getByRole('menuitem').elements().length).toBe(1);
  await expect.poll(markedCommand).toBe('Attach 214 documents…');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(run).toEqual(['Attach 214 documents…']);
  await expect.element(trigger).toHaveFocus();
});

test('Escape closes the command palette, and returns the focus without running a command', async () => {
  const run = await openPalette();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  expect(run).toEqual([]);
});
