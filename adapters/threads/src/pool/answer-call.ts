import { thrownError } from "../thrown-error.ts";
import type { CallStep, ToThread } from "../thread-protocol.ts";

type AnyMethod = (...args: readonly unknown[]) => unknown;

/** Makes the calls that code in a thread makes on its scheduler or on its files, and says how the last of them ended. */
export async function answerCall(
  target: unknown,
  call: number,
  steps: readonly CallStep[],
): Promise<ToThread> {
  try {
    let value = target;
    for (const { path, args } of steps) value = await methodOf(value, path)(...args);
    return { kind: "answer", call, value: structuredClone(value) };
  } catch (error) {
    return { kind: "refusal", call, error: thrownError(error) };
  }
}

function methodOf(target: unknown, path: readonly string[]): AnyMethod {
  let owner: unknown = target;
  let found: unknown = target;
  for (const name of path) {
    owner = found;
    found = (owner as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof found !== "function") throw new TypeError(`There is no method "${path.join(".")}"`);
  return (found as AnyMethod).bind(owner);
}
