/**
 * @file Writes docs/state-machines.md from the state machines of the model.
 *
 * Usage: node scripts/states.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { attachMachine } from '../src/shared/model/documents/attach-operation.ts';
import { batchMachine } from '../src/shared/model/documents/batch-machine.ts';
import { documentMachine } from '../src/shared/model/documents/document-machine.ts';
import type { StateMachine, Transition } from '../src/shared/model/state-machine.ts';
import { eventMachine, statementMachine } from '../src/shared/model/statements/statement-machine.ts';

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/state-machines.md');

/** All state machines, by heading. */
export const machines: Readonly<Record<string, StateMachine<string>>> = {
  Document: documentMachine,
  Batch: batchMachine,
  'Attach operation': attachMachine,
  Statement: statementMachine,
  'Statement event': eventMachine,
};

/** `beginCheck` becomes `begin check`. */
const phrase = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const identifier = (state: string) => state.replaceAll('-', '_');

function diagram({ states, initial, transitions }: StateMachine<string>): string {
  const labels = new Map<string, string[]>();
  for (const [name, { from, to }] of Object.entries(transitions)) {
    for (const before of from) {
      for (const after of to.filter((state) => state !== before)) {
        const edge = `${identifier(before)} --> ${identifier(after)}`;
        labels.set(edge, [...(labels.get(edge) ?? []), phrase(name)]);
      }
    }
  }
  return [
    'stateDiagram-v2',
    ...states
      .filter((state) => state.includes('-'))
      .map((state) => `state "${state}" as ${identifier(state)}`),
    ...initial.map((state) => `[*] --> ${identifier(state)}`),
    ...[...labels].map(([edge, names]) => `${edge}: ${names.join(', ')}`),
  ].join('\n  ');
}

const row = (name: string, { from, to, guard }: Transition<string>) =>
  `| ${phrase(name)} | ${from.join(', ')} | ${to.join(', ')} | ${guard ?? ''} |`;

/** Returns the text of the page. */
export function stateMachinesPage(): string {
  const sections = Object.entries(machines).map(
    ([title, machine]) => `## ${title}

\`\`\`mermaid
${diagram(machine)}
\`\`\`

| Transition | From | To | Condition |
| --- | --- | --- | --- |
${Object.entries(machine.transitions)
  .map(([name, transition]) => row(name, transition))
  .join('\n')}
`,
  );
  return `# State machines

Written by \`npm run states\` from the tables in \`src/shared/model/\`. The SQL that changes a state is made from the same
tables (\`src/main/storage/store/state-sql.ts\`), so no other transition is possible. A transition changes only rows in one of
its *From* states.

${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(path, stateMachinesPage());
