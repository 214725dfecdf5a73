/**
 * @file The only transport code of the window. It parses the results of commands, and mirrors each topic in a store
 * that holds its latest value.
 */
import type { z } from 'zod';
import { createStore, type StoreApi, useStore } from 'zustand';
import { parseSnapshot } from '../shared/contract/answers.ts';
import type { TopicDefinition } from '../shared/contract/define.ts';
import type { CallCommand, TopicName, TopicValue } from '../shared/contract/index.ts';
import type { PaydeskBridge, TopicChange } from '../shared/contract/names.ts';
import { startTopicNames, startTopics, type TopicDefinitions } from '../shared/contract/start-topics.ts';
import { PaydeskError } from '../shared/errors.ts';

declare global {
  interface Window {
    readonly paydesk: PaydeskBridge;
  }
}

type Mirror<Value> =
  | { readonly status: 'loading'; readonly value: null }
  | { readonly status: 'ready'; readonly value: Value };

type Mirrors<Names extends TopicName = TopicName> = { [Name in Names]?: StoreApi<Mirror<TopicValue<Name>>> };

export interface BridgeClient {
  readonly call: CallCommand;
  /** The store of a topic, subscribed to on first use and for the lifetime of the window. */
  readonly mirror: <Name extends TopicName>(name: Name) => StoreApi<Mirror<TopicValue<Name>>>;
}

/** The whole contract. Its chunk is loaded after the sign-in screen, which needs the start topics only. */
const importContract = () => import('../shared/contract/index.ts');

/** Loads the chunk of the contract, so that the first call need not wait for it. */
export async function loadContract(): Promise<void> {
  await importContract();
}

function parseTopic<Definition extends TopicDefinition>(
  definition: Definition,
  value: unknown,
  name: string,
): z.output<Definition['value']> {
  const { value: schema }: { value: Definition['value'] } = definition;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PaydeskError('unexpected', `The topic ${name} does not fit the contract`);
}

function setMirror<Name extends TopicName>(
  mirrors: Mirrors<Name>,
  name: Name,
  store: StoreApi<Mirror<TopicValue<Name>>>,
): void {
  mirrors[name] = store;
}

/**
 * True when a change is newer than the last change received. Main numbers the changes of a topic in ascending
 * order, with gaps.
 */
function isNewer(lastSeq: number | null, seq: number): boolean {
  return lastSeq === null || seq > lastSeq;
}

export function createBridgeClient(bridge: () => PaydeskBridge): BridgeClient {
  const mirrors: Mirrors = {};

  function createMirror<Name extends TopicName>(name: Name): StoreApi<Mirror<TopicValue<Name>>> {
    const store = createStore<Mirror<TopicValue<Name>>>(() => ({ status: 'loading', value: null }));
    let lastChange: TopicChange | null = null;
    let definitions: TopicDefinitions = startTopics;
    function publish(): void {
      const definition = definitions[name];
      if (definition === undefined || lastChange === null) return;
      store.setState({ status: 'ready', value: parseTopic(definition, lastChange.value, name) }, true);
    }
    function receive(change: TopicChange): void {
      if (!isNewer(lastChange?.seq ?? null, change.seq)) return;
      lastChange = change;
      publish();
    }
    void bridge()
      .subscribe(name, receive)
      .then((answer) => receive(parseSnapshot(answer, name)));
    if (definitions[name] === undefined) {
      void importContract().then(({ topics }) => {
        definitions = topics;
        publish();
      });
    }
    return store;
  }

  return {
    async call(name, args) {
      const [answer, { parseAnswer }] = await Promise.all([bridge().call(name, args), importContract()]);
      return parseAnswer(name, args, answer);
    },
    mirror<Name extends TopicName>(name: Name) {
      const existing = mirrors[name];
      if (existing !== undefined) return existing;
      const created = createMirror(name);
      setMirror(mirrors, name, created);
      return created;
    },
  };
}

const client = createBridgeClient(() => window.paydesk);

export const call = client.call;

export const mirror = client.mirror;

/** Subscribes to the topics of the sign-in screen, all at once: otherwise each component would wait for its own. */
export function mirrorStartTopics(): void {
  for (const name of startTopicNames) mirror(name);
}

export function useTopic<Name extends TopicName>(name: Name): Mirror<TopicValue<Name>> {
  return useStore(mirror(name));
}

/**
 * A part of a topic's value, or `otherwise` before the first value has arrived. The component renders again only when
 * the part changes, so `pick` must return an object of the value, not a new one.
 */
export function useTopicPart<Name extends TopicName, Part>(
  name: Name,
  pick: (value: TopicValue<Name>) => Part,
  fallback: Part,
): Part {
  return useStore(mirror(name), (state) => (state.status === 'ready' ? pick(state.value) : fallback));
}
