/**
 * @file The only transport code of the window. Commands go out and come back parsed; topics are mirrored, one store
 * each, with the newest whole value that has come.
 */
import type { z } from 'zod';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandDefinition, TopicDefinition } from '../shared/contract/define.ts';
import {
  answerSchema,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  commands,
  type TopicName,
  type TopicValue,
  topics,
} from '../shared/contract/index.ts';
import type { PageFile, PaydeskBridge } from '../shared/contract/names.ts';
import { fromWire, PaydeskError } from '../shared/errors.ts';

declare global {
  interface Window {
    readonly paydesk: PaydeskBridge;
  }
}

/** A topic as the window knows it. */
export type Mirror<Value> =
  | { readonly status: 'loading'; readonly value: null }
  | { readonly status: 'ready'; readonly value: Value };

/** Files that were dropped or pasted, as main knows them. */
export interface ReferencedFiles {
  /** One reference for each file that has a place on disk, in order. */
  readonly references: string[];
  /** Names of the files that have none: they came from a program, such as a mail. */
  readonly withoutPlace: string[];
}

type Mirrors<Names extends TopicName = TopicName> = { [Name in Names]?: StoreApi<Mirror<TopicValue<Name>>> };

/** The window's side of the bridge. */
export interface BridgeClient {
  /** Asks main. Rejects with a {@link PaydeskError}, also when an answer does not fit the contract. */
  readonly call: <Name extends CommandName>(
    name: Name,
    args: CommandArgs<Name>,
  ) => Promise<CommandResult<Name>>;
  /** The store of a topic; it is subscribed to once, when it is first asked for, and for as long as the window lives. */
  readonly mirror: <Name extends TopicName>(name: Name) => StoreApi<Mirror<TopicValue<Name>>>;
  /** Turns files into references that a command can carry. */
  readonly referenceFiles: (files: readonly PageFile[]) => Promise<ReferencedFiles>;
}

/** References that are asked for at the same time. */
const referencesAtOnce = 64;

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PaydeskError('unexpected', `${what} does not fit the contract`);
}

function parseResult<Definition extends CommandDefinition>(
  definition: Definition,
  value: unknown,
  name: string,
): z.output<Definition['result']> {
  const { result } = definition;
  return parseWith<Definition['result']>(result, value, `The result of ${name}`);
}

function parseTopic<Definition extends TopicDefinition>(
  definition: Definition,
  value: unknown,
  name: string,
): z.output<Definition['value']> {
  const { value: schema } = definition;
  return parseWith<Definition['value']>(schema, value, `The topic ${name}`);
}

function keep<Name extends TopicName>(
  mirrors: Mirrors<Name>,
  name: Name,
  store: StoreApi<Mirror<TopicValue<Name>>>,
): void {
  mirrors[name] = store;
}

/** True when a change is newer than what was seen. Main numbers the changes of a topic upwards, gaps included. */
export function isNewer(seen: number | null, seq: number): boolean {
  return seen === null || seq > seen;
}

/** Creates the window's side over what the preload exposes. */
export function createBridgeClient(bridge: () => PaydeskBridge): BridgeClient {
  const mirrors: Mirrors = {};

  function createMirror<Name extends TopicName>(name: Name): StoreApi<Mirror<TopicValue<Name>>> {
    const store = createStore<Mirror<TopicValue<Name>>>(() => ({ status: 'loading', value: null }));
    let seen: number | null = null;
    void bridge().subscribe(name, (change) => {
      if (!isNewer(seen, change.seq)) return;
      seen = change.seq;
      const value = parseTopic(topics[name], change.value, name);
      store.setState({ status: 'ready', value }, true);
    });
    return store;
  }

  return {
    async call(name, args) {
      const answer = parseWith(answerSchema, await bridge().call(name, args), `The answer of ${name}`);
      if (!answer.ok) throw fromWire(answer.error);
      return parseResult(commands[name], answer.value, name);
    },
    mirror<Name extends TopicName>(name: Name) {
      const known = mirrors[name];
      if (known !== undefined) return known;
      const created = createMirror(name);
      keep(mirrors, name, created);
      return created;
    },
    async referenceFiles(files) {
      const references: string[] = [];
      const withoutPlace: string[] = [];
      for (let start = 0; start < files.length; start += referencesAtOnce) {
        const some = files.slice(start, start + referencesAtOnce);
        const given = await Promise.all(some.map((file) => bridge().reference(file)));
        given.forEach((reference, index) => {
          if (reference === '') withoutPlace.push(some[index]?.name ?? '');
          else references.push(reference);
        });
      }
      return { references, withoutPlace };
    },
  };
}

const client = createBridgeClient(() => window.paydesk);

/** See {@link BridgeClient.call}. */
export const call = client.call;

/** See {@link BridgeClient.mirror}. */
export const mirror = client.mirror;

/** See {@link BridgeClient.referenceFiles}. */
export const referenceFiles = client.referenceFiles;

/** The present value of a topic; the component is drawn again with every change of it. */
export function useTopic<Name extends TopicName>(name: Name): Mirror<TopicValue<Name>> {
  return useStore(mirror(name));
}

/**
 * A part of a topic's value, or `otherwise` while it has not come. The component is drawn again only when the part
 * changes, so `pick` must give something that was in the value, not something new.
 */
export function useTopicPart<Name extends TopicName, Part>(
  name: Name,
  pick: (value: TopicValue<Name>) => Part,
  otherwise: Part,
): Part {
  return useStore(mirror(name), (state) => (state.status === 'ready' ? pick(state.value) : otherwise));
}
