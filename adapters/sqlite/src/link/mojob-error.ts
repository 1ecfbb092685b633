import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { Failure } from "./failure.ts";

const CODES: Readonly<Record<Failure["kind"], MoJobErrorCode>> = {
  unavailable: MoJobErrorCode.StoreUnavailable,
  configuration: MoJobErrorCode.InvalidConfiguration,
  held: MoJobErrorCode.LockHeld,
};

export function toMoJobError({ kind, message }: Pick<Failure, "kind" | "message">): MoJobError {
  return new MoJobError(CODES[kind], message);
}
