/** @file What axe finds in each component, in light and dark. */
import axe from 'axe-core';
import type { ReactElement } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { Button, LinkButton } from '../../src/renderer/components/actions/Button.tsx';
import { IconButton } from '../../src/renderer/components/actions/IconButton.tsx';
import { Menu } from '../../src/renderer/components/actions/Menu.tsx';
import { DataGrid } from '../../src/renderer/components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../src/renderer/components/data-grid/paged-rows.ts';
import { Dialog, DialogCancel } from '../../src/renderer/components/dialogs/Dialog.tsx';
import { Checkbox, Switch } from '../../src/renderer/components/fields/Checkbox.tsx';
import { ComboBox } from '../../src/renderer/components/fields/ComboBox.tsx';
import { NumberField } from '../../src/renderer/components/fields/NumberField.tsx';
import { RadioCards, SegmentedControl } from '../../src/renderer/components/fields/Radio.tsx';
import { SearchField } from '../../src/renderer/components/fields/SearchField.tsx';
import { SecretField } from '../../src/renderer/components/fields/SecretField.tsx';
import { Select } from '../../src/renderer/components/fields/Select.tsx';
import { TextArea, TextField } from '../../src/renderer/components/fields/TextField.tsx';
import { Notice } from '../../src/renderer/components/messages/Notice.tsx';
import { render } from './render.tsx';

const ignore = () => {};
const choices = [
  { id: 'a', label: 'Once', detail: 'Each document is sent once' },
  { id: 'b', label: 'Again', detail: 'Known documents are sent again' },
] as const;
const text = { label: 'Reference', onChange: ignore };
const group = { label: 'Documents', choices, value: 'a', onChange: ignore } as const;

const components: Readonly<Record<string, ReactElement>> = {
  Button: <Button>Import</Button>,
  'Button, primary': <Button variant="primary">Import</Button>,
  'Button, outward': <Button variant="outward">Import</Button>,
  'Button, danger': <Button variant="danger">Import</Button>,
  'Button, disabled': <Button disabledReason="Choose a file first">Import</Button>,
  IconButton: <IconButton icon="retry" label="Try again" />,
  LinkButton: <LinkButton>Show rows</LinkButton>,
  Checkbox: (
    <Checkbox checked onChange={ignore} hint="Only once">
      Send again
    </Checkbox>
  ),
  Switch: (
    <Switch checked={false} onChange={ignore} hint="Only once">
      Send again
    </Switch>
  ),
  TextField: <TextField {...text} value="" placeholder="INV-1" hint="As in the list" />,
  'TextField, invalid': <TextField {...text} value="x" error="Enter a reference" />,
  TextArea: <TextArea {...text} value="" hint="One on each line" />,
  SecretField: <SecretField {...text} value="sk_live" />,
  NumberField: <NumberField label="Size" unit="MB" value={3} onChange={ignore} />,
  SearchField: <SearchField {...text} value="nord" />,
  Select: <Select label="Period" options={choices} value="a" onChange={ignore} />,
  ComboBox: <ComboBox label="Beneficiary" value={null} onChange={ignore} load={async () => []} />,
  RadioCards: <RadioCards {...group} />,
  SegmentedControl: <SegmentedControl {...group} />,
  Menu: <Menu label="Batch" trigger={<Button>More</Button>} entries={[]} />,
  'Notice, warning': (
    <Notice tone="warning" title="The link expires soon">
      Download it now.
    </Notice>
  ),
  'Notice, danger': (
    <Notice tone="danger" title="Not saved" spoken>
      The disk is full.
    </Notice>
  ),
  Dialog: (
    <Dialog
      open
      onClose={ignore}
      title="Close batch 14?"
      lead="Its documents stay with the service."
      actions={<DialogCancel>Keep batch</DialogCancel>}
    />
  ),
  DataGrid: (
    <DataGrid
      label="Payments"
      columns={[
        { id: 'file', label: 'File', width: 'rest', sortable: true, cell: (id: number) => `${id}.pdf` },
      ]}
      rows={wholeRows('payments', [1, 2, 3])}
      idOf={(id) => id}
      selection={{ ids: new Set([2]), onChange: ignore, onSelectAll: ignore, range: async () => [] }}
      onSort={ignore}
    />
  ),
};

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about a whole page, which a single component is not. */
const pageRules = ['page-has-heading-one', 'region', 'landmark-one-main', 'landmark-main-is-top-level'];

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    runOnly: standards,
    rules: Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])),
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

test.each(
  Object.keys(components).flatMap((name) => (['light', 'dark'] as const).map((theme) => ({ name, theme }))),
)('$name has no accessibility violation in $theme', async ({ name, theme }) => {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  onTestFinished(() => document.documentElement.classList.remove('dark'));
  render(components[name]);
  expect(await violations()).toEqual([]);
});
