/** @file Values that must never be shown: printing, joining or serialising a secret yields a placeholder. */
import { inspect } from 'node:util';

const placeholder = '[secret]';

/** Holds a secret text. Only {@link Secret.reveal} returns it, so that every use can be found by the name of the method. */
export class Secret<Kind extends string> {
  readonly kind: Kind;
  readonly #value: string;

  constructor(kind: Kind, value: string) {
    this.kind = kind;
    this.#value = value;
  }

  /** Returns the secret text. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  [inspect.custom](): string {
    return placeholder;
  }
}

/** The API key of a profile (specification, section 2.1). */
export type ApiKey = Secret<'api-key'>;
/** A bearer token (specification, section 5). */
export type BearerToken = Secret<'bearer-token'>;

/** Replaces secrets in a text from outside, such as a message of the service. */
export function withoutSecrets(text: string, secrets: readonly Secret<string>[]): string {
  let safeText = text;
  for (const secret of secrets) {
    const value = secret.reveal();
    if (value.length >= 4) safeText = safeText.replaceAll(value, placeholder);
  }
  return safeText;
}
