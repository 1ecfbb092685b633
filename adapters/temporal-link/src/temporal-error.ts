import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core/ports";

/**
 * Codes of a server that is available and refuses for good: invalid argument, not found (the namespace), permission
 * denied, unauthenticated. https://grpc.io/docs/guides/status-codes/
 */
const REFUSALS: ReadonlySet<unknown> = new Set([3, 5, 7, 16]);
/** The same as the native worker words it, which has no field for the code. */
const NATIVE_REFUSAL = /\bcode: (InvalidArgument|NotFound|PermissionDenied|Unauthenticated)\b/;

/** The error of a call that failed because the server could not be reached: `runtime_unavailable`. */
export function unavailable(doing: string, cause: unknown): MoJobError {
  const why = reasonOf(cause);
  return new MoJobError(MoJobErrorCode.RuntimeUnavailable, `Cannot ${doing}: ${why}`, { cause });
}

/** The error of a call that failed: `invalid_configuration` where the server refuses for good, else `runtime_unavailable`. */
export function toTemporalError(doing: string, error: unknown): MoJobError {
  if (isMoJobError(error)) return error;
  if (causesOf(error).some(isRefusal)) {
    const message = `Cannot ${doing}: the Temporal server refuses; check that the namespace and the credentials are right`;
    return new MoJobError(MoJobErrorCode.InvalidConfiguration, message, { cause: error });
  }
  const message = `Cannot ${doing}: the Temporal server is unavailable (${reasonOf(error)}); check that it runs and that its address is right`;
  return new MoJobError(MoJobErrorCode.RuntimeUnavailable, message, { cause: error });
}

/** Whether an error comes from the server or the way to it, and not from a mistake in the program. */
export function isServerError(error: unknown): boolean {
  return causesOf(error).some((cause) => isRefusal(cause) || cause.name === "TransportError");
}

function isRefusal(cause: Error): boolean {
  if (cause.name === "NamespaceNotFoundError" || ("code" in cause && REFUSALS.has(cause.code))) return true;
  return cause.name === "TransportError" && NATIVE_REFUSAL.test(cause.message);
}

/** The reason of a failure: the details of the deepest call that failed. */
function reasonOf(error: unknown): string {
  const deepest = causesOf(error).at(-1);
  if (deepest === undefined) return "the server did not reply";
  const details = "details" in deepest && typeof deepest.details === "string" ? deepest.details : "";
  return details === "" ? deepest.message : details;
}

/** The error and its causes. */
function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
