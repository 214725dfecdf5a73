/** @file Writes the outcome of a Playwright run to the file that `outcomeVariable` names. */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import process from 'node:process';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { failureEntry, type Outcome, outcomeVariable, skipEntry } from './outcome.ts';

const textOf = (error: TestError | undefined) => error?.stack ?? error?.message ?? error?.value ?? '';

export default class OutcomeReporter implements Reporter {
  readonly #errors: TestError[] = [];
  #root: Suite | null = null;

  /** Returns false, so that Playwright adds a reporter that prints to the terminal. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  async onEnd(): Promise<void> {
    const outcome: Outcome = { passed: 0, failures: [], skips: [], files: [] };
    for (const test of this.#root?.allTests() ?? []) addTest(outcome, test);
    const files = Map.groupBy(this.#root?.allTests() ?? [], ({ location }) => location.file);
    for (const [file, tests] of files) {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
      const milliseconds = durations.reduce((sum, duration) => sum + duration, 0);
      outcome.files.push({ path: relative('.', file), milliseconds });
    }
    for (const error of this.#errors) {
      outcome.failures.push(failureEntry('An error outside of every test', textOf(error)));
    }
    const file = process.env[outcomeVariable];
    if (file !== undefined) await writeFile(file, JSON.stringify(outcome));
  }
}

function addTest(outcome: Outcome, test: TestCase): void {
  // The first two titles are those of the project and the file.
  const title = [relative('.', test.location.file), ...test.titlePath().slice(3)].join(' › ');
  switch (test.outcome()) {
    case 'expected':
      outcome.passed += 1;
      break;
    case 'skipped':
      outcome.skips.push(
        skipEntry(title, test.annotations.find(({ type }) => type === 'skip')?.description ?? ''),
      );
      break;
    case 'unexpected':
    case 'flaky':
      outcome.failures.push(
        failureEntry(
          title,
          textOf(test.results.flatMap(({ errors }) => errors).find((error) => textOf(error) !== '')),
        ),
      );
  }
}
