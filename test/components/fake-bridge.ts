/** @file A bridge for components that call main. The client in the window parses its answers by the contract. */
import { onTestFinished } from 'vitest';
import {
  type CommandArgs,
  type CommandName,
  type CommandResult,
  isTopicName,
  type TopicName,
  type TopicValue,
} from '../../src/shared/contract/index.ts';
import type { PaydeskBridge } from '../../src/shared/contract/names.ts';
import { firstTopics } from '../fakes/first-topics.ts';

type Answers = { readonly [Name in CommandName]?: (args: CommandArgs<Name>) => CommandResult<Name> };

/** Declared as a method, whose type accepts functions with narrower arguments. */
interface AnyAnswer {
  answer(args: unknown): unknown;
}

/** Installs the bridge until the test has finished. Topics have their first values, or those of `topics`. */
export function installBridge(
  answers: Answers,
  topics: { readonly [Name in TopicName]?: TopicValue<Name> } = {},
): void {
  const answersByName: Readonly<Record<string, AnyAnswer['answer']>> = answers;
  const bridge: PaydeskBridge = {
    async call(command, args) {
      const answer = answersByName[command];
      if (answer === undefined) throw new Error(`The test has no answer for ${command}`);
      return { ok: true, value: answer(args) };
    },
    async subscribe(topic) {
      if (!isTopicName(topic)) throw new Error(`No topic ${topic}`);
      return { ok: true, value: { seq: 0, value: topics[topic] ?? firstTopics[topic] } };
    },
  };
  Object.defineProperty(window, 'paydesk', { value: bridge, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'paydesk');
  });
}
