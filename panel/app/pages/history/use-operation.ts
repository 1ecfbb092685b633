import { useState } from "react";
import type { Operation } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";

const EVERY_MS = 500;

/** An id for an operation about to begin, and how far it is while its call is under way. */
export function useOperation(isPending: boolean): {
  readonly id: string;
  readonly operation: Operation | null;
} {
  const [id] = useState(createOperationId);
  const { data } = useApi("getOperation", { path: { id } }, { enabled: isPending, pollMs: EVERY_MS });
  return { id, operation: isPending ? (data?.operation ?? null) : null };
}

/** A UUID; `crypto.randomUUID` is there on secure pages alone. */
export function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    "-",
  );
}
