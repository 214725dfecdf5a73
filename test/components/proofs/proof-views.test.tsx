/** @file The views of a text proof: facts first, the raw text and the structure behind tabs. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TextView } from '../../../src/renderer/features/proofs/views/TextViews.tsx';
import type { ProofContent } from '../../../src/shared/model/proofs/content.ts';
import { render } from '../render.tsx';

const xml = '<Document><MsgId>M1</MsgId></Document>';
const tree = [
  { depth: 0, name: 'Document', attributes: [], text: null },
  { depth: 1, name: 'MsgId', attributes: [], text: 'M1' },
];
const isoProof: ProofContent = {
  text: xml,
  isWhole: true,
  read: {
    form: 'iso',
    total: 1,
    transactions: [{ status: null, facts: [{ fact: 'creditor', text: 'Alpha Ltd', failure: null }] }],
    tree,
  },
};

const region = (name: string) => page.getByRole('region', { name });

test('an XML proof shows its facts first, and its raw text and structure by the arrow keys', async () => {
  render(<TextView content={isoProof} />);
  await expect.element(region('Key facts').getByText('Alpha Ltd')).toBeVisible();
  await expect.element(region('Structure')).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tab', { name: 'Key facts' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(region('Raw text').getByText(xml)).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(region('Structure').getByText('MsgId')).toBeVisible();
  await expect.element(region('Key facts')).not.toBeInTheDocument();
});

test('a JSON proof begins with its structure', async () => {
  render(<TextView content={{ ...isoProof, read: { form: 'tree', tree } }} />);
  await expect.element(page.getByRole('tab', { name: 'Structure' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tab')).toHaveLength(2);
});
