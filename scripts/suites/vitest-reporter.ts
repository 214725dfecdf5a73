/** @file Writes the outcome of a Vitest run to the file that `outcomeVariable` names. */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import process from 'node:process';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import { failureEntry, type Outcome, outcomeVariable, skipEntry } from './outcome.ts';

const textOf = (error: Partial<SerializedError> | undefined) => error?.stack ?? error?.message ?? '';

export default class OutcomeReporter implements Reporter {
  readonly #outcome: Outcome = { passed: 0, failures: [], skips: [], files: [] };
  #isFilteredByName = false;

  onInit(vitest: Vitest): void {
    this.#isFilteredByName = vitest.config.testNamePattern !== undefined;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
  ): Promise<void> {
    for (const module of modules) this.#addModule(module);
    for (const error of unhandledErrors) {
      this.#outcome.failures.push(failureEntry('An error outside of every test', textOf(error)));
    }
    const file = process.env[outcomeVariable];
    if (file !== undefined) await writeFile(file, JSON.stringify(this.#outcome));
  }

  #addModule(module: TestModule): void {
    const file = relative('.', module.moduleId);
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    const milliseconds = collectDuration + duration + setupDuration;
    this.#outcome.files.push({ path: file, milliseconds });
    const failuresBefore = this.#outcome.failures.length;
    for (const test of module.children.allTests()) this.#addTest(file, test);
    for (const owner of [module, ...module.children.allSuites()]) {
      const [error] = owner.errors();
      if (error !== undefined) this.#outcome.failures.push(failureEntry(file, textOf(error)));
    }
    // Tests of a crashed worker have no result.
    if (!module.ok() && this.#outcome.failures.length === failuresBefore) {
      this.#outcome.failures.push(failureEntry(file, 'The file did not run to its end'));
    }
  }

  #addTest(file: string, test: TestCase): void {
    const title = `${file} › ${test.fullName}`;
    const result = test.result();
    if (result.state === 'passed') this.#outcome.passed += 1;
    if (result.state === 'failed') this.#outcome.failures.push(failureEntry(title, textOf(result.errors[0])));
    // Tests that the name filter leaves out look skipped as well, without a note.
    if (result.state === 'skipped' && !(this.#isFilteredByName && result.note === undefined)) {
      this.#outcome.skips.push(skipEntry(title, result.note ?? ''));
    }
  }
}
