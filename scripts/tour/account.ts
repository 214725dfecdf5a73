/** @file Compares the result of each file with the expectation and with what the service received. */

import { createHash } from 'node:crypto';
import type { DocumentRow } from '../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../src/shared/document-reason-message.ts';
import { t } from '../../src/shared/messages/index.ts';
import type { Simulator } from '../../test/practice/simulator.ts';
import type { Expectation } from './expected-documents.ts';

/** The result of one file. */
interface Line {
  readonly path: string;
  readonly state: string;
  /** Reason why the file was not sent, or the beneficiary to which it was attached. */
  readonly reason: string;
  /** SHA-256 of the file on disk in lower-case hex; empty for a file that is not sent. */
  readonly sent: string;
  /** SHA-256 of the attached document at the service in lower-case hex; empty without one. */
  readonly received: string;
  /** Difference from the expectation as text; empty without one. */
  readonly differences: readonly string[];
}

/** Returns the result of each file, sorted by path, and of each unexpected document. */
export function createAccount(
  expectations: readonly Expectation[],
  rows: readonly DocumentRow[],
  simulator: Simulator,
): Line[] {
  const unmatchedRows = new Map(rows.map((row) => [pathOf(row), row]));
  const attached = collectAttached(simulator);
  const lines = expectations.map((expected) => {
    const row = unmatchedRows.get(expected.path);
    unmatchedRows.delete(expected.path);
    const received = attached.takeMatch(expected);
    return createLine(expected, row, received);
  });
  const unexpectedRows = [...unmatchedRows.keys()].map((path) =>
    createSurplusLine(path, 'listed, but not dropped'),
  );
  const surplusDocuments = attached
    .listUnmatched()
    .map((name) => createSurplusLine(name, 'attached, but not sent'));
  return [...lines, ...unexpectedRows, ...surplusDocuments].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pathOf({ folder, name }: DocumentRow): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function createLine(expected: Expectation, row: DocumentRow | undefined, received: string): Line {
  const { path, state, reason, recipientId, bytes } = expected;
  const sent = recipientId === null || bytes === null ? '' : sha256(bytes);
  const code = row?.reason?.code ?? null;
  const differences = [
    ...(row === undefined ? ['not listed'] : []),
    ...(row !== undefined && row.state !== state ? [`should be ${state}`] : []),
    ...(row !== undefined && code !== reason ? [`the reason should be ${reason ?? 'none'}`] : []),
    ...(received === sent ? [] : ['received is not sent']),
  ];
  const reasonText = row?.reason === null || row === undefined ? '' : reasonMessage(row.reason).short;
  const recipientLabel = row?.beneficiary?.label ?? '';
  return {
    path,
    state: row === undefined ? '' : t(`documentStates.${row.state}`),
    reason: reasonText === '' && recipientLabel !== '' ? `to ${recipientLabel}` : reasonText,
    sent,
    received,
    differences,
  };
}

function createSurplusLine(path: string, difference: string): Line {
  return { path, state: '', reason: '', sent: '', received: '', differences: [difference] };
}

/** Documents of the recipients at the service; each is matched once. */
function collectAttached(simulator: Simulator) {
  const { recipients, objects } = simulator.state;
  const documents = [...recipients.values()].flatMap(({ id, documents: attached }) =>
    attached.map(({ key, name }) => ({ recipientId: id, name, object: objects.get(key) })),
  );
  return {
    takeMatch({ path, recipientId, bytes }: Expectation): string {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const index = documents.findIndex(
        (document) => document.recipientId === recipientId && document.name === name,
      );
      const [matchedDocument] = index === -1 ? [] : documents.splice(index, 1);
      const receivedBytes = matchedDocument?.object?.bytes;
      if (receivedBytes === undefined || receivedBytes === null || bytes === null) return '';
      return sha256(receivedBytes);
    },
    listUnmatched: () => documents.map(({ recipientId, name }) => `${recipientId}/${name}`),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Formats the results as a table for a terminal, with the SHA-256 digests of each sent file below its row. */
export function tableOf(lines: readonly Line[]): string {
  const header = ['File', 'State', 'Beneficiary or reason'];
  const table = [header, ...lines.map(({ path, state, reason }) => [path, state, reason])];
  const widths = header.map((_, column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
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

/** Returns the width of a text in a terminal: East Asian characters take two columns. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0);
}
