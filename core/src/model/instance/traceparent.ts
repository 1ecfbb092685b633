/** A version, the trace's id, the parent's id and flags (https://www.w3.org/TR/trace-context/#traceparent-header). */
export const TRACEPARENT = "^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$";
const PATTERN = new RegExp(TRACEPARENT);

/** Whether a text names a trace as the header `traceparent` does. */
export function isTraceparent(text: string): boolean {
  return PATTERN.test(text);
}

/** The trace that a run passes on to the runs that follow from it. */
export function traceOf({ traceparent }: { readonly traceparent?: string }): {
  readonly traceparent?: string;
} {
  return traceparent === undefined ? {} : { traceparent };
}
