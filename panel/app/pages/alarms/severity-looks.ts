import { CircleAlert, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import type { Incident } from "../../api/operations.generated.ts";

/** How incidents and findings look, by how urgent they are. */
export const SEVERITY_LOOKS: Readonly<
  Record<Incident["severity"], { readonly Icon: LucideIcon; readonly tone: string }>
> = {
  critical: { Icon: OctagonAlert, tone: "state-terminated" },
  warning: { Icon: CircleAlert, tone: "tone-warning" },
  info: { Icon: Info, tone: "state-skipped" },
};
