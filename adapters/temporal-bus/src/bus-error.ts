import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core";

/**
 * Codes of a server that is there and refuses for good: invalid argument, not found (the namespace), permission denied,
 * unauthenticated. https://grpc.io/docs/guides/status-codes/
 */
const REFUSALS: ReadonlySet<unknown> = new Set([3, 5, 7, 16]);
/** The same as the native worker tells it, which has no field for it. */
const NATIVE_REFUSAL = /\bcode: (InvalidArgument|NotFound|PermissionDenied|Unauthenticated)\b/;

/** What a caller is told: `invalid_configuration` where the server refuses for good, `runtime_unavailable` otherwise. */
export function toBusError(doing: string, error: unknown): MoJobError {
  if (isMoJobError(error)) return error;
  if (causesOf(error).some(isRefusal)) {
    const message = `Cannot ${doing}: the Temporal server refuses; see that namespace and credentials are right`;
    return new MoJobError(MoJobErrorCode.InvalidConfiguration, message, { cause: error });
  }
  const message = `Cannot ${doing}: the Temporal server does not answer; see that it runs and that its address is right`;
  return new MoJobError(MoJobErrorCode.RuntimeUnavailable, message, { cause: error });
}

function isRefusal(cause: Error): boolean {
  if (cause.name === "NamespaceNotFoundError" || ("code" in cause && REFUSALS.has(cause.code))) return true;
  return cause.name === "TransportError" && NATIVE_REFUSAL.test(cause.message);
}

/** The error and those behind it. */
function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
