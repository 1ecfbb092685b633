import type { Worker } from "../../../api/operations.generated.ts";

/** How work begins that is written as JSON. */
const TEMPLATES = {
  http: { kind: "http", method: "POST", url: "https://", headers: {}, body: null, success: null },
  command: { kind: "command", argv: [""] },
  xxl: { kind: "xxl", handler: "" },
} as const;
export type JsonWorkKind = keyof typeof TEMPLATES;

const KINDS = Object.keys(TEMPLATES) as readonly JsonWorkKind[];

/** `null` for work with a form of its own. */
export function jsonWorkKind(kind: unknown): JsonWorkKind | null {
  return KINDS.find((known) => known === kind) ?? null;
}

/** All there are, in the order they are offered. */
export const JSON_WORK_KINDS: readonly JsonWorkKind[] = KINDS;

/** What workers run of it. */
export function jsonWorkKinds(workers: readonly Worker[]): readonly JsonWorkKind[] {
  return KINDS.filter((known) => workers.some(({ runners }) => runners.some(({ kind }) => kind === known)));
}

export function workTemplate(kind: JsonWorkKind): string {
  return JSON.stringify(TEMPLATES[kind], null, 2);
}
