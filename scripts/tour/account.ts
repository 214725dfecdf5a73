/** @file Compares what became of each file with what should have, and with what the service received. */

import { createHash } from 'node:crypto';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import type { DocumentRow } from '../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../src/shared/document-reason-message.ts';
import { t } from '../../src/shared/messages/index.ts';
import type { Expectation } from './expected-documents.ts';

/** One line of the account. */
export interface Line {
  readonly path: string;
  readonly state: string;
  /** Why it was not sent, or to whom it was attached. */
  readonly reason: string;
  /** Lower-case hex of the file on disk; empty for what does not go out. */
  readonly sent: string;
  /** Lower-case hex of what is attached at the service; empty when nothing is. */
  readonly received: string;
  /** What differs from the expectation, in words; empty when nothing does. */
  readonly differences: readonly string[];
}

/** One line for each file, in the order of their paths, and one for whatever nobody expected. */
export function accountOf(
  expectations: readonly Expectation[],
  rows: readonly DocumentRow[],
  simulator: Simulator,
): Line[] {
  const left = new Map(rows.map((row) => [pathOf(row), row]));
  const attached = attachedAt(simulator);
  const lines = expectations.map((expected) => {
    const row = left.get(expected.path);
    left.delete(expected.path);
    const received = attached.takeMatch(expected);
    return lineOf(expected, row, received);
  });
  const unexpected = [...left.keys()].map((path) => surplus(path, 'listed, but nobody dropped it'));
  const strange = attached.rest().map((name) => surplus(name, 'attached, but nobody sent it'));
  return [...lines, ...unexpected, ...strange].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pathOf({ folder, name }: DocumentRow): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function lineOf(expected: Expectation, row: DocumentRow | undefined, received: string): Line {
  const { path, state, reason, recipientId, bytes } = expected;
  const sent = recipientId === null || bytes === null ? '' : sha256(bytes);
  const code = row?.reason?.code ?? null;
  const differences = [
    ...(row === undefined ? ['not listed'] : []),
    ...(row !== undefined && row.state !== state ? [`should be ${state}`] : []),
    ...(row !== undefined && code !== reason ? [`the reason should be ${reason ?? 'none'}`] : []),
    ...(received === sent ? [] : ['received is not sent']),
  ];
  const why = row?.reason === null || row === undefined ? '' : reasonMessage(row.reason).short;
  const to = row?.beneficiary?.label ?? '';
  return {
    path,
    state: row === undefined ? '' : t(`documentStates.${row.state}`),
    reason: why === '' && to !== '' ? `to ${to}` : why,
    sent,
    received,
    differences,
  };
}

function surplus(path: string, difference: string): Line {
  return { path, state: '', reason: '', sent: '', received: '', differences: [difference] };
}

/** What recipients have at the service; each attached document is taken once. */
function attachedAt(simulator: Simulator) {
  const { recipients, objects } = simulator.state;
  const documents = [...recipients.values()].flatMap(({ id, documents: attached }) =>
    attached.map(({ key, name }) => ({ recipientId: id, name, object: objects.get(key) })),
  );
  return {
    takeMatch({ path, recipientId, bytes }: Expectation): string {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const at = documents.findIndex((one) => one.recipientId === recipientId && one.name === name);
      const [found] = at === -1 ? [] : documents.splice(at, 1);
      const kept = found?.object?.bytes;
      if (kept === undefined || kept === null || bytes === null) return '';
      return sha256(kept);
    },
    rest: () => documents.map(({ recipientId, name }) => `${recipientId}/${name}`),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The account as a table for a terminal; under each file that goes out its SHA-256 on disk and at the service. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['File', 'State', 'Beneficiary or reason'];
  const table = [head, ...lines.map(({ path, state, reason }) => [path, state, reason])];
  const widths = head.map((_, column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  const rows = table.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
  const details = lines.map(({ sent, received, differences }) => [
    ...(sent === '' && received === '' ? [] : [hashes(sent, received)]),
    ...differences.map((difference) => `!! ${difference}`),
  ]);
  return rows
    .flatMap((row, index) => [row, ...(details[index - 1] ?? []).map((text) => `    ${text}`)])
    .join('\n');
}

function hashes(sent: string, received: string): string {
  return sent === received
    ? `SHA-256 sent ${sent} = received`
    : `SHA-256 sent ${sent} but received ${received || 'nothing'}`;
}

/** Columns that a text takes in a terminal: East Asian characters take two. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0);
}
