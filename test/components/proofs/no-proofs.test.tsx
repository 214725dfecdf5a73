/** @file The Proofs screen before the first proof: what it promises depends on the keychain. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoProofs } from '../../../src/renderer/features/proofs/NoProofs.tsx';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';

test.each([
  ['available', /stores them encrypted on this computer, and shows them offline too/],
  ['locked', /stores them encrypted on this computer, and shows them offline too/],
  ['absent', /Without a keychain, they can’t be opened after you quit Paydesk/],
  ['refused', /Without access to the keychain, they can’t be opened after you quit Paydesk/],
] as const)('a keychain that is %s', async (state, promise) => {
  installBridge({});
  render(<NoProofs keychain={state} />);
  await expect.element(page.getByText(promise)).toBeVisible();
});
