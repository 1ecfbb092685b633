import { useEffect, useState } from "react";
import type { Operation } from "../../api/operations.generated.ts";
import { createIdempotencyKey } from "../../api/idempotency-key.ts";
import { useApi } from "../../api/use-api.ts";
import { browserClock } from "../../time/clock.ts";

const EVERY_MS = 500;

/** An id for an operation about to begin, and how far it is while its call is under way. */
export function useOperation(isPending: boolean): {
  readonly id: string;
  readonly operation: Operation | null;
} {
  const [id] = useState(createOperationId);
  const isLong = useIsLong(isPending);
  const { data } = useApi("getOperation", { path: { id } }, { enabled: isLong, pollMs: EVERY_MS });
  return { id, operation: isPending ? (data?.operation ?? null) : null };
}

/** Whether the call has been under way for a moment: a read that came before it would find no operation. */
function useIsLong(isPending: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const stop = browserClock.after(EVERY_MS, () => setLong(true));
    return () => {
      stop();
      setLong(false);
    };
  }, [isPending]);
  return isLong;
}

/** A UUID. */
export function createOperationId(): string {
  const text = createIdempotencyKey();
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    "-",
  );
}
