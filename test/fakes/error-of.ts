import { type ErrorCode, PaydeskError } from '../../src/shared/errors.ts';

/** Returns the error with which a call fails; throws when the call succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<PaydeskError> {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof PaydeskError) return thrown;
  throw new Error('The call did not fail as expected', { cause: thrown });
}

/** Returns the code of the error with which a call fails. */
export const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await errorOf(call)).code;
