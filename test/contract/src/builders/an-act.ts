import { type Act, ActKind } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The act with this number: later ones have greater numbers. */
export function anAct(tenant: string, number: number, given: Partial<Act> = {}): Act {
  return {
    id: `0190a000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    tenant,
    at: instant(number),
    kind: ActKind.Pause,
    by: { id: "user:li", name: "li" },
    app: "shop",
    jobKey: "ops/report",
    instanceId: null,
    madeId: null,
    note: 'For "release" \u{1f600}',
    operation: null,
    changes: [{ pointer: "/pause", before: null, after: '{"until":null}' }],
    subject: null,
    outcome: "done",
    code: null,
    from: null,
    ...given,
  };
}
