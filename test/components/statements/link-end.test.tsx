import { expect, test } from 'vitest';
import { LinkEnd, StateMark } from '../../../src/renderer/features/statements/statement-cells.tsx';
import { PaydeskError, toWire } from '../../../src/shared/errors.ts';
import type { Statement } from '../../../src/shared/model/statements/statements.ts';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';
import { statementOf } from './open-viewer.ts';

const statement: Statement = {
  ...statementOf(1),
  state: 'expired',
  source: 'folder',
  problem: toWire(new PaydeskError('connection-lost', 'For a test')),
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test.each([
  ['without a link', statement],
  ['with a link', { ...statement, state: 'ready' as const, expiresAt: inAnHour() }],
])('a problem of a statement %s is readable in the column of the inbox', (_, shown) => {
  installBridge({});
  render(
    <div style={{ width: '192px', maxHeight: '36px', overflow: 'hidden', display: 'flex' }} id="cell">
      <LinkEnd statement={shown} />
    </div>,
  );
  const cut = [...document.querySelectorAll<HTMLElement>('#cell, #cell *')].filter(
    (element) =>
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
  );
  expect(cut.filter((element) => getComputedStyle(element).display !== 'inline')).toEqual([]);
});

test.each([
  ['Refused', 'service-refused', {}],
  ['Not sent', 'host-unreachable', { sent: false }],
] as const)('a request that failed is shown as %s', (label, code, details) => {
  const problem = toWire(new PaydeskError(code, 'For a test', { details }));
  render(<StateMark {...statement} state="refused" problem={problem} />);
  expect(document.querySelector('main')?.textContent).toBe(label);
});
