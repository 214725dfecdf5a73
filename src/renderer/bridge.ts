/**
 * @file The only transport code of the window. It parses the results of commands, and mirrors each topic in a store
 * that holds its latest value.
 */
import type { z } from 'zod';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { TopicDefinition } from '../shared/contract/define.ts';
import {
  type CallCommand,
  parseAnswer,
  parseSnapshot,
  type TopicName,
  type TopicValue,
  topics,
} from '../shared/contract/index.ts';
import type { PaydeskBridge, TopicChange } from '../shared/contract/names.ts';
import { PaydeskError } from '../shared/errors.ts';

declare global {
  interface Window {
    readonly paydesk: PaydeskBridge;
  }
}

/** The state of a topic in the window. */
type Mirror<Value> =
  | { readonly status: 'loading'; readonly value: null }
  | { readonly status: 'ready'; readonly value: Value };

type Mirrors<Names extends TopicName = TopicName> = { [Name in Names]?: StoreApi<Mirror<TopicValue<Name>>> };

/** The client of the bridge in the window. */
export interface BridgeClient {
  readonly call: CallCommand;
  /** The store of a topic, subscribed to on first use and for the lifetime of the window. */
  readonly mirror: <Name extends TopicName>(name: Name) => StoreApi<Mirror<TopicValue<Name>>>;
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
export function isNewer(lastSeq: number | null, seq: number): boolean {
  return lastSeq === null || seq > lastSeq;
}

/** Creates the client on top of the API that the preload exposes. */
export function createBridgeClient(bridge: () => PaydeskBridge): BridgeClient {
  const mirrors: Mirrors = {};

  function createMirror<Name extends TopicName>(name: Name): StoreApi<Mirror<TopicValue<Name>>> {
    const store = createStore<Mirror<TopicValue<Name>>>(() => ({ status: 'loading', value: null }));
    let lastSeq: number | null = null;
    function receive(change: TopicChange): void {
      if (!isNewer(lastSeq, change.seq)) return;
      lastSeq = change.seq;
      store.setState({ status: 'ready', value: parseTopic(topics[name], change.value, name) }, true);
    }
    void bridge()
      .subscribe(name, receive)
      .then((answer) => receive(parseSnapshot(answer, name)));
    return store;
  }

  return {
    call: async (name, args) => parseAnswer(name, args, await bridge().call(name, args)),
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

/** The current value of a topic; the component renders again on every change. */
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
